"""The tables an archive is written as: their columns, what each holds, and of which type.

The names are those of the game and of the format, but for words that SQL keeps for itself:
what `ledger` calls `from` and `to` are `payer` and `receiver` here. Nothing is what the record
does not tell, or what does not apply.
"""

from __future__ import annotations

from mustutor.tuples import NamedTuple

NUMBER = "BIGINT"
TEXT = "VARCHAR"
TRUTH = "BOOLEAN"
STONES_BY_SIDE = "MAP(VARCHAR, BIGINT)"
NAMES_BY_SEAT = "MAP(VARCHAR, VARCHAR)"


class Column(NamedTuple):
    """A column: its name, the type DuckDB gives it, and what stands in it."""

    name: str
    type: str
    holds: str


class FactTable(NamedTuple):
    """A table, in a file of its name: what a row of it is, and its columns."""

    name: str
    row: str
    columns: tuple[Column, ...]


_MATCH = Column("match", NUMBER, "which match of the archive, from 1 in its order")
_HAND = Column("hand", NUMBER, "which hand of the match, from 1")
_LANCE = Column("lance", TEXT, "`grande`, `chica`, `pares`, `juego` or `punto`")

MATCHES = FactTable(
    "matches",
    "a match, or what could not be read",
    (
        _MATCH,
        Column("file", TEXT, "the file it stands in, as it was named"),
        Column("number", NUMBER, "which match of the file, from 1"),
        Column("line", NUMBER, "the line it stands on, in a file of a match a line"),
        Column("byte", NUMBER, "the byte that line begins at; of a packed file, once unpacked"),
        Column("variant", TEXT, "the rulebook the record names"),
        Column("game", TEXT, "`mus` or `encaje`; nothing where the rules are not known"),
        Column("seats", NUMBER, "how many sit at the table"),
        Column("seating", TEXT, "the seats in speaking order: `A1 B1 A2 B2`"),
        Column("players", NAMES_BY_SEAT, "the names, by seat, of those who have one"),
        Column("event", TEXT, "as the record has it"),
        Column("place", TEXT, "as the record has it"),
        Column("date", TEXT, "as the record has it, text and not a date"),
        Column("recorder", TEXT, "who took the match down"),
        Column("view", TEXT, "what the recorder saw: `full`, `table`, or a seat"),
        Column("hands_recorded", NUMBER, "how many hands the record has"),
        Column(
            "hands_played", NUMBER, "how many of them could be played back: those before a fault"
        ),
        Column("calls", NUMBER, "how many calls were heard in them"),
        Column("verdict", TEXT, "`ok`, or what `mustutor replay verify` found"),
        Column("complete", TRUTH, "whether everything could be judged"),
        Column("winner", TEXT, "the side that won the game the last hand decided, if it did (Mus)"),
        Column("loser", TEXT, "the side that lost the game the last hand decided (Encaje)"),
    ),
)
HANDS = FactTable(
    "hands",
    "a hand that was played back",
    (
        _MATCH,
        _HAND,
        Column("game", NUMBER, "which game of the match it belongs to, from 1"),
        Column("mano", TEXT, "the seat that is mano at its end: in mus corrido, who cut"),
        Column("known", NUMBER, "of how many seats the cards are known at its end"),
        Column("discards", NUMBER, "how many times cards were thrown and served"),
        Column("calls", NUMBER, "how many calls were heard"),
        Column("stones", NUMBER, "how many stones moved"),
        Column("settled", TRUTH, "whether all its stones are known"),
        Column("winner", TEXT, "the side that won a game with it (Mus)"),
        Column("loser", TEXT, "the side that lost a game with it (Encaje)"),
        Column("after", STONES_BY_SIDE, "the stones of each side at its end, recomputed"),
    ),
)
HOLDINGS = FactTable(
    "holdings",
    "the cards of a seat at the end of a hand, where they are known",
    (
        _MATCH,
        _HAND,
        Column("seat", TEXT, "whose cards"),
        Column("side", TEXT, "the side of the seat: `A` of `A1`"),
        Column("cards", TEXT, "as printed: `Ro 3c Ab 7e`"),
        Column("pares", TEXT, "`par`, `medias` or `duples`"),
        Column("points", NUMBER, "the sum of the cards, for juego and punto"),
        Column("juego", TRUTH, "whether they are juego"),
        Column("real", TRUTH, "whether they are la Real"),
    ),
)
LANCES = FactTable(
    "lances",
    "a lance that came to its end",
    (
        _MATCH,
        _HAND,
        _LANCE,
        Column(
            "ended",
            TEXT,
            "`unbet`, `lone`, `void`, `nobody`, `unanswered_bet`, `unanswered_raise`, `seen` "
            "or `ordago`",
        ),
        Column("stake", NUMBER, "the last stake on the table; 0 where nobody bet or by órdago"),
        Column("ordago", TRUTH, "whether the last bet was an órdago, seen or not"),
        Column("bettor", TEXT, "the seat that made the last bet"),
        Column("claimants", TEXT, "the seats whose hands count, from mano: `A1 B2`"),
    ),
)
CALLS = FactTable(
    "calls",
    "a call that was heard",
    (
        _MATCH,
        _HAND,
        Column("round", NUMBER, "which round of the hand, from 1: mus may be talked again"),
        Column("lance", TEXT, "the lance of the round, or `mus`, or `descarte`"),
        Column("call", NUMBER, "which call of the round, from 1"),
        Column("seat", TEXT, "who spoke"),
        Column("verb", TEXT, "`paso`, `envido`, `subo`, `quiero`, `sena` ..."),
        Column("stake", NUMBER, "the stake it makes, of `envido` and `subo`"),
        Column("said", TEXT, "the whole call in its one spelling: `B subo a 5`"),
        Column("recorded", TEXT, "the call as it is written in the record"),
        Column("at_ms", NUMBER, "when, in milliseconds"),
    ),
)
MOVEMENTS = FactTable(
    "movements",
    "a movement of stones, recomputed, with its article",
    (
        _MATCH,
        _HAND,
        Column("movement", NUMBER, "which movement of the hand, from 1"),
        _LANCE,
        Column("moment", TEXT, "`at_once` or `showdown`"),
        Column("item", TEXT, "what for: `deje`, `envite`, `paso`, `duples`, `pot` ..."),
        Column("payer", TEXT, "the account it leaves: a side, `pot:grande`, `out` or `bank`"),
        Column("receiver", TEXT, "the account it enters"),
        Column("stones", NUMBER, "how many stones; 0 for an órdago, which wins the game"),
        Column("rule", TEXT, "the article"),
        Column("wins_game", TRUTH, "whether it wins the game by itself"),
        Column("seat", TEXT, "whose hand earned it, where a hand did by itself"),
        Column("figure", TEXT, "what that hand is: `par`, `duples`, `juego31` ..."),
    ),
)
CLAIMS = FactTable(
    "claims",
    "what somebody claims, beside what was computed",
    (
        _MATCH,
        Column("claim", NUMBER, "which claim of the match, from 1"),
        Column("claimant", TEXT, "who claims, as the record has it: a seat, a side or a name"),
        Column("player", TEXT, "the name of the claimant, where the record tells it"),
        Column("about", TEXT, "`1.pares`, `1` or `match`, as the record has it"),
        Column("hand", NUMBER, "the hand of it, where it is about one"),
        Column("lance", TEXT, "the lance of it, where it is about one"),
        Column("claimed_to", TEXT, "who gets it, they claim"),
        Column("claimed_stones", NUMBER, "how many stones, they claim"),
        Column("claimed_after", STONES_BY_SIDE, "the stones of sides then, they claim"),
        Column("computed_to", TEXT, "who gets it"),
        Column("computed_stones", NUMBER, "how many stones"),
        Column("computed_after", STONES_BY_SIDE, "the stones of each side then"),
        Column("holds", TRUTH, "whether the claim holds; nothing where it cannot be told"),
        Column("why", TEXT, "what stands in the way, where it cannot be told"),
    ),
)
FAULTS = FactTable(
    "faults",
    "the first fault of a match that has one, as `mustutor replay verify` tells it",
    (
        _MATCH,
        Column("verdict", TEXT, "`unreadable`, `illegal`, `diverges`, `unsettled` ..."),
        Column("code", TEXT, "the article, where there is one"),
        Column(
            "place",
            TEXT,
            "`1.grande.3`, `claims.2` ...; of what is unreadable, line:column in its text",
        ),
        Column("hand", NUMBER, "the hand of the place, where it has one"),
        Column("lance", TEXT, "the lance of the place, where it has one"),
        Column("call", NUMBER, "the call of the place, where it has one"),
        Column("recorded", TEXT, "the call as it is written in the record"),
        Column("message", TEXT, "what is wrong, in English"),
    ),
)

TABLES = (MATCHES, HANDS, HOLDINGS, LANCES, CALLS, MOVEMENTS, CLAIMS, FAULTS)
