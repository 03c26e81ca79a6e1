"""What a game answers: five small values, and what their functions give back.

`Rules` say what may be done and what comes of it, `Chance` what luck decides, `Words` what is said;
`Gaps` speak of records that leave something out, `Conduct` of what went wrong at a table. A field
without a default has to be answered; every other default works for any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from mustutor.base.errors import Fault
from mustutor.base.register import Phases
from mustutor.model.calls import Call, Grammar
from mustutor.model.cards import Card, Deck
from mustutor.model.position import Position, Step
from mustutor.model.variant import Variant

if TYPE_CHECKING:
    from random import Random

    from mustutor.model.cards import Pack
    from mustutor.model.ledger import Ruling
    from mustutor.model.position import OpenPayment, Option

Hands = dict[str, "tuple[Card, ...]"]
ShownHands = Callable[[Position, Position, "Sequence[OpenPayment]"], frozenset[str]]


class CitedArticles(NamedTuple):
    """The articles that reading a record cites: on seats, rounds, deal, stock, mano."""

    seats: str
    lances: str
    dealt: str
    served: str
    mano: str


class Statement(NamedTuple):
    """A judgement of something a record states beside the calls: a cut, a draw, a claim.

    `what` is its field, or the place of a claim; `holds` says whether the rules have it so, and is
    None where they do not decide it; with `open` what decides it is not recorded. `fault` says
    why, with its article.
    """

    what: str
    holds: bool | None
    fault: Fault
    open: bool = False


class PossibleDeal(NamedTuple):
    """One way things may have been: a hand of its kind for each seat, and how it then ends.

    `ways` counts the deals of these kinds.
    """

    hands: tuple[tuple[Card, ...], ...]
    ways: int
    end: Position


class PossibleDeals(NamedTuple):
    """Every way things may have been, as far as a question asks.

    `seats` are those whose hands decide it. `whole` says that nothing was left untried, and
    `counted` that the ways are the numbers of deals. Where not all was tried, `beyond` are ends
    that were met by no deal tried: what brings none other than those met was left out for
    nothing. It is None where even that is not known.
    """

    seats: tuple[str, ...]
    worlds: tuple[PossibleDeal, ...]
    whole: bool
    counted: bool
    beyond: tuple[Position, ...] | None = None


NONE: frozenset[str] = frozenset()


class RecordContext(NamedTuple):
    """What a record tells around a call: its round, what follows it, and what is noted of it.

    `later` are the calls after it, first those of its round and then those of each round after.
    `noted` is an irregularity of the table that the record names, `seat` whom it is about, and
    `stakes` are those a call may have had. `cut_off` says that the record goes on with another
    round, as if the one under way had ended with this call.
    """

    round: str
    later: tuple[tuple[Call, ...], ...] = ()
    noted: str = ""
    seat: str = ""
    stakes: tuple[int, ...] = ()
    cut_off: bool = False

    def verbs(self, *, here: bool = False) -> set[str]:
        """The verbs of the later calls of the hand, or of its round."""
        return {call.verb for calls in self.later[: 1 if here else None] for call in calls}

    def has_passed(
        self, condition: str, bets: frozenset[str] = NONE, answers: frozenset[str] = NONE
    ) -> bool:
        """Whether the record shows that the moment for a way is over (see `Irregularity.when`)."""
        match condition:
            case "before_bet":
                return not bets.isdisjoint(self.verbs(here=True))
            case "nothing_answered":
                return not answers.isdisjoint(self.verbs())
            case "before_next_lead":
                return any(self.later[1:])
            case "next_not_played" | "nobody_played":
                return any(self.later)
            case _:
                return False


class RulingOption(NamedTuple):
    """One way to take an irregularity, by its name in the table, with the position after it.

    `after` is the position the hand goes on from, `before` the one at which the call counts as
    heard (none where it counts as not said), `rule` the article that says so, where one does.
    `open` is what a hand that is counted by it waits for.
    """

    name: str
    after: Position
    before: Position | None = None
    rule: str = ""
    open: tuple[OpenPayment, ...] = ()


class IllegalPlay(NamedTuple):
    """A call the rules refuse, and that somebody made all the same: what a referee may rule.

    `kind` is its row in the table, `offence` what the table may have priced it as, `seat` who did
    it (nobody's fault where empty). `rule` is the article that speaks of it, `option` the one that
    would decide what follows. Where that is decided, there is one ruling option, or the first is
    `by_article`; where the table has a price for it, `ruling` is what it costs, and in all ruling
    options it is paid.
    """

    kind: str
    offence: str
    seat: str
    rule: str
    ruling_options: tuple[RulingOption, ...]
    option: str = ""
    ruling: Ruling | None = None
    by_article: bool = False


class TableIrregularity(NamedTuple):
    """Something irregular that is no call: how the deck was cut, stones nobody took.

    `what` is the field of a hand that states it, `fault` what there is to say of it; the
    ruling options of its `illegal_play` lead to the end of the hand, or to another deal.
    """

    what: str
    illegal_play: IllegalPlay
    fault: Fault


class Rules(NamedTuple):
    """What may be done at a table, what comes of it, and who deals next."""

    phases: Phases
    """The rounds of a hand, the same as the game's part `PHASES`."""

    seats: Callable[[Variant, int], tuple[str, ...]]
    """The seats of a table for this number of players, or for the usual number where it is 0."""

    start: Callable[[Variant, tuple[str, ...], str, Mapping[str, int], Mapping[str, int]], Position]
    """The first hand of a match: the variant, seats, mano, stones in front, and games lost."""

    options: Callable[[Position], tuple[Option, ...]]
    """The calls that may be made now, with the bounds of each stake."""

    why_not: Callable[[Position, Call], Fault | None]
    """Why a call is refused here, with its article; None where it is legal."""

    play: Callable[[Position, Call], Position]
    """The position after a legal call."""

    settle: Callable[[Position], tuple[Position, tuple[OpenPayment, ...]]]
    """The position with all stones paid that can be, and the payments that wait for cards."""

    next_manos: Callable[[Position], tuple[str, ...]]
    """Who may be mano of the next hand: several where it is drawn, none where the match is over."""

    next_hand: Callable[[Position, str, Mapping[str, int] | None], Position]
    """The next hand with this mano, and with these stones unless those of the hand before stay."""

    resume_with: Callable[[Position, tuple[int, ...], str], Position] = (
        lambda position, stones, winner: position._replace(
            stones=stones, pots=(), lance="end", queue=(), winner=winner
        )
    )
    """The end of a hand that is not known whole, from the stones stated after it and its winner."""

    why_round_ended: Callable[[Position, str], Fault | None] = lambda *_: None
    """Why a round is over, where something else than its last call ended it."""

    rule_on_talk: Callable[[Position, Call], Position] = lambda position, _: position
    """The position after a signal or something said, with what the table rules on it."""

    played: Callable[[Variant], tuple[str, ...]] | None = None
    """The rounds every hand comes to, where that depends on the rules; else those of `phases`."""

    carries_pots: bool = False
    """Whether a pot that nobody won is played for in the next hand."""

    allows_debt: bool = False
    """Whether somebody may have fewer than no stones."""

    answer: Callable[[Position, Call], Position | Fault] | None = None
    """What a call brings about, or why it is refused: `why_not` and `play` in one, if quicker."""

    hearing: Callable[[Position, tuple[str, ...]], tuple[Position, str] | None] | None = None
    """Plays a whole round at once, or gives None where its calls go one by one."""


class Chance(NamedTuple):
    """What luck decides: the cards, who begins, and the calls of a random match."""

    deck: Deck
    """The cards, as they are written and read."""

    pack: Callable[[Position], tuple[Card, ...]]
    """The cards of a hand about to be dealt, in the order the shuffle starts from."""

    deal: Callable[[Position, Pack], tuple[Hands, Pack]]
    """The hands dealt from a shuffled pack, and the rest of it."""

    random_call_for: Callable[[Position, Option, Random], Call] | None = None
    """One of the calls that an option allows, at random: by default a card that may be played."""

    first_mano: Callable[[tuple[str, ...], float], str] = lambda seats, _: seats[0]
    """Who is mano first, by a lot from 0 up to 1."""

    serve: Callable[[Position, Pack], tuple[Hands, Pack | None]] = lambda _, pack: ({}, pack)
    """The cards served during a hand, and the rest of the pack; None where that is not known."""

    with_stock: Callable[[Position, Pack], Position] = lambda position, _: position
    """The beginning of a hand with what the rest of the pack decides: a stock, a card turned up."""

    turns_card_up: bool = False
    """Whether a card is turned up when the hand is dealt: `starter` of the state and in records."""

    drawing_verbs: frozenset[str] = frozenset()
    """The verbs of calls that draw a card from the stock."""

    drawn_card: Callable[[Step], tuple[Card, ...]] = lambda _: ()
    """The cards that a call drew from the stock."""

    verb_weights: Mapping[str, float] = MappingProxyType({})
    """How often each verb is said in a random match; 1 for a verb that is not named."""

    unbounded_verbs: frozenset[str] = frozenset()
    """The verbs that could be repeated without end, such as raises: left out in a long round."""


class Words(NamedTuple):
    """What players say, and the articles cited."""

    grammar: Grammar
    """The calls in words, as players say and records write them."""

    cited: CitedArticles
    """The articles cited where a record is at fault."""

    spelled_out: Callable[[Position, Call], Call] = lambda _, call: call
    """A call relative to the stake, in full: ``5 mas`` becomes ``subo a 10``."""

    words_in_context: Callable[[Position, str, str], str] = lambda _position, _seat, words: words
    """What a seat's words mean at this position, where they could mean several calls."""


def stated_starter(position: Position) -> dict[str, Any]:
    """What a record states of the card turned up; empty where none was, or nobody knows it."""
    starter = getattr(position.state, "starter", None)
    return {"starter": str(starter)} if starter else {}


def with_starter(position: Position, starter: Card | None) -> Position:
    """The position with this card turned up."""
    return position._replace(state=position.state._replace(starter=starter))


class Gaps(NamedTuple):
    """What a record may leave out, where it may begin, and how unknown cards may lie."""

    skip_to: Callable[[Position, str], Position | None] = lambda *_: None
    """The position at a later round where those between are not recorded; None if impossible."""

    why_not_begun: Callable[[Position, str], Fault | None] = lambda *_: None
    """Why a record cannot begin at a round."""

    records_kept_cards: Callable[[Variant, str], bool] = lambda *_: False
    """Whether the hands of a record that begins at a round are those kept after the discards."""

    with_implied_declarations: Callable[[Position, Sequence[str]], Position] = lambda position, _: (
        position
    )
    """The position with the declarations a record leaves out, as the calls after them imply."""

    with_stated_deal: Callable[[Position, Mapping[str, Any], Sequence[str] | None], Position] = (
        lambda position, *_: position
    )
    """The beginning of a hand with what a record states of its deal, and of the claims in it."""

    with_stated_draws: Callable[[Position, Hands], Position] = lambda position, _: position
    """The position with the cards that a record says each seat drew in a round."""

    stated_stock: Callable[[Position, Position], Mapping[str, Any]] = lambda begins, _: (
        stated_starter(begins)
    )
    """What a record states of the stock, from the beginning and the end of a hand."""

    without_hidden_cards: Callable[[Position, str], Position] = lambda position, _: position
    """The position without those cards in its state that a seat has not seen."""

    shown_hands: ShownHands = lambda *_: frozenset()
    """The seats whose hands are shown when all is said: before and after it is settled."""

    verbs_bound_to_hand: frozenset[str] = frozenset()
    """The verbs that only some hands may say, and that therefore tell something of a hand."""

    possible_deals: Callable[
        [Position, Sequence[Step], tuple[str, ...], str, tuple[int, int]], PossibleDeals
    ] = lambda *_: PossibleDeals((), (), whole=False, counted=False)
    """Every way in which unseen hands may lie: the end, its steps, the seats, the round asked for,
    and how many kinds of deals are tried: up to the first number all, beyond it the second."""

    payment_key: Callable[[Position, str], tuple[Position, bool]] = lambda whole, _: (whole, False)
    """What of a position one round's payments depend on, and whether on that round alone."""

    implied_claims: Callable[[Position, Mapping[str, int]], Sequence[str] | None] = lambda *_: None
    """What was claimed at a count, as the stones stated after the hand imply."""


JudgedPlay = Callable[[Sequence[Step], Position, Call, RecordContext], IllegalPlay | None]
JudgedHand = Callable[[Position, Position, Position, RecordContext], IllegalPlay | None]


class Conduct(NamedTuple):
    """What a refused call or an irregular deal is at the table, and what may be done about it."""

    illegal_play: JudgedPlay = lambda *_: None
    """How a refused call may be taken: the steps before it, the position, the call, its record."""

    noted_in_hand: JudgedHand = lambda *_: None
    """How what is noted of a hand may be taken: its start, before the count, its end, the note."""

    deal_irregularities: Callable[
        [Position, Position, Mapping[str, Any]], Iterable[TableIrregularity]
    ] = lambda *_: ()
    """What is irregular in a deal: the beginning and end of a hand, and what is stated of it."""

    forgotten_stones: Callable[
        [Position, Sequence[str] | None, Mapping[str, int] | None], Iterable[TableIrregularity]
    ] = lambda *_: ()
    """The stones nobody took: the end, the claims, the stones stated once the next deck is cut."""

    without_effect: frozenset[str] = frozenset()
    """The ways to rule that together leave what was said after them without effect."""

    judge_seat_draw: (
        Callable[[Variant, tuple[str, ...], str, Mapping[str, Card]], Statement] | None
    ) = None
    """What the rules make of the cards drawn for the seats; None where no draw decides them."""

    judge_deal: Callable[[Position, Mapping[str, Any]], Iterable[Statement]] = lambda *_: ()
    """What the rules make of a deal as a record states it."""

    judge_count: (
        Callable[[Position, Position, Sequence[OpenPayment], Sequence[str]], Iterable[Statement]]
        | None
    ) = None
    """What the rules make of the claims at the count; None where nobody has to claim."""

    judge_score_after: Callable[[Position, Mapping[str, int]], Iterable[Statement]] = lambda *_: ()
    """What the stones stated after a hand tell once the next deck is cut."""


class Game(NamedTuple):
    """A game: what mustutor asks of it, and nothing else of mustutor knows one from another."""

    rules: Rules
    """What may be done, and what comes of it."""

    chance: Chance
    """What luck decides."""

    words: Words
    """What is said."""

    gaps: Gaps = Gaps()
    """What a record may leave out."""

    conduct: Conduct = Conduct()
    """What went wrong at a table, and what may be done about it."""
