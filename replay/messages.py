"""What findings say, in English and Chinese.

Owns one template a code and how cards, seats and suits are worded in sentences. Knows no rule: a
check names the code and hands over the facts.

A template may use ``{seat} {leader} {other}`` (seats), ``{play} {lead} {held} {tried} {example}
{cards}`` (cards), and plain numbers or words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from paipu.grammar.cards import BIG_JOKER, LITTLE_JOKER, Cards, Seat, card_text
from paipu.grammar.findings import Phase
from paipu.grammar.seats import COMPASS, Naming

__all__ = ["CODES", "GROUP_NAMES", "Message", "cards_en", "cards_zh", "seat_en", "seat_zh", "sentence"]


@dataclass(frozen=True, slots=True)
class Message:
    """One code: its phase, a title, a sentence, and what would have been right."""

    phase: Phase
    title: str
    title_zh: str
    en: str
    zh: str
    expected: str = ""
    expected_zh: str = ""


_SEAT_EN: Final = {
    "E": "East", "N": "North", "W": "West", "S": "South",
    "SE": "Southeast", "NE": "Northeast", "NW": "Northwest", "SW": "Southwest",
}  # fmt: skip
_SEAT_ZH: Final = {
    "E": "东家", "N": "北家", "W": "西家", "S": "南家",
    "SE": "东南家", "NE": "东北家", "NW": "西北家", "SW": "西南家",
}  # fmt: skip
_OTHERS: Final = ("the rest of the table", "其他三家合计")
_SYMBOL: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
GROUP_NAMES: Final = {
    "T": ("trumps", "主牌"),
    "S": ("spades", "黑桃"),
    "H": ("hearts", "红桃"),
    "C": ("clubs", "梅花"),
    "D": ("diamonds", "方块"),
    "NT": ("no-trump", "无主"),
}


def seat_en(seat: Seat | Literal["others"], naming: Naming = COMPASS) -> str:
    """The English word for a seat of a hand whose seats are named so, or for the three others together."""
    return _OTHERS[0] if seat == "others" else _SEAT_EN[naming.called(seat)]


def seat_zh(seat: Seat | Literal["others"], naming: Naming = COMPASS) -> str:
    """The Chinese word for a seat of a hand whose seats are named so, or for the three others together."""
    return _OTHERS[1] if seat == "others" else _SEAT_ZH[naming.called(seat)]


def _worded(cards: Cards, big: str, little: str, gap: str) -> str:
    words = []
    for code in cards:
        if code in (BIG_JOKER, LITTLE_JOKER):
            words.append(big if code == BIG_JOKER else little)
        else:
            text = card_text(code)
            words.append(_SYMBOL.get(text[0], "") + text[-1].replace("T", "10"))
    return gap.join(words)


def cards_en(cards: Cards) -> str:
    """Cards in an English sentence.

    >>> from paipu.grammar.cards import parse_cards
    >>> cards_en(parse_cards("BST9"))
    'big joker ♠10 ♠9'
    """
    return _worded(cards, "big joker", "little joker", " ")


def cards_zh(cards: Cards) -> str:
    """Cards in a Chinese sentence.

    >>> from paipu.grammar.cards import parse_cards
    >>> cards_zh(parse_cards("BST9"))
    '大王♠10♠9'
    """
    return _worded(cards, "大王", "小王", "")


CODES: Final[dict[str, Message]] = {
    # deal
    "deal.count": Message(
        "deal",
        "wrong number of cards dealt",
        "发牌张数不对",
        "{seat} is dealt {given} cards instead of {needed}.",
        "{seat}发得 {given} 张牌，应为 {needed} 张。",
    ),
    "deal.partial": Message(
        "deal",
        "deal not complete",
        "发牌未完",
        "{seat} has {given} of {needed} cards: the record stops during the deal.",
        "{seat}只有 {given} 张（应 {needed} 张）：记录在发牌中止。",
    ),
    "deal.copies": Message(
        "deal",
        "a card more often than the decks hold it",
        "同一张牌多于副数",
        "{cards} is dealt {given} times; {needed} decks hold it {needed} times.",
        "{cards} 共发出 {given} 张，{needed} 副牌只有 {needed} 张。",
    ),
    "deal.kitty_count": Message(
        "deal",
        "wrong number of kitty cards",
        "底牌张数不对",
        "The kitty holds {given} cards instead of {needed}.",
        "底牌为 {given} 张，应为 {needed} 张。",
    ),
    "deal.level": Message(
        "deal",
        "level is not that of the dealer side",
        "级牌与庄家方级数不符",
        "Level {given} is played, but the dealer side stands at {needed}.",
        "本副打 {given}，但庄家方的级数是 {needed}。",
    ),
    "deal.tag": Message(
        "deal",
        "tag that cannot be used",
        "标签无法使用",
        'The tag {name} holds "{given}", which is not {needed}; it is left aside.',
        "标签 {name} 的值“{given}”不是{needed_zh}，未予采用。",
    ),
    "deal.unnamed": Message(
        "deal",
        "something the audit needs is not recorded",
        "缺少审核所需的记载",
        "The record does not say {needed}; what depends on it is not checked.",
        "记录没有写明{needed_zh}，与之有关的不予检查。",
    ),
    "deal.rules": Message(
        "deal",
        "unknown rule set",
        "未知规则",
        'The rules "{given}" are not known ({needed}); the hand is judged by "standard".',
        "规则“{given}”未知（{needed}），本副按 standard 判定。",
    ),
    # bids
    "bid.not_held": Message(
        "bids",
        "bid with cards not held",
        "亮主的牌不在手中",
        "{seat} shows {play} but does not hold {held}.",
        "{seat}亮出 {play}，但手中没有 {held}。",
    ),
    "bid.not_drawn": Message(
        "bids",
        "bid with cards not yet drawn",
        "亮主的牌尚未摸到",
        "{seat} shows {play} at draw {given}, but had not yet drawn {held}.",
        "{seat}在第 {given} 张亮出 {play}，但那时还没有摸到 {held}。",
    ),
    "bid.cards": Message(
        "bids",
        "cards that cannot name trump",
        "不能用来亮主的牌",
        "{seat} shows {play}, which cannot name trump here.",
        "{seat}亮出 {play}，按规则不能用来亮主或反主。",
        "{allowed}",
        "{allowed_zh}",
    ),
    "bid.not_higher": Message(
        "bids",
        "overturn that is not higher",
        "反主的牌不够大",
        "{seat} overturns {lead} of {leader} with {play}, which is not higher.",
        "{seat}用 {play} 反{leader}的 {lead}，但并不更大。",
    ),
    "bid.overturn": Message(
        "bids",
        "overturning not allowed in this hand",
        "本副不许反主",
        "{seat} overturns with {play}; overturning is not allowed in this hand.",
        "{seat}用 {play} 反主，但本副不许反主。",
    ),
    "bid.window": Message(
        "bids",
        "bid at the wrong time",
        "亮主或反主的时机不对",
        "{seat} shows {play} when it is too late for it.",
        "{seat}亮出 {play}，但此时已不许亮主或反主。",
    ),
    "bid.own": Message(
        "bids",
        "overturning one's own bid",
        "反自己的主",
        "{seat} overturns the own {lead} with {play}.",
        "{seat}用 {play} 反自己亮的 {lead}。",
    ),
    "bid.reinforce": Message(
        "bids",
        "reinforcing not allowed",
        "不许加固",
        "{seat} reinforces with {play}; reinforcing is not allowed.",
        "{seat}用 {play} 加固，但不许加固。",
    ),
    "bid.repeat": Message(
        "bids",
        "overturned too often",
        "反主次数过多",
        "{seat} overturns {lead} of {leader} with {play} once more than the rules allow.",
        "{seat}再用 {play} 反{leader}的 {lead}，超过规则许可的次数。",
    ),
    "bid.reinforced": Message(
        "bids",
        "overturning a reinforced bid",
        "反已加固的主",
        "{seat} overturns {lead} of {leader} with {play}; a reinforced pair stays.",
        "{seat}用 {play} 反{leader}已加固的 {lead}，加固后不许再反。",
    ),
    "bid.barred": Message(
        "bids",
        "suit barred after a misdeclaration",
        "错亮后不得再亮该花色",
        "{seat} shows {play}, of a suit that may not be called again after the misdeclaration.",
        "{seat}亮出 {play}，但错亮之后不得再亮此花色。",
    ),
    "bid.draw": Message(
        "bids",
        "draw number beyond the cards dealt",
        "摸牌序号超过所发牌数",
        "Draw {given} is written, but only {needed} cards are dealt.",
        "所记的第 {given} 张超过所发的 {needed} 张牌。",
    ),
    "bid.order": Message(
        "bids",
        "draw number out of order",
        "摸牌序号不合顺序",
        "{seat} shows {play} at draw {given}, after a bid at draw {needed}.",
        "{seat}在第 {given} 张亮出 {play}，却写在第 {needed} 张的亮主之后。",
    ),
    "bid.trump": Message(
        "bids",
        "trump is not what the bids name",
        "主花色与亮主不符",
        "The record plays {given}, but the last bid, {play} of {seat}, names {needed}.",
        "记录的主是{given_zh}，而最后亮主是{seat}的 {play}，应为{needed_zh}。",
    ),
    "bid.dealer": Message(
        "bids",
        "first dealer is not the declarer",
        "首副庄家不是定主者",
        "{seat} deals in the first hand, but the bids make {other} the dealer.",
        "首副由{seat}坐庄，按亮主应由{other}坐庄。",
    ),
    "bid.by": Message(
        "bids",
        "declared before it was that side's turn",
        "未轮到该方亮主",
        "{seat} declares {play}, but {other} can still declare with {held}.",
        "{seat}亮出 {play}，但{other}还可以用 {held} 亮主。",
    ),
    "bid.kitty_cards": Message(
        "bids",
        "bid with cards drawn from the kitty",
        "用底牌中的牌亮主",
        "{seat} shows {play}, of which {held} came from the kitty.",
        "{seat}亮出 {play}，其中 {held} 是从底牌拿到的。",
    ),
    "bid.rebel": Message(
        "bids",
        "rebellion not allowed",
        "不许造反",
        "{seat} lays the hand open for a new deal; this hand is no ground for one.",
        "{seat}亮牌要求重发，但按规则不能以此重发。",
    ),
    "bid.redeal": Message(
        "bids",
        "new deal because nobody declared, against the rules",
        "无人亮主不应重发",
        "Nobody declared and the cards are dealt again; by the rules the hand goes on.",
        "无人亮主而重新发牌，按规则应继续本副。",
    ),
    "bid.flip": Message(
        "bids",
        "kitty turned up though the rules have something else",
        "无人亮主不应翻底",
        "Nobody declared and the kitty is turned up; by the rules: {due}.",
        "无人亮主而翻底牌定主，按规则应为：{due_zh}。",
    ),
    # kitty
    "kitty.again": Message(
        "kitty",
        "kitty taken again",
        "再次拿底牌",
        "{seat} takes the kitty after overturning; it stays as it was buried.",
        "{seat}反主后又拿底牌，按规则不得再换底。",
    ),
    "kitty.count": Message(
        "kitty",
        "wrong number of cards buried",
        "扣底张数不对",
        "{seat} buries {given} cards instead of {needed}.",
        "{seat}扣底 {given} 张，应为 {needed} 张。",
    ),
    "kitty.not_held": Message(
        "kitty",
        "buried cards not held",
        "扣底的牌不在手中",
        "{seat} buries {held}, held neither in hand nor in the kitty.",
        "{seat}扣下 {held}，但手牌和底牌中都没有。",
    ),
    "kitty.flip": Message(
        "kitty",
        "trump is not what the kitty makes it",
        "主花色与翻底不符",
        "Nobody declared; the record plays {given}, but the kitty makes {needed} trump.",
        "无人亮主，记录的主是{given_zh}，按底牌应为{needed_zh}。",
    ),
    "kitty.burier": Message(
        "kitty",
        "kitty taken by the wrong seat",
        "拿底牌的人不对",
        "{seat} takes the kitty; it belongs to {other}.",
        "{seat}拿了底牌，应由{other}拿。",
    ),
    # tricks
    "turn.leader": Message(
        "tricks",
        "wrong leader",
        "领出者不对",
        "{seat} leads; {other} should: {reason}.",
        "{seat}领出，应由{other}领出：{reason_zh}。",
    ),
    "turn.order": Message(
        "tricks",
        "out of turn",
        "出牌次序不对",
        "{seat} plays out of turn; it is for {other} to play.",
        "{seat}抢先出牌，应轮到{other}。",
    ),
    "turn.twice": Message(
        "tricks",
        "a seat plays twice to a trick",
        "同一墩出牌两次",
        "{seat} plays a second time to this trick.",
        "{seat}在本墩第二次出牌。",
    ),
    "turn.short": Message(
        "tricks",
        "plays missing",
        "本墩缺出牌",
        "Only {given} of 4 plays are recorded in this trick.",
        "本墩只记录了 {given} 家出牌。",
    ),
    "play.not_held": Message(
        "tricks",
        "card not held",
        "出了手中没有的牌",
        "{seat} plays {play} but does not hold {held}.",
        "{seat}出 {play}，但手中没有 {held}。",
    ),
    "play.copies": Message(
        "tricks",
        "a card more often than the decks hold it",
        "同一张牌多于副数",
        "{seat} plays {cards}, which then occurs {given} times; {needed} decks hold it {needed} times.",
        "{seat}出 {cards} 后，此牌已出现 {given} 张，{needed} 副牌只有 {needed} 张。",
    ),
    "lead.suits": Message(
        "tricks",
        "lead of several suits",
        "领出的牌不是同一花色",
        "{seat} leads {play}, which are not of one suit.",
        "{seat}领出 {play}，不是同一花色（或全为主牌）。",
        "cards of one suit",
        "同一门的牌",
    ),
    "lead.throw": Message(
        "tricks",
        "throw not allowed",
        "不许甩牌",
        "{seat} throws {play}; {allowed}.",
        "{seat}甩出 {play}；{allowed_zh}。",
        "one of its parts alone, such as {example}",
        "只领出其中一部分，如 {example}",
    ),
    "throw.beaten": Message(
        "tricks",
        "throw that could be beaten was kept",
        "可被管住的甩牌未被收回",
        "{seat} throws {play} and it is kept, but {other} holds {held}, above {part}.",
        "{seat}甩出 {play} 并照此领出，但{other}有 {held}，大过 {part}。",
        "to lead {example} and take the rest back",
        "只领出 {example}，其余收回",
    ),
    "throw.stands": Message(
        "tricks",
        "throw that stood was taken back",
        "成立的甩牌被收回",
        "{seat} throws {tried} and leads only {play}, but no other hand can beat any part of it.",
        "{seat}甩 {tried}，只领出 {play}，但其他三家没有任何一部分能管住。",
        "to lead {tried}",
        "照甩 {tried}",
    ),
    "throw.forced": Message(
        "tricks",
        "wrong part led after a failed throw",
        "甩牌失败后领出的部分不对",
        "{seat} throws {tried}; {other} beats {part} with {held}, and {play} is led, not {example}.",
        "{seat}甩 {tried}，其中 {part} 被{other}的 {held} 管住，应领出 {example}，却领出 {play}。",
        "to lead {example}",
        "领出 {example}",
    ),
    "throw.part": Message(
        "tricks",
        "led cards were not among those thrown",
        "领出的牌不在所甩的牌中",
        "{seat} leads {play} after throwing {tried}, which does not hold them.",
        "{seat}甩 {tried} 后领出 {play}，并不在所甩的牌中。",
    ),
    "follow.count": Message(
        "tricks",
        "wrong number of cards",
        "出牌张数不对",
        "Cards led: {needed}; {seat} plays {given}.",
        "领出 {needed} 张，{seat}出了 {given} 张。",
    ),
    "follow.suit": Message(
        "tricks",
        "suit not followed",
        "有牌不跟",
        "{leader} leads {lead}. {seat} holds {held} and must follow with {owed}, but plays {play}: {done}.",
        "{leader}领出 {lead}。{seat}手中有 {held}，应跟{owed_zh}，却出 {play}，{done_zh}。",
        "for example {example}",
        "可出：{example}",
    ),
    "follow.pair": Message(
        "tricks",
        "pair not followed",
        "有对不跟",
        "{leader} leads {lead}. {seat} holds {held} and must follow with {owed}, but plays {play}: {done}.",
        "{leader}领出 {lead}。{seat}手中有 {held}，应跟{owed_zh}，却出 {play}，{done_zh}。",
        "for example {example}",
        "可出：{example}",
    ),
    "follow.alike": Message(
        "tricks",
        "three or four alike not followed",
        "有三张（四张）不跟",
        "{leader} leads {lead}. {seat} holds {held} and must follow with {owed}, but plays {play}: {done}.",
        "{leader}领出 {lead}。{seat}手中有 {held}，应跟{owed_zh}，却出 {play}，{done_zh}。",
        "for example {example}",
        "可出：{example}",
    ),
    "follow.tractor": Message(
        "tricks",
        "tractor not followed",
        "有拖拉机不跟",
        "{leader} leads {lead}. {seat} holds {held} and must follow with {owed}, but plays {play}: {done}.",
        "{leader}领出 {lead}。{seat}手中有 {held}，应跟{owed_zh}，却出 {play}，{done_zh}。",
        "for example {example}",
        "可出：{example}",
    ),
    "follow.fill": Message(
        "tricks",
        "short suit not filled with trumps",
        "缺门未用主牌补足",
        "{leader} leads {lead}. {seat} holds {held} and must fill with {owed}, but plays {play}: {done}.",
        "{leader}领出 {lead}。{seat}手中有 {held}，应贴{owed_zh}，却出 {play}，{done_zh}。",
        "for example {example}",
        "可出：{example}",
    ),
    "follow.barred": Message(
        "tricks",
        "ruffing after the partner's failed throw",
        "同伴甩牌失败后将吃",
        "{seat} ruffs with {play}; after the failed throw {tried} of {leader} the partner may not ruff.",
        "{leader}甩 {tried} 失败，同伴{seat}不得将吃，却以 {play} 将吃。",
        "a discard",
        "垫牌",
    ),
    # score
    "score.incomplete": Message(
        "score",
        "result stated, plays not complete",
        "写有结果而出牌不全",
        "A result is stated, but not all cards are played in the record; it is not checked.",
        "写有结果，但记录中的牌没有出完，结果未予核对。",
    ),
    "score.fives": Message(
        "score",
        "points that are no multiple of five",
        "得分不是五的倍数",
        "The record states {given} points; points come in fives.",
        "记录写 {given} 分；得分应为五的倍数。",
    ),
    "score.points": Message(
        "score",
        "stated points differ from the replay",
        "所记得分与复算不符",
        "The record states {given} points for the attackers; the replay counts {needed} ({reason}).",
        "记录写闲家得 {given} 分，复算为 {needed} 分（{reason_zh}）。",
        "{needed} points",
        "{needed} 分",
    ),
    "score.dealer": Message(
        "score",
        "stated next dealer side differs",
        "所记下副庄家方不符",
        "The record has {given} deal next; with {points} points it is {needed}.",
        "记录写下副由 {given} 坐庄；{points} 分应由 {needed} 坐庄。",
        "{needed}",
        "{needed}",
    ),
    "score.gain": Message(
        "score",
        "stated rise differs",
        "所记升级数不符",
        "The record has {side} rise {given}; with {points} points it is {needed}.",
        "记录写 {side} 升 {given} 级；{points} 分应升 {needed} 级。",
        "{needed}",
        "{needed} 级",
    ),
    # incidents
    "incident.penalty": Message(
        "incident",
        "penalty due, no ruling written",
        "按规则应罚，未写裁决",
        "{kind}, {party}: the rules give: {due}; no ruling is written.",
        "{kind_zh}（{party_zh}）：按规则：{due_zh}；记录没有写裁决。",
    ),
    "incident.points": Message(
        "incident",
        "fine ruled otherwise than the rules say",
        "所判罚分与规则不符",
        "{kind}, {party}: {given} points to the attackers were ruled; the rules give: {due}.",
        "{kind_zh}（{party_zh}）：裁决为闲家 {given} 分，按规则：{due_zh}。",
        "{due}",
        "{due_zh}",
    ),
    "incident.levels": Message(
        "incident",
        "levels ruled otherwise than the rules say",
        "所判升降级与规则不符",
        "{kind}, {party}: {given} was ruled; the rules give: {due}.",
        "{kind_zh}（{party_zh}）：裁决为 {given}，按规则：{due_zh}。",
        "{due}",
        "{due_zh}",
    ),
    "incident.deal": Message(
        "incident",
        "deal ruled otherwise than the rules say",
        "所判坐庄与规则不符",
        "{kind}, {party}: the deal was given to {given}; the rules give: {due}.",
        "{kind_zh}（{party_zh}）：裁决由 {given} 坐庄，按规则：{due_zh}。",
        "{due}",
        "{due_zh}",
    ),
    "incident.replay": Message(
        "incident",
        "hand dealt again without a rule for it",
        "不应重打而重打",
        "{kind}, {party}: the hand was dealt again; the rules give: {due}.",
        "{kind_zh}（{party_zh}）：裁决重新发牌，按规则：{due_zh}。",
        "{due}",
        "{due_zh}",
    ),
    "incident.unconfirmed": Message(
        "incident",
        "revoke that the plays do not show",
        "记录的出牌中看不到所记的违例",
        "A revoke of {seat} is recorded{where}, but the plays written show none.",
        "记有{seat}{where_zh}有牌不跟，但所记出牌中没有。",
    ),
    "incident.time": Message(
        "incident",
        "time limit exceeded",
        "超过规定时限",
        "{seat} takes {given} seconds; {needed} are allowed.",
        "{seat}用时 {given} 秒，限 {needed} 秒。",
        "at most {needed} seconds",
        "不超过 {needed} 秒",
    ),
    # match
    "match.start": Message(
        "match",
        "first hand not at the first level",
        "首副不在起始级",
        "Hand 1 begins with levels {given}; the game starts at {needed}.",
        "首副双方级数为 {given}，应从 {needed} 打起。",
        "{needed}",
        "{needed}",
    ),
    "match.levels": Message(
        "match",
        "levels do not follow from the hand before",
        "级数与上一副的结果不接",
        "This hand begins with {given}; after hand {hand} it is {needed}.",
        "本副双方级数为 {given}；第 {hand} 副之后应为 {needed}。",
        "{needed}",
        "{needed}",
    ),
    "match.level": Message(
        "match",
        "level played does not follow from the hand before",
        "所打级牌与上一副的结果不接",
        "Level {given} is played; {why} it is {needed}.",
        "本副打 {given}；{why_zh}应打 {needed}。",
        "{needed}",
        "{needed}",
    ),
    "match.dealer": Message(
        "match",
        "dealer does not follow from the hand before",
        "庄家与上一副的结果不接",
        "{seat} deals; after hand {hand} it is {needed}.",
        "本副由{seat}坐庄；第 {hand} 副之后应由{needed_zh}坐庄。",
        "{needed}",
        "{needed_zh}",
    ),
    "match.schedule": Message(
        "match",
        "hand beyond the schedule",
        "超出赛程的一副",
        "This is hand {given}; the schedule has {needed} hands.",
        "这是第 {given} 副，赛程共 {needed} 副。",
    ),
    "match.gap": Message(
        "match",
        "hands missing",
        "缺少若干副",
        "Between hand {hand} and this one {given} are missing; nothing is concluded across the gap.",
        "第 {hand} 副与本副之间缺 {given} 副，其间不作推断。",
    ),
    "match.over": Message(
        "match",
        "hand after the game was won",
        "胜负已分之后的一副",
        "The game was won by {side} with hand {hand}; this hand is one more.",
        "{side_zh}已在第 {hand} 副取胜，本副是多打的。",
    ),
    "match.time": Message(
        "match",
        "hand after time was up",
        "到时之后的一副",
        "Time was up in hand {hand}; by the rules {needed} may follow, and not this one.",
        "第 {hand} 副时间已到；按规则此后{needed_zh}，本副已超出。",
    ),
    "match.winner": Message(
        "match",
        "stated winner is not who won",
        "所记胜方不符",
        "The record has {given} win the match; by the hands it is {needed}: {why}.",
        "记录写{given_zh}，按各副应为{needed_zh}：{why_zh}。",
        "{needed}",
        "{needed_zh}",
    ),
    "match.points": Message(
        "match",
        "stated match points differ",
        "所记场分不符",
        "The record gives the match points {given}; it is {needed}.",
        "记录的场分为 {given}，应为 {needed}。",
        "{needed}",
        "{needed}",
    ),
    "match.ledger": Message(
        "match",
        "levels as stated and as replayed part ways",
        "所记级数与复算级数自此不同",
        "From here on the levels written ({given}) differ from those replayed ({needed}); cause: {why}.",
        "自本副起，所记级数（{given}）与复算（{needed}）不同；起因：{why_zh}。",
    ),
}
"""Every code of the audit; the documentation lists them, a test holds it to that."""

_SEATS: Final = ("seat", "leader", "other")
_SIDES: Final = ("side", "given", "needed")
_CARDS: Final = ("play", "lead", "held", "tried", "example", "cards", "part")


def sentence(template: str, facts: Mapping[str, Any], *, chinese: bool, naming: Naming = COMPASS) -> str:
    """Fill a template with facts, seats and cards worded for the language, seats and sides as they are named.

    >>> sentence("{seat} leads {play}.", {"seat": "N", "play": (12, 12)}, chinese=False)
    'North leads ♠A ♠A.'
    """
    word_seat, word_cards = (seat_zh, cards_zh) if chinese else (seat_en, cards_en)
    words: dict[str, Any] = dict(facts)
    for name, value in facts.items():
        if name in _SEATS and value:
            words[name] = word_seat(value, naming)
        elif name in _SIDES and value in ("NS", "EW"):
            words[name] = naming.called(value)
        elif name in _CARDS:
            words[name] = word_cards(value)
    return template.format_map(words)
