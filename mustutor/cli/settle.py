"""The `settle` command: a record recomputed, every stone explained, every claim judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.base.register import game_part
from mustutor.cli.common_options import Status, UsageError, nearest, variant_named
from mustutor.cli.console import Console, paged, text_of
from mustutor.cli.output_files import HTML, PageFile
from mustutor.cli.parameters import BRIEF, JSON, RECORD, flag, option
from mustutor.cli.replay.records import (
    Match,
    is_unreadable,
    matches,
    report_refusal,
    settled,
    title,
)
from mustutor.games.explain import Explanation, Passage
from mustutor.games.teller import teller_of
from mustutor.model.variant import Variant
from mustutor.present.deciding import explain_why, why
from mustutor.present.possible import possible_lines
from mustutor.present.settlement import markdown_pages, pages
from mustutor.present.text import to_markdown
from mustutor.referee.possible import Possible
from mustutor.referee.settle import Settlement, difference
from mustutor.referee.verify import disagreement
from mustutor.replay.names import by_name
from mustutor.replay.playback import Played

WHY = option(
    "--why SEAT LANCE",
    "Say why a seat was paid in a lance: A1 pares; or, for hand 2, A1 2.pares.",
    None,
)
WHY_NOT = option("--why-not SEAT LANCE", "Say why a seat was not paid in a lance.", None)


def settle(
    console: Console,
    file: str = RECORD,
    json: bool = JSON,
    brief: bool = BRIEF,
    markdown: bool = flag("--markdown", "Write Markdown, to keep or to send."),
    html: str = HTML,
    variant: str = option(
        "--variant ID|FILE", "Settle by these rules instead of those the record names."
    ),
    diff: tuple[str, str] | None = option(
        "--diff A B",
        "Settle by two rulebooks: show where they differ, and which stones change hands.",
        None,
    ),
    why: tuple[str, str] | None = WHY,
    why_not: tuple[str, str] | None = WHY_NOT,
) -> Status:
    """Settle every match of a file; 1 when a call is refused or a claim is false."""
    if diff and (markdown or variant):
        raise UsageError("--diff cannot be joined with --markdown or --variant.")
    if json and markdown:
        raise UsageError("--json and --markdown exclude each other.")
    if brief and (json or why or why_not):
        raise UsageError("--brief cannot be joined with --json, --why or --why-not.")
    if html and (json or markdown):
        raise UsageError("--html cannot be joined with --json or --markdown.")
    asked = asked_why(why, why_not)
    if asked and diff:
        raise UsageError("--diff cannot be joined with --why or --why-not.")
    page = PageFile(html) if html else None
    rules = variant_named(variant) if variant else None
    both = (variant_named(diff[0]), variant_named(diff[1])) if diff else None
    worst = Status.DONE
    with paged(console, wanted=not json and page is None):
        for number, match in enumerate(matches(file, rules)):
            if is_unreadable(console, match):
                worst = Status.UNREADABLE
                continue
            if both:
                answer = _apart(console, match, both, brief=brief, title=page is not None)
            else:
                settlement = settled(match, rules, console.language)
                answer = _settled(console, settlement, brief=brief, markdown=markdown, page=page)
            if asked:
                answer = answer._replace(
                    document=partial(asked.as_json, answer.settlement, console.language),
                    pages=partial(_asked, console, match, asked, answer.settlement),
                )
            if json:
                console.document(answer.document())
            elif page is not None:
                told = answer.pages()
                page.add(match.file, answer.settlement, told, console.language, *answer.others)
            else:
                whole = not (brief or asked or markdown)
                if number and not (asked or markdown):
                    console.write()
                if whole:
                    title(console, match.replay)
                for each in answer.pages():
                    if whole:
                        console.write()
                    console.write(to_markdown(each) if markdown else text_of(console, each))
            if not both and answer.settlement.failure is not None:
                console.flush()
                report_refusal(console, match.file, answer.settlement.failure)
            elif not both and rules is None:
                report_disagreement(console, match, answer.settlement)
            worst = max(worst, answer.status)
    if page is not None:
        page.write(console)
    return worst


class SettleAnswer(NamedTuple):
    """What is answered about a match: as a document and as pages, and the status it amounts to.

    `others` are the rules of further settlements the pages tell of.
    """

    settlement: Settlement
    status: Status
    document: Callable[[], object]
    pages: Callable[[], Iterable[Explanation]]
    others: tuple[Variant, ...] = ()


def _settled(
    console: Console, settlement: Settlement, *, brief: bool, markdown: bool, page: PageFile | None
) -> SettleAnswer:
    """The verdict, and what it is derived from: hand by hand, then claim by claim."""

    def explanations() -> Iterable[Explanation]:
        report = markdown or page is not None
        found = pages(settlement, console.language, brief=brief, report=report)
        return markdown_pages(settlement, found, console.language) if markdown else found

    status = Status.DONE if settlement.holds else Status.WRONG
    return SettleAnswer(settlement, status, settlement.as_json, explanations)


def _apart(
    console: Console, match: Match, rules: tuple[Variant, Variant], *, brief: bool, title: bool
) -> SettleAnswer:
    """Where two rulebooks part; a brief page has a `title` only where it stands among others."""
    from mustutor.cli.settle_diff import document, told_apart

    found = difference(match.replay, *rules)

    def explanations() -> Iterable[Explanation]:
        page = told_apart(found, by_name(console.language, match.replay), brief=brief)
        return [page if title or not brief else page._replace(title="")]

    refused = any(settlement.failure for settlement in found.settlements)
    status = Status.WRONG if refused else Status.DONE
    written = partial(document, found, console.language)
    return SettleAnswer(found.settlements[0], status, written, explanations, rules[1:])


def _asked(
    console: Console, match: Match, asked: WhyRequest, settlement: Settlement
) -> Iterable[Explanation]:
    return [asked.page(settlement, by_name(console.language, match.replay))]


def report_disagreement(console: Console, match: Match, settlement: Settlement) -> None:
    """Say on stderr, in a line, that the record itself states something else than was settled."""
    failure = disagreement(match.replay, settlement.hands)
    if failure is None:
        return
    if failure.verdict == "altered":
        sentence = mark(
            "{file}: a seal of the record does not match; mustutor replay verify {file} says where."
        )
    else:
        sentence = mark(
            "{file}: at {place} the record itself says otherwise; "
            "mustutor replay verify {file} says how."
        )
    console.flush()
    console.problem(console.language.say(sentence, file=match.file, place=failure.place))


# --- why, or why not ----------------------------------------------------------------------


class WhyRequest(NamedTuple):
    """What is asked on the command line: about which seat, which lance, of which hand.

    `hand` is 0 where none was named: then the last hand is meant.
    """

    seat: str
    lance: str
    hand: int
    option: str

    def of(self, settlement: Settlement) -> Played:
        """The hand that is meant. UsageError where there is none, or no such lance or seat."""
        table = settlement.hands[-1].end.table if settlement.hands else None
        found = [played for played in settlement.hands if self.hand in (0, played.number)]
        if table is None or not found:
            raise UsageError("There is no hand {hand} in this record.", hand=self.hand or 1)
        teller = teller_of(settlement.variant)
        paid_in = teller.paid_in or game_part(settlement.variant.game, "PHASES").paid
        if self.lance not in paid_in:
            raise UsageError(
                teller.no_such_round,
                hint=nearest(self.lance, paid_in),
                lance=self.lance or '""',
                lances=", ".join(paid_in),
            )
        known = (*table.seats, *(side for side in table.sides if side not in table.seats))
        if self.seat not in known:
            raise UsageError(
                "There is no seat {seat} here; the seats are {seats}.",
                seat=self.seat,
                seats=" ".join(known),
            )
        deductions = settlement.deductions
        return deductions.settled_anyway(found[-1]) if deductions is not None else found[-1]

    def page(self, settlement: Settlement, language: Language) -> Explanation:
        """The answer in words; where it waits for cards, what may come of it."""
        played = self.of(settlement)
        page = explain_why(played.end, played.open, self.seat, self.lance, language)
        possible = self._possible(settlement, played)
        if possible is None:
            return page
        rules = teller_of(settlement.variant).comparing
        waiting = Passage("", tuple(possible_lines(possible, rules, language)))
        return page._replace(passages=(*page.passages, waiting))

    def as_json(self, settlement: Settlement, language: Language) -> dict[str, object]:
        """The answer for a program; `text` alone is in the reader's language."""
        played = self.of(settlement)
        answer = why(played.end, played.open, self.seat, self.lance)
        written: dict[str, object] = {
            "variant": settlement.variant.id,
            "hand": played.number,
            "seat": self.seat,
            "lance": self.lance,
            "asked": self.option.removeprefix("--").replace("-", "_"),
            "stones": answer.stones,
            "reason": answer.reason,
            "rules": list(answer.rules),
            "explanation": self.page(settlement, language).as_json(),
        }
        possible = self._possible(settlement, played)
        return {**written, "possible": possible.as_json()} if possible is not None else written

    def _possible(self, settlement: Settlement, played: Played) -> Possible | None:
        waiting = any(waiting.lance == self.lance for waiting in played.open)
        if settlement.deductions is None or not (waiting or played.forgotten):
            return None
        return settlement.deductions.possible_at(settlement.hands[played.number - 1], self.lance)


def asked_why(why_: tuple[str, str] | None, why_not: tuple[str, str] | None) -> WhyRequest | None:
    """Read what stands after --why or --why-not. Raises UsageError for what is no hand."""
    if why_ and why_not:
        raise UsageError("--why and --why-not exclude each other.")
    given = why_ or why_not
    if not given:
        return None
    seat, place = given
    hand, _, lance = place.rpartition(".")
    lance = lance.lower()
    if hand and not (hand.isascii() and hand.isdecimal() and len(hand) < 7 and int(hand)):
        raise UsageError(
            "{place} does not say which hand: write 2.pares for pares in hand 2.", place=place
        )
    return WhyRequest(seat.upper(), lance, int(hand or 0), "--why" if why_ else "--why-not")
