"""Words of the notation that have a meaning, beside the tags and the commands.

Owns the glyphs and the incidents of this game with their names in both languages. Numbers and words
that are not listed are read and kept all the same: the specification says what to make of them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["FIELDS", "GLYPHS", "INCIDENTS"]

GLYPHS: Final[dict[str, tuple[str, str]]] = {
    "!": ("good play", "好牌"),
    "?": ("mistake", "失误"),
    "!!": ("brilliant play", "妙手"),
    "??": ("blunder", "大失误"),
    "!?": ("interesting play", "有想法"),
    "?!": ("doubtful play", "可疑"),
    "$10": ("the only legal play", "唯一合法的出法"),
    "$11": ("forced in practice", "别无选择"),
    "$20": ("draws trumps", "调主"),
    "$21": ("ruffs at the right moment", "毙得及时"),
    "$22": ("gives points to partner", "给对家送分"),
    "$23": ("signals to partner", "给对家信号"),
    "$24": ("risky throw", "冒险甩牌"),
    "$25": ("saves strength for the last trick", "为抠底留力"),
    "$26": ("protects the kitty", "保底"),
    "$27": ("attacks the kitty", "抠底"),
    "$28": ("runs the hand short of a suit", "做短门"),
    "$40": ("in time trouble", "时间紧迫"),
    "$50": ("disputed at the table", "当场有争议"),
    "$51": ("against the rules, but it stood", "违例但成立"),
}
"""Glyph, and its meaning in English and Chinese."""

INCIDENTS: Final[dict[str, tuple[str, str]]] = {
    "misdraw": ("a card too many or too few while drawing", "摸牌多摸或漏摸"),
    "kitty_count": ("a wrong number of cards in the kitty after the draw", "摸完后底牌张数不对"),
    "misdeclare": ("a bid that may not be made", "误亮"),
    "wrong_bury": ("a wrong number of cards buried, or by the wrong player", "扣底错误"),
    "card_count": ("a card too many or too few in play", "出牌中多牌或少牌"),
    "revoke": ("a wrong follow, or cards concealed", "有牌不跟、藏牌"),
    "wrong_play": ("another wrong play", "其他错出"),
    "throw_fail": ("a throw that failed", "甩牌失败"),
    "out_of_turn": ("a play out of turn", "抢出牌"),
    "take_back": ("a card taken back", "悔牌"),
    "timeout": ("time exceeded for one action", "超时"),
    "conduct": ("talk, signals, manners", "言语、暗号、赛风"),
    "kitty_peek": ("a look at the kitty or at played cards", "偷看底牌或翻看已出的牌"),
    "late": ("late at the table", "迟到"),
    "forfeit": ("forfeit", "弃权"),
    "substitution": ("a player replaced", "换人"),
    "time_up": ("the time of the round is over", "轮次时间到"),
    "rebellion": ("rebellion", "造反"),
    "redeal": ("a new deal", "重新发牌"),
    "claim": ("the rest of the tricks or points claimed", "摊牌主张"),
    "concede": ("the rest conceded", "认输"),
}
"""Kind of incident, and its meaning in English and Chinese."""

FIELDS: Final[dict[str, tuple[str, str]]] = {
    "trick": ("the trick it concerns, where that is another", "所涉的墩"),
    "cards": ("the cards it is about, spelled as a play", "所涉的牌"),
    "count": ("a number of cards", "张数"),
    "should": ("cards that should have been played", "应出的牌"),
    "found": (
        "when: `before_next` play, `after_next`, `trick_end`, `later_trick`, `after_hand`, `after_reshuffle`",
        "发现时机",
    ),
    "by": ("the seat that claims or objects", "提出者"),
    "choice": ("what the opponents chose: `play_on`, `end`, `correct`, `leave`", "对方的选择"),
    "action": ("of a timeout: `play`, `bury`, `overturn`", "超时的环节"),
    "seconds": ("seconds used", "用时秒数"),
    "limit": ("seconds allowed", "限时秒数"),
    "minutes": ("minutes late", "迟到分钟数"),
    "reason": ("why, in words", "原因"),
    "tricks": ("tricks claimed or conceded", "主张或放弃的墩数"),
    "points": ("points claimed, conceded, or awarded to the attackers (`-10`: taken off theirs)", "分数"),
    "levels": ("levels awarded, `NS+1 EW-1`, or the level a side is set to, `NS:J`", "级数"),
    "deal": ("who deals by the ruling: a seat or a side", "判定的庄家"),
    "replay": ("`yes` where the hand is played again", "是否重打"),
    "ruling": ("the ruling in words", "裁决"),
    "finding": (
        "the finding of an audit that was decided on, by its code: `follow.suit`",
        "所裁定的查验结论",
    ),
    "decision": ("what was decided on it: `upheld`, `dismissed`", "裁定：成立、驳回"),
}
"""Field of an incident, and its meaning in English and Chinese."""
