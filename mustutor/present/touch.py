"""Pages of buttons: a stop of a walk, a choice of what comes next, a table to play at.

Each is a piece of a page, without scripts. A button names what it does (``data-act``) and what it
says (``data-typed``); with ``data-lay`` it lays a word into the field beside it, or takes it out
again. Cards are drawn, and lie as on the pages that play a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mustutor.base.language import Language
from mustutor.base.register import traits
from mustutor.games import game_of, rulebook
from mustutor.games.explain import Explanation, Passage
from mustutor.games.question import Asking, Question, Scene
from mustutor.games.teller import teller_of
from mustutor.model.position import NO_MAXIMUM, Option, Position
from mustutor.present.card_art import Spelt
from mustutor.present.html import PageWriter, drawings
from mustutor.present.markup import Attribute, Markup, block, constant, element, joined
from mustutor.present.table_state import BACK, TableSeat, TableView, speller, table_view
from mustutor.tutor.question_text import feedback, prompt_passage, table_in_words
from mustutor.tutor.walk import Fork, Walk

DECK = "spanish"
TYPED = frozenset(("number", "call", "settle", "cards", "order"))
"""Kinds of questions that are answered in a field."""


class Touched(NamedTuple):
    """A button: its words, what it does, what it says; `lays` says that it fills the field."""

    words: str
    act: str
    typed: str = ""
    lays: bool = False

    def markup(self) -> Markup:
        """The button."""
        return element(
            "button",
            self.words,
            type="button",
            data_act=None if self.lays else self.act,
            data_typed=self.typed or None,
            data_lay=self.typed if self.lays else None,
        )


def walk_page(
    walk: Walk, language: Language, message: str = "", buttons: Markup | None = None
) -> Markup:
    """A stop of a walk: its place, the table, its text, the question and its buttons.

    Those are the ways on, unless others are given.
    """
    stop, asking, say = walk.stop, walk.asking, language.say
    scene, position = stop.scene, stop.scene.laid
    deck = DECK if position is None else teller_of(position.variant).deck
    writer = PageWriter(language, deck)
    count = walk.source.count
    where = (
        say("{title}: {number} of {of}", title=walk.source.title, number=walk.at + 1, of=count)
        if count
        else say("{title}: {number}", title=walk.source.title, number=walk.at + 1)
    )
    told = [element("p", where, class_="where")]
    if position is not None:
        told.append(felt(_seen(scene, position, stop.place, language), writer))
    elif lies := table_in_words(scene, language):
        told += passages_of([Passage("", lies)], writer)
    told += passages_of(scene.page.passages, writer)
    cited = [scene.page]
    if asking is not None:
        answered = feedback(asking, language)
        cited.append(answered)
        told += passages_of([prompt_passage(asking.question), *answered.passages], writer)
    return whole(
        writer,
        told,
        _answering(asking, language) if asking is not None else None,
        message_of(message),
        buttons or buttons_of(_going(walk, asking, language)),
        writer.book(rulebook.cited_articles(cited)) if asking is None or asking.closed else None,
    )


def fork_page(fork: Fork, language: Language, *, back: bool, message: str = "") -> Markup:
    """A choice of what comes next, the recommended way first to be seen."""
    writer = PageWriter(language, DECK)
    parts: list[Markup] = []
    heading = ""
    for number, way in enumerate(fork.ways, 1):
        if way.part != heading:
            heading = way.part
            parts.append(element("h3", heading))
        recommended = number - 1 == fork.usual
        parts.append(
            element(
                "button",
                way.words,
                type="button",
                data_act="way",
                data_typed=str(number),
                class_="recommended" if recommended else "way",
            )
        )
    behind = [Touched(language.say("Back"), "back")] if back else []
    return whole(
        writer,
        [element("h2", fork.title), *passages_of(fork.page.passages, writer)],
        message_of(message),
        block("div", parts, class_="ways-on"),
        buttons_of(behind),
    )


class TableTurn(NamedTuple):
    """A moment of a match for somebody who plays: the table, what happened, what may be said.

    `asked` says that they are to speak; otherwise one button goes on. When the match is `over`, it
    can be settled, `coached`, and what the coach saw `asked_again`.
    """

    position: Position
    scene: Scene
    place: str
    seat: str
    happened: Sequence[Explanation]
    options: Sequence[Option]
    asked: bool
    lesson: bool = False
    over: bool = False
    coached: bool = False
    asked_again: bool = False


def table_page(turn: TableTurn, language: Language, message: str = "") -> Markup:
    """The table of somebody who plays, what happened since, and their calls as buttons."""
    teller, say = teller_of(turn.position.variant), language.say
    writer = PageWriter(language, teller.deck)
    view = _seen(turn.scene, turn.position, turn.place, language)
    told = [felt(view, writer)]
    for page in turn.happened:
        told += passages_of(page.passages, writer)
    if not turn.asked:
        after = [Touched(say("Go on"), "next")]
        if turn.over:
            after.append(Touched(say("Every stone of it"), "stones"))
        if turn.coached:
            after.append(Touched(say("What the coach saw"), "coach"))
        if turn.asked_again:
            after.append(Touched(say("Choose better"), "moments"))
        return whole(writer, told, message_of(message), buttons_of(after))
    asides = [
        Touched(say("hint"), "say", language.term("recording", "hint")),
        Touched(say("What may be said now."), "say", "?"),
        Touched(say("What everybody has."), "say", language.term("recording", "score")),
    ]
    if turn.lesson:
        asides.append(Touched(say("The lesson on what this table plays."), "lesson"))
    asides.append(Touched(say("Leave the table"), "leave"))
    return whole(
        writer, told, message_of(message), _calls(turn, writer, language), buttons_of(asides)
    )


# --- the table -----------------------------------------------------------------------------------


def felt(table: TableView, writer: PageWriter) -> Markup:
    """The table as it lies on the pages that play a record."""
    say, held = writer.language.say, {seat.seat for seat in table.seats}
    stones = {side: words for side, _, words in table.score}
    seats = [_seat(at, seat, table, stones, writer) for at, seat in enumerate(table.seats)]
    score = [
        element("li", element("b", side), " ", words)
        for side, _, words in table.score
        if side not in held
    ]
    lying = [
        element("li", element("span", whose, class_="whose"), _cards(cards, (), writer))
        for whose, cards in table.lying
    ]
    middle = block(
        "div",
        element("p", table.heading, class_="heading"),
        block("ul", lying, class_="lying") if lying else None,
        _list(table.now, "now"),
        block("ul", score, class_="piles") if score else None,
        _list(table.past, "past"),
        class_="middle",
    )
    laid = block(
        "div",
        block("ul", seats, class_="seats", data_seats=len(table.seats)),
        middle,
        class_="felt",
        role="group",
        aria_label=say("The table"),
    )
    return block("div", laid, class_="player")


def _seat(
    at: int, seat: TableSeat, table: TableView, stones: dict[str, str], writer: PageWriter
) -> Markup:
    say = writer.language.say
    label = [element("b", seat.name or seat.seat)]
    if seat.name:
        label.append(element("span", seat.seat, class_="id"))
    if seat.seat == table.mano:
        label.append(element("span", say("mano"), class_="mano"))
    if seat.seat in stones:
        label.append(element("span", stones[seat.seat], class_="stones"))
    speaks = seat.seat == table.speaker
    if speaks:
        label.append(element("span", say("{seat} speaks", seat=seat.seat), class_="spoken"))
    said = None
    if seat.best:
        said = element("p", say("best: {rounds}", rounds=seat.best), class_="won")
    elif seat.words:
        kind = "words overtaken" if seat.overtaken else "words"
        said = element("p", seat.words, class_=kind)
    return element(
        "li",
        element("p", joined(*label, between=" "), class_="name"),
        _cards(seat.cards, seat.decided, writer),
        said,
        class_=f"seat place-{at} speaks" if speaks else f"seat place-{at}",
    )


def _cards(cards: Sequence[Spelt], decided: Sequence[Spelt], writer: PageWriter) -> Markup:
    """Cards side by side; backs are told by their number, not one by one."""
    drawn = [card_of(card, writer) for card in cards]
    if cards and all(card == BACK for card in cards):
        label = writer.language.say("hidden cards: {number}", number=len(cards))
        return element("div", drawn, class_="cards", role="img", aria_label=label)
    items = [
        element("li", one, class_="best" if card in decided else None)
        for card, one in zip(cards, drawn, strict=True)
    ]
    return element("ul", items, class_="cards")


def card_of(card: Spelt, writer: PageWriter) -> Markup:
    """A card of the deck, drawn."""
    writer.cards[card] = None
    named = None if card == BACK else writer.deck.name_of(card, writer.language)
    return element(
        "svg",
        element("use", href=f"#{card.id}"),
        class_="card",
        role="img" if named else None,
        aria_label=named,
        aria_hidden=None if named else "true",
    )


def _list(lines: Iterable[str], kind: str) -> Markup | None:
    items = [element("li", line) for line in lines]
    return block("ul", items, class_=kind) if items else None


def _seen(scene: Scene, position: Position, place: str, language: Language) -> TableView:
    """The table with the cards that lie face up, and the others' backs."""
    view = table_view(place, scene, position, language, {})
    seats = [
        seat
        if seat.seat in scene.face_up
        else seat._replace(cards=(BACK,) * seat.hidden if seat.hidden else ())
        for seat in view.seats
    ]
    return view._replace(seats=tuple(seats))


