"""What findings say, in English and Chinese.

Owns one template a code and how cards, seats and suits are worded in sentences. Knows no rule: a
check names the code and hands over the facts.

A template may use ``{seat} {leader} {other}`` (seats), ``{play} {lead} {held} {tried} {example}
{cards}`` (cards), and plain numbers or words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from paipu.grammar.cards import BIG_JOKER, LITTLE_JOKER, Cards, card_text
from paipu.grammar.findings import Phase

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


_SEAT_EN: Final = {"E": "East", "N": "North", "W": "West", "S": "South", "others": "the rest of the table"}
_SEAT_ZH: Final = {"E": "东家", "N": "北家", "W": "西家", "S": "南家", "others": "其他三家合计"}
_SYMBOL: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
GROUP_NAMES: Final = {
    "T": ("trumps", "主牌"),
    "S": ("spades", "黑桃"),
    "H": ("hearts", "红桃"),
    "C": ("clubs", "梅花"),
    "D": ("diamonds", "方块"),
    "NT": ("no-trump", "无主"),
}


def seat_en(seat: str) -> str:
    """The English word for a seat, or for the three others together."""
    return _SEAT_EN[seat]


def seat_zh(seat: str) -> str:
    """The Chinese word for a seat, or for the three others together."""
    return _SEAT_ZH[seat]


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
    # kitty
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
        "{seat} plays {given} cards to a lead of {needed}.",
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
}
"""Every code of the audit; the documentation lists them, a test holds it to that."""

_SEATS: Final = ("seat", "leader", "other")
_CARDS: Final = ("play", "lead", "held", "tried", "example", "cards", "part")


def sentence(template: str, facts: Mapping[str, Any], *, chinese: bool) -> str:
    """Fill a template with facts, seats and cards worded for the language.

    >>> sentence("{seat} leads {play}.", {"seat": "N", "play": (12, 12)}, chinese=False)
    'North leads ♠A ♠A.'
    """
    word_seat, word_cards = (seat_zh, cards_zh) if chinese else (seat_en, cards_en)
    words: dict[str, Any] = dict(facts)
    for name, value in facts.items():
        if name in _SEATS and value:
            words[name] = word_seat(value)
        elif name in _CARDS:
            words[name] = word_cards(value)
    return template.format_map(words)
