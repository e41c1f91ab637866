"""Penalties in words: what one costs, what was imposed, and what the score would be, in English and Chinese.

Owns one phrase for each effect (docs/json.md) and the phrases for fines, levels, deals and outcomes.
Decides nothing: `incidents` finds the penalty, whoever proposes it counts the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from paipu.grammar.cards import Seat, Side
from paipu.grammar.model import Incident
from paipu.grammar.seats import COMPASS, Naming

from .incidents import Penalty
from .messages import seat_en, seat_zh
from .ruled_fields import dealer_in, levels_in, number_in

__all__ = [
    "EFFECTS",
    "Words",
    "imposed_words",
    "joined",
    "level_words",
    "outcome_words",
    "penalty_words",
    "side_words",
]

Words = tuple[str, str]
"""A phrase in English and in Chinese."""

EFFECTS: Final[dict[str, Words]] = {
    "change_needs_opponents_consent": (
        "another call needs the opponents' consent",
        "改亮须经对方同意",
    ),
    "change_needs_partners_consent": ("another call needs the partner's consent", "改亮须经同伴同意"),
    "compare_at_once": ("play stops and the levels are compared at once", "立即停止，比较级数"),
    "corrected": ("the play is put right", "改正出牌"),
    "depends_on_hand": (
        "it depends on the points and trumps in the hand, which are not recorded",
        "视手中分牌、主牌而定，记录未载",
    ),
    "disqualified": ("disqualification", "取消比赛资格"),
    "draw_from_surplus_hand": (
        "the missing cards are drawn from the hand that has too many",
        "从多牌者手中抽补",
    ),
    "equalise": ("the hands are made equal and play goes on", "补齐张数后继续"),
    "finish_current": ("the hand in play is finished", "打完本副"),
    "finish_current_and_one_more": ("the hand in play and one more are played", "打完本副后再打一副"),
    "forfeit": ("the match is forfeited", "按弃权论"),
    "game_lost": ("the game is lost", "判本局负"),
    "hand_ends": ("the hand ends", "本副即告结束"),
    "match_lost": ("the match is lost", "判本场负"),
    "no_rank": ("what the side plays cannot win for the rest of the hand", "该方此后所出的牌均无牌力"),
    "no_rank_if_follow": (
        "what was played cannot win this trick, unless it was led",
        "所出的牌本墩无牌力（领出除外）",
    ),
    "no_rank_in_trick": ("what was played cannot win this trick", "所出的牌本墩无牌力"),
    "none_given": ("the rules name no penalty", "规则未规定罚则"),
    "not_allowed": ("forbidden, without a figure", "规则禁止，未定罚则"),
    "offender_minus_3": ("3 off the offender, 1 to each opponent", "犯规者减 3 分，对方各得 1 分"),
    "opponents_choose": ("the opponents choose", "由对方选择"),
    "organisers_decide": ("the organisers set the penalty", "由主办方裁定"),
    "partner_may_not_ruff": ("the thrower's partner may not ruff that trick", "甩牌者的同伴本墩不得将吃"),
    "player_barred_from_suit": ("the player may not call that suit", "该牌手不得再亮该花色"),
    "referee_decides": ("the referee sets the penalty", "由裁判裁定"),
    "return_surplus": ("the cards too many go back into the kitty", "多出的牌退回底牌"),
    "score_void": ("the attackers' points do not count", "闲家得分无效"),
    "side_barred_from_suit": ("the side may not call that suit", "该方不得再亮该花色"),
    "smallest_card": ("the smallest card is played instead", "改出最小的牌"),
    "trick_lost": ("the side at fault loses the trick", "犯规方输掉本墩"),
    "warning": ("a warning", "警告"),
}
"""Every effect a penalty may have."""

_SIDES: Final[dict[str, Words]] = {
    "NS": ("North-South", "南北方"),
    "EW": ("East-West", "东西方"),
    "NESW": ("Northeast-Southwest", "东北西南方"),
    "SENW": ("Southeast-Northwest", "东南西北方"),
}
_DEALS: Final[dict[str, Words]] = {
    "attackers": ("the attackers take the deal", "闲家上台坐庄"),
    "dealer_side": ("the dealer's side keeps the deal", "庄家方继续坐庄"),
    "scramble": ("the deal is scrambled for anew", "重新抢庄"),
}
_DEALT_AGAIN: Final[Words] = ("the hand is dealt again", "本副重新发牌")


def side_words(side: Side, naming: Naming = COMPASS) -> Words:
    """The name of a partnership of a hand whose seats are named so.

    >>> side_words("EW")
    ('East-West', '东西方')
    """
    return _SIDES[naming.called(side)]


def level_words(rank: str) -> str:
    """A level as people write it: ten in figures."""
    return "10" if rank == "T" else rank


def penalty_words(penalty: Penalty, naming: Naming = COMPASS) -> tuple[Words, ...]:
    """What a penalty consists of, one phrase a part; never empty.

    >>> from paipu.replay.incidents import Penalty
    >>> found = Penalty(levels={"EW": 1}, deal="attackers", replay=False, effects=("hand_ends",))
    >>> "; ".join(en for en, _ in penalty_words(found))
    'the hand ends; the attackers take the deal; East-West rise 1 level'
    """
    return tuple(_parts(penalty, naming)) or (("no penalty is due", "不予处罚"),)


def joined(parts: Iterable[Words]) -> Words:
    """Phrases as one."""
    both = tuple(parts)
    return "; ".join(en for en, _ in both), "，".join(zh for _, zh in both)


def imposed_words(ruled: Incident, naming: Naming = COMPASS) -> tuple[Words, ...]:
    """What a ruling gives and takes, as its fields say it, one phrase each; () where they say nothing of it.

    >>> fields = (("points", "-10"), ("levels", "NS+1 EW:J"), ("deal", "N"), ("replay", "yes"))
    >>> joined(imposed_words(Incident(kind="revoke", fields=fields)))[0]
    '10 points off the attackers; North-South rise 1 level; East-West are set to level J; North deals next; \
the hand is dealt again'
    """
    return tuple(_imposed(ruled, naming))


def _imposed(ruled: Incident, naming: Naming) -> Iterator[Words]:
    points, dealer = number_in(ruled.get("points"), signed=True), dealer_in(ruled.get("deal"), naming)
    if points is not None:
        yield _points(points)
    for side, change in (levels_in(ruled.get("levels"), naming) or {}).items():
        yield _change(side, change, naming)
    if dealer is not None:
        yield _deals(dealer, naming)
    if ruled.get("replay") == "yes":
        yield _DEALT_AGAIN


def _points(points: int) -> Words:
    """Points as an incident has them, to the attackers."""
    if not points:
        return "no points", "不计罚分"
    number = f"{abs(points)} point{'s' * (abs(points) != 1)}"
    if points < 0:
        return f"{number} off the attackers", f"闲家减 {-points} 分"
    return f"{number} to the attackers", f"闲家加 {points} 分"


def _deals(party: Seat | Side, naming: Naming) -> Words:
    match party:
        case "NS" | "EW":
            en, zh = side_words(party, naming)
            return f"{en} deal next", f"下副{zh}坐庄"
        case _:
            return f"{seat_en(party, naming)} deals next", f"下副{seat_zh(party, naming)}坐庄"


def _parts(penalty: Penalty, naming: Naming) -> Iterator[Words]:
    if penalty.points == 0 and not penalty.effects:
        yield ("no penalty is due", "不予处罚")
    elif penalty.points:
        yield (f"a fine of {penalty.points} points", f"罚 {penalty.points} 分")
    for effect in penalty.effects:
        yield EFFECTS.get(effect, (effect, effect))
    if penalty.replay:
        yield _DEALT_AGAIN
    if penalty.deal:
        yield _DEALS[penalty.deal]
    if penalty.levels == {}:
        yield ("nobody rises", "双方均不升级")
    for side, change in (penalty.levels or {}).items():
        yield _change(side, change, naming)


def _change(side: Side, change: int | str, naming: Naming) -> Words:
    en, zh = side_words(side, naming)
    if isinstance(change, str):
        return f"{en} are set to level {level_words(change)}", f"{zh}级数改为 {level_words(change)}"
    if change < 0:
        return f"{en} lose {_levels(-change)}", f"{zh}降 {-change} 级"
    return f"{en} rise {_levels(change)}", f"{zh}升 {change} 级"


def _levels(count: int) -> str:
    return f"{count} level{'s' * (count != 1)}"


def outcome_words(outcome: Mapping[str, Any], naming: Naming = COMPASS) -> tuple[Words, ...]:
    """What a score comes to, as a ledger has it: points, next deal, rise, levels; unknown keys are left out.

    >>> outcome = {"attackers": 70, "dealer_next": "NS", "gain": 1, "levels": {"NS": "9", "EW": "5"}}
    >>> "; ".join(en for en, _ in outcome_words(outcome))
    'attackers 70 points; North-South deal next and rise 1 level; levels North-South 9, East-West 5'
    """
    return tuple(_outcome(outcome, naming))


def _outcome(outcome: Mapping[str, Any], naming: Naming) -> Iterator[Words]:
    if outcome.get("attackers") is not None:
        yield f"attackers {outcome['attackers']} points", f"闲家 {outcome['attackers']} 分"
    if outcome.get("dealer_next"):
        en, zh = side_words(outcome["dealer_next"], naming)
        gain = outcome.get("gain")
        if gain is None:
            yield _deals(outcome["dealer_next"], naming)
        elif gain:
            yield f"{en} deal next and rise {_levels(gain)}", f"下副{zh}坐庄，升 {gain} 级"
        else:
            yield f"{en} deal next and do not rise", f"下副{zh}坐庄，不升级"
    if outcome.get("levels"):
        levels = [
            (side_words(side, naming), level_words(str(rank))) for side, rank in outcome["levels"].items()
        ]
        yield (
            "levels " + ", ".join(f"{en} {rank}" for (en, _), rank in levels),
            "级数：" + "，".join(f"{zh} {rank}" for (_, zh), rank in levels),
        )
    if outcome.get("over"):
        yield "the game is won", "本局获胜"