# --- what is touched -----------------------------------------------------------------------------


def _answering(asking: Asking, language: Language) -> Markup | None:
    """How the question is answered: its choices as buttons, or a field with words to lay into."""
    question = asking.question
    if asking.closed:
        return None
    if question.kind not in TYPED:
        return buttons_of(
            [Touched(choice.label, "answer", choice.value) for choice in question.choices]
        )
    laid = [Touched(word, "", word, lays=True) for word in _words_to_lay(question)]
    return field_of("answer", language.say("Your answer"), laid, language.say("Answer"))


def _words_to_lay(question: Question) -> list[str]:
    if question.kind == "call":
        return [word.strip() for word in game_of(question.game).words.grammar.bare]
    return [choice.value for choice in question.choices if question.kind != "settle"]


def _calls(turn: TableTurn, writer: PageWriter, language: Language) -> Iterator[Markup]:
    """A button for each call, a field for a stake, and cards to touch where some are thrown."""
    teller, say = teller_of(turn.position.variant), language.say
    grammar = game_of(turn.position.variant.game).words.grammar
    bare: list[Touched] = []
    for option in turn.options:
        words = teller.aloud(option.verb, language)
        if option.verb in grammar.face_down or (
            f"{option.verb} " in grammar.bare and "lances" not in traits(turn.position.variant.game)
        ):
            yield _thrown(option, words, turn, writer)
        elif option.least or option.most:
            least, most = option.least, option.most
            bounded = most < NO_MAXIMUM
            stake = element(
                "input",
                type="number",
                name="typed",
                inputmode="numeric",
                min=least,
                max=most if bounded else None,
                value=least,
                aria_label=say("{verb}: how many", verb=words),
            )
            send = element("button", words, type="submit")
            yield block(
                "form", stake, send, class_="stake", data_act="say", data_before=option.verb
            )
        else:
            bare.append(Touched(words, "say", option.verb))
    if bare:
        yield buttons_of(bare)
    yield field_of("say", say("Or type it"), (), say("Say it"))


