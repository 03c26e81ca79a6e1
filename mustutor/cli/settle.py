"""The `settle` command: a record recomputed, every stone explained, every claim judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.base.register import game_part, round_named
from mustutor.cli.common_options import Status, UsageError, nearest, variant_named
from mustutor.cli.console import Console, paged, text_of
from mustutor.cli.output_files import refuse_over_others, write_page
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
from mustutor.present.minutes import minutes_pages, signature_page
from mustutor.present.settlement import (
    markdown_pages,
    opening,
    pages,
)
from mustutor.present.text import to_markdown
from mustutor.present.verdict import explain_why, possible_lines, why
from mustutor.referee.possible import Possible
from mustutor.referee.settle import Settlement, difference
from mustutor.referee.trust.signature import read_key
from mustutor.referee.verify import disagreement
from mustutor.replay.names import Names, by_name, first_hand
from mustutor.replay.playback import Played

WHY = option(
    "--why SEAT LANCE",
    "Say why a seat was paid in a lance: A1 pares; or, for hand 2, A1 2.pares.",
    None,
)
MOST_MATCHES = 100
WHY_NOT = option("--why-not SEAT LANCE", "Say why a seat was not paid in a lance.", None)


def settle(
    console: Console,
    file: str = RECORD,
    json: bool = JSON,
    brief: bool = BRIEF,
    markdown: bool = flag("--markdown", "Write Markdown, to keep or to send."),
    html: str = option(
        "--html FILE", "Write one HTML page, to keep, send or print; - is the output."
    ),
    variant: str = option(
        "--variant ID|FILE", "Settle by these rules instead of those the record names."
    ),
    diff: tuple[str, str] | None = option(
        "--diff A B",
        "Settle by two rulebooks: show where they differ, and which stones change hands.",
        None,
    ),
    minutes: bool = flag("--minutes", "Write the minutes that a club files, in Markdown."),
    key: str = option("--key FILE", "Sign the minutes with this private key."),
    by: str = option("--by NAME", "Who signs the minutes; if not given, the key itself."),
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
    if minutes and (json or brief or diff or asked):
        raise UsageError("--minutes cannot be joined with --json, --brief, --diff or --why.")
    if (key or by) and not minutes:
        raise UsageError("--key and --by are for --minutes.")
    private = read_key(Path(key)) if key else None
    if asked and diff:
        raise UsageError("--diff cannot be joined with --why or --why-not.")
    page = PageFile(html) if html else None
    rules = variant_named(variant) if variant else None
    both = (variant_named(diff[0]), variant_named(diff[1])) if diff else None
    others = (both or ())[1:]
    if both:
        from mustutor.cli import settle_diff

    worst = Status.DONE
    plain = not (brief or asked or markdown or minutes)
    with paged(console, wanted=not json and page is None):
        for number, match in enumerate(matches(file, rules)):
            if is_unreadable(console, match):
                worst = Status.UNREADABLE
                continue
            if both:
                found = difference(match.replay, *both)
                settlement = found.settlements[0]
                wrong = any(each.failure for each in found.settlements)
            else:
                found, settlement = None, settled(match, rules, console.language)
                wrong = not settlement.holds
            worst = max(worst, Status.WRONG if wrong else Status.DONE)
            if json:
                if asked:
                    console.document(asked.as_json(settlement, console.language))
                else:
                    written = settle_diff.document(found, console.language) if found else None
                    console.document(written or settlement.as_json())
            else:
                language = by_name(console.language, match.replay)
                explained: Iterable[Explanation]
                if asked:
                    explained = [asked.page(settlement, language)]
                elif found:
                    apart = settle_diff.told_apart(found, language, brief=brief)
                    # A brief page has a title only where it stands among others.
                    explained = [apart if page or not brief else apart._replace(title="")]
                elif minutes:
                    explained = list(minutes_pages(settlement, language))
                    if private is not None:
                        explained.append(signature_page(explained, language, private, by))
                else:
                    report = markdown or page is not None
                    explained = pages(settlement, console.language, brief=brief, report=report)
                if markdown and not asked and not minutes:
                    explained = markdown_pages(settlement, explained, console.language)
                if page is not None:
                    opened = () if minutes else (opening(settlement, console.language, *others),)
                    page.add(match.file, settlement, (*opened, *explained), *others)
                    explained = ()
                elif number and not (asked or markdown or minutes):
                    console.write()
                if plain and page is None:
                    title(console, match.replay)
                for each in explained:
                    if plain:
                        console.write()
                    as_text = not (markdown or minutes)
                    console.write(text_of(console, each) if as_text else to_markdown(each))
            if found is None and settlement.failure is not None:
                console.flush()
                report_refusal(console, match.file, settlement.failure)
            elif found is None and rules is None:
                report_disagreement(console, match, settlement)
    if page is not None:
        page.write(console)
    return worst


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
    console.warn(sentence, file=match.file, place=failure.place)


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
        before = first_hand(settlement.replay) - 1
        found = [each for each in settlement.hands if self.hand in (0, each.number + before)]
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
        if self.seat_of(settlement) not in known:
            raise UsageError(
                "There is no seat {seat} here; the seats are {seats}.",
                seat=self.seat,
                seats=" ".join(known),
            )
        deductions = settlement.deductions
        return deductions.settled_anyway(found[-1]) if deductions is not None else found[-1]

    def seat_of(self, settlement: Settlement) -> str:
        """The seat that is meant, which a player's name may tell. Raises NotationError."""
        replay = settlement.replay
        names = Names(replay.seats, replay.about.get("players"))
        return names.seat(self.seat) or self.seat.upper()

    def page(self, settlement: Settlement, language: Language) -> Explanation:
        """The answer in words; where it waits for cards, what may come of it."""
        played, seat = self.of(settlement), self.seat_of(settlement)
        page = explain_why(played.end, played.open, seat, self.lance, language)
        possible = self._possible(settlement, played)
        if possible is None:
            return page
        rules = teller_of(settlement.variant).comparing
        waiting = Passage("", tuple(possible_lines(possible, rules, language)))
        return page._replace(passages=(*page.passages, waiting))

    def as_json(self, settlement: Settlement, language: Language) -> dict[str, object]:
        """The answer for a program; `text` alone is in the reader's language."""
        played, seat = self.of(settlement), self.seat_of(settlement)
        answer = why(played.end, played.open, seat, self.lance)
        written: dict[str, object] = {
            "variant": settlement.variant.id,
            "hand": played.number,
            "seat": seat,
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
    lance = round_named(lance)
    if hand and not (hand.isascii() and hand.isdecimal() and len(hand) < 7 and int(hand)):
        raise UsageError(
            "{place} does not say which hand: write 2.pares for pares in hand 2.", place=place
        )
    return WhyRequest(seat, lance, int(hand or 0), "--why" if why_ else "--why-not")


class PageFile:
    """A page being gathered, match by match, to be written whole at the end or not at all."""

    def __init__(self, target: str) -> None:
        """Take a file for a page; one that holds something else is left alone.

        Raises UsageError for that: only a page of ours gives way to a new one.
        """
        self.target = target
        self.matches: list[tuple[str, tuple[Explanation, ...]]] = []
        self.decks: set[str] = set()
        refuse_over_others(target)

    def add(
        self,
        file: str,
        settlement: Settlement,
        pages: Iterable[Explanation],
        *others: Variant,
    ) -> None:
        """Add a match, settled by `others` too; UsageError for more than one page can hold."""
        if len(self.matches) == MOST_MATCHES:
            raise UsageError(
                "One page holds at most {most} matches, and {record} has more of them.",
                most=MOST_MATCHES,
                record=file,
            )
        self.decks |= {teller_of(rules).deck for rules in (settlement.variant, *others)}
        self.matches.append((file, tuple(pages)))

    def write(self, console: Console) -> None:
        """Write the page where it was asked for; nothing where no match could be read."""
        if not self.matches:
            return
        write_page(console, self._page(console.language), self.target)

    def _page(self, language: Language) -> str:
        from mustutor.present.html import to_html

        file, explanations = self.matches[0]
        # Cards are drawn where all matches are played with the same ones.
        deck = "".join(self.decks) if len(self.decks) == 1 else ""
        if len(self.matches) == 1:
            return to_html(explanations, language, deck=deck)
        known = {"number": len(self.matches), "file": Path(file).name}
        told = [
            each
            for number, (_, pages) in enumerate(self.matches, 1)
            for each in _headed(number, pages, language)
        ]
        title = language.say("{number} matches of {file}", **known)
        return to_html(told, language, title=title, deck=deck)


def _headed(
    number: int, explanations: Iterable[Explanation], language: Language
) -> Iterator[Explanation]:
    """A match of several with a title: its own, or else its number."""
    first, *others = explanations
    title = language.say("Match {number}", number=number)
    if first.title:
        title = language.say("Match {number}: {title}", number=number, title=first.title)
    yield first._replace(title=title)
    yield from others
