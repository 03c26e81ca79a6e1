"""The `settle` command: a record recomputed, every stone explained, every claim judged."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from mustutor.base.language import Language, mark
from mustutor.base.register import game_part
from mustutor.cli import settings
from mustutor.cli.common_options import JsonOption, Status, UsageError, nearest
from mustutor.cli.console import Console, paged, write
from mustutor.cli.output_files import HtmlOption, PageFile, refuse_company
from mustutor.cli.replay.records import FileArgument, Match, matches, report_refusal, settled, title
from mustutor.games.explain import Explanation, Passage
from mustutor.games.teller import teller_of
from mustutor.present.deciding import explain_why, why
from mustutor.present.possible import possible_lines
from mustutor.present.settlement import markdown_pages, pages
from mustutor.referee.possible import Possible
from mustutor.referee.settle import Settlement
from mustutor.referee.verify import disagreement
from mustutor.replay.names import by_name
from mustutor.replay.playback import Played

COMMAND = "mustutor settle"

BriefOption = Annotated[
    bool, typer.Option("--brief", help=mark("Write the verdict alone, in at most five lines."))
]
WhyOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--why",
        metavar="SEAT LANCE",
        show_default=False,
        help=mark("Say why a seat was paid in a lance: A1 pares; or, for hand 2, A1 2.pares."),
    ),
]
WhyNotOption = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--why-not",
        metavar="SEAT LANCE",
        show_default=False,
        help=mark("Say why a seat was not paid in a lance."),
    ),
]


def settle(
    context: typer.Context,
    file: FileArgument,
    json: JsonOption = False,
    brief: BriefOption = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help=mark("Write Markdown, to keep or to send."))
    ] = False,
    html: HtmlOption = "",
    variant: Annotated[
        str,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
            autocompletion=settings.complete_variants,
            show_default=False,
            help=mark("Settle by these rules instead of those the record names."),
        ),
    ] = "",
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--diff",
            metavar="A B",
            show_default=False,
            help=mark(
                "Settle by two rulebooks: show where they differ, and which stones change hands."
            ),
        ),
    ] = None,
    why: WhyOption = None,
    why_not: WhyNotOption = None,
) -> Status:
    """Settle every match of a file; 1 when a call is refused or a claim is false."""
    from mustutor.cli.common_options import variant_named

    console: Console = context.obj
    if diff and (markdown or variant):
        raise UsageError("--diff cannot be joined with --markdown or --variant.", command=COMMAND)
    if json and markdown:
        raise UsageError("--json and --markdown exclude each other.", command=COMMAND)
    if brief and (json or why or why_not):
        raise UsageError(
            "--brief cannot be joined with --json, --why or --why-not.", command=COMMAND
        )
    refuse_company(html, json, markdown)
    asked = asked_why(why, why_not)
    if asked and diff:
        raise UsageError("--diff cannot be joined with --why or --why-not.", command=COMMAND)
    page = PageFile(html) if html else None
    rules = variant_named(variant, COMMAND) if variant else None
    both = (variant_named(diff[0], COMMAND), variant_named(diff[1], COMMAND)) if diff else None
    worst = Status.DONE
    with paged(console, wanted=not json and page is None):
        for number, match in enumerate(matches(file, rules)):
            if match.replay is None:
                assert match.problem is not None
                console.problem(match.problem.said(console.language))
                worst = Status.UNREADABLE
                continue
            if both:
                from mustutor.cli.settle_diff import compare

                if number and not json and page is None:
                    console.write()
                status = compare(console, match, both, json=json, brief=brief, page=page)
                worst = max(worst, status)
                continue
            settlement = settled(match, rules, console.language)
            if asked and json:
                console.document(asked.as_json(settlement, console.language))
            elif asked and page is None:
                answer = asked.page(settlement, by_name(console.language, match.replay))
                if markdown:
                    as_markdown(console, answer)
                else:
                    write(console, answer)
            elif json:
                console.document(settlement.as_json())
            elif page is not None:
                if asked:
                    told = [asked.page(settlement, by_name(console.language, match.replay))]
                else:
                    told = list(pages(settlement, console.language, brief=brief, report=True))
                page.add(match.file, settlement, told, console.language)
            elif markdown:
                told_of = pages(settlement, console.language, brief=brief, report=True)
                for each in markdown_pages(settlement, told_of, console.language):
                    as_markdown(console, each)
            else:
                if number:
                    console.write()
                write_settlement(console, match, settlement, brief=brief)
            if settlement.failure is not None:
                console.flush()
                report_refusal(console, match.file, settlement.failure)
            elif rules is None:
                report_disagreement(console, match, settlement)
            if not settlement.holds:
                worst = max(worst, Status.WRONG)
    if page is not None:
        page.write(console)
    return worst


def as_markdown(console: Console, page: Explanation) -> None:
    """Write an explanation as Markdown."""
    from mustutor.present.text import to_markdown

    console.write(to_markdown(page))


def write_settlement(
    console: Console, match: Match, settlement: Settlement, *, brief: bool = False
) -> None:
    """Write the verdict, and what it is derived from: hand by hand, then claim by claim."""
    assert match.replay is not None
    if brief:
        for page in pages(settlement, console.language, brief=True):
            write(console, page)
        return
    title(console, match.replay)
    for page in pages(settlement, console.language):
        console.write()
        write(console, page)


def report_disagreement(console: Console, match: Match, settlement: Settlement) -> None:
    """Say on stderr, in a line, that the record itself states something else than was settled."""
    assert match.replay is not None
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
        """The hand that is meant. Raises Misuse where there is none, or no such lance or seat."""
        table = settlement.hands[-1].end.table if settlement.hands else None
        found = [played for played in settlement.hands if self.hand in (0, played.number)]
        if table is None or not found:
            raise UsageError(
                "There is no hand {hand} in this record.", command=COMMAND, hand=self.hand or 1
            )
        teller = teller_of(settlement.variant)
        paid_in = teller.paid_in or game_part(settlement.variant.game, "PHASES").paid
        if self.lance not in paid_in:
            raise UsageError(
                teller.no_such_round,
                command=COMMAND,
                hint=nearest(self.lance, paid_in),
                lance=self.lance or '""',
                lances=", ".join(paid_in),
            )
        known = (*table.seats, *(side for side in table.sides if side not in table.seats))
        if self.seat not in known:
            raise UsageError(
                "There is no seat {seat} here; the seats are {seats}.",
                command=COMMAND,
                seat=self.seat,
                seats=" ".join(known),
            )
        reckoning = settlement.reckoning
        return reckoning.settled_anyway(found[-1]) if reckoning is not None else found[-1]

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
        if settlement.reckoning is None or not (waiting or played.forgotten):
            return None
        return settlement.reckoning.possible_at(settlement.hands[played.number - 1], self.lance)


def asked_why(why_: tuple[str, str] | None, why_not: tuple[str, str] | None) -> WhyRequest | None:
    """Read what stands after --why or --why-not. Raises Misuse for what is no hand."""
    if why_ and why_not:
        raise UsageError("--why and --why-not exclude each other.", command=COMMAND)
    given = why_ or why_not
    if not given:
        return None
    seat, place = given
    hand, _, lance = place.rpartition(".")
    lance = lance.lower()
    if hand and not (hand.isascii() and hand.isdecimal() and len(hand) < 7 and int(hand)):
        raise UsageError(
            "{place} does not say which hand: write 2.pares for pares in hand 2.",
            command=COMMAND,
            place=place,
        )
    return WhyRequest(seat.upper(), lance, int(hand or 0), "--why" if why_ else "--why-not")