def _thrown(option: Option, words: str, turn: TableTurn, writer: PageWriter) -> Markup:
    """The own cards, each to be touched, and what is then said of them."""
    hand = turn.position.hand_of(turn.seat) or ()
    drawn = speller(turn.position)(hand)
    keys = [
        element(
            "button",
            card_of(card, writer),
            type="button",
            data_lay=str(held),
            aria_pressed="false",
            class_="held",
        )
        for held, card in zip(hand, drawn, strict=True)
    ]
    field = element("input", type="hidden", name="typed", value="")
    send = element("button", words, type="submit")
    return block(
        "form",
        element("div", keys, class_="cards hand-held"),
        field,
        send,
        class_="throw",
        data_act="say",
        data_before=option.verb,
    )


def field_of(
    act: str,
    label: str,
    laid: Sequence[Touched | Markup],
    send: str,
    *,
    rows: int = 0,
    value: str = "",
) -> Markup:
    """A field with the words that can be laid into it, and a button to send it.

    The button does `act`; with `rows` the field has several lines.
    """
    plain: dict[str, Attribute] = {"name": "typed", "autocomplete": "off", "spellcheck": "false"}
    if rows:
        field = element("textarea", constant(""), rows=rows, **plain)
    else:
        field = element("input", value=value or None, autocapitalize="none", **plain)
    held = [each.markup() if isinstance(each, Touched) else each for each in laid]
    return block(
        "form",
        block("div", held, class_="offers") if held else None,
        element("label", label, field, class_="wide" if rows else None),
        element("button", send, type="submit"),
        class_="typed",
        data_act=act,
    )


def _going(walk: Walk, asking: Asking | None, language: Language) -> Iterator[Touched]:
    """The ways on from a stop."""
    say = language.say
    if asking is not None and not asking.closed:
        if asking.hints < len(asking.question.hints):
            yield Touched(say("hint"), "hint")
        yield Touched(say("Show the answer"), "reveal")
        yield Touched(say("skip"), "onward")
    else:
        yield Touched(say("Next"), "forward")
    if walk.at:
        yield Touched(say("Back"), "back")
    yield Touched(say("To the beginning"), "home")


def buttons_of(touched: Iterable[Touched]) -> Markup:
    """Buttons in a row."""
    return block("div", [each.markup() for each in touched], class_="buttons")


def message_of(text: str) -> Markup | None:
    """What went wrong, or has happened; None if nothing is to be said."""
    return element("p", text, class_="problem", role="alert") if text else None


def passages_of(passages: Iterable[Passage], writer: PageWriter) -> Iterator[Markup]:
    """Passages, with their headings."""
    for passage in passages:
        yield from writer.bare_passage(passage)


def whole(writer: PageWriter, told: Sequence[Markup], *rest: object) -> Markup:
    """The text, the buttons, and before both the drawings they need."""
    body = [block("div", told, class_="told", tabindex=-1), *rest]
    return joined(drawings(writer.name, writer.cards, writer.language), *body)  # type: ignore[arg-type]
