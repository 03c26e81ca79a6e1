"""The `settle` command: a record recomputed, every stone explained, every claim judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from mustutor.cli.console import Console
from mustutor.cli.explained import write
from mustutor.cli.habits import JsonOption, Misuse, Status
from mustutor.cli.replay.records import FileArgument, Match, matches, notes_of, title
from mustutor.cli.settle.pagefile import HtmlOption, PageFile, markdown_pages, refuse_company
from mustutor.cli.settle.whyasked import WhyNotOption, WhyOption, asked_why
from mustutor.errors import IllegalCall, VariantError
from mustutor.explain import to_markdown
from mustutor.explain.verdict import verdict_page
from mustutor.games.telling import Explanation, Line, Passage
from mustutor.language import Language, mark
from mustutor.referee import Settlement
from mustutor.referee import settle as settle_match
from mustutor.referee.referee import Ruled
from mustutor.referee.verify import disagreement
from mustutor.replay.failure import Failure
from mustutor.replay.told import refusal, told, worded
from mustutor.variant import Variant

COMMAND = "mustutor settle"


def settle(
    context: typer.Context,
    file: FileArgument,
    json: JsonOption = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help=mark("Write Markdown, to keep or to send."))
    ] = False,
    html: HtmlOption = "",
    variant: Annotated[
        str,
        typer.Option(
            "--variant",
            metavar="ID|FILE",
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
            help=mark("Settle by two rulebooks: where they part, and what changes hands."),
        ),
    ] = None,
    why: WhyOption = None,
    why_not: WhyNotOption = None,
) -> Status:
    """Settle every match of a file; 1 when a call is refused or a claim is false."""
    from mustutor.cli.habits import variant_named

    console: Console = context.obj
    if diff and (markdown or variant):
        raise Misuse("--diff goes with neither --markdown nor --variant.", command=COMMAND)
    if json and markdown:
        raise Misuse("--json and --markdown exclude each other.", command=COMMAND)
    refuse_company(html, json, markdown, diff)
    asked = asked_why(why, why_not)
    if asked and diff:
        raise Misuse("--diff goes with neither --why nor --why-not.", command=COMMAND)
    page = PageFile(html) if html else None
    rules = variant_named(variant, COMMAND) if variant else None
    both = (variant_named(diff[0], COMMAND), variant_named(diff[1], COMMAND)) if diff else None
    worst = Status.DONE
    for number, match in enumerate(matches(file)):
        if match.replay is None:
            assert match.problem is not None
            console.problem(match.problem.said(console.language))
            worst = Status.UNREADABLE
            continue
        if both:
            from mustutor.cli.settle.differences import compare

            if number and not json:
                console.write()
            worst = max(worst, compare(console, match, both, json=json))
            continue
        settlement = settled(match, rules, console.language)
        if asked and json:
            console.document(asked.as_json(settlement, console.language))
        elif asked and page is None:
            answer = asked.page(settlement, console.language)
            if markdown:
                console.write(to_markdown(answer))
            else:
                write(console, answer)
        elif json:
            console.document(settlement.as_json())
        elif page is not None:
            told_of = pages(match, settlement, console.language)
            if asked:
                told_of = (asked.page(settlement, console.language),)
            page.add(match, settlement, told_of, console.language)
        elif markdown:
            told_of = pages(match, settlement, console.language)
            for each in markdown_pages(match, settlement, told_of, console.language):
                console.write(to_markdown(each))
        else:
            if number:
                console.write()
            write_settlement(console, match, settlement)
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


def settled(match: Match, rules: Variant | None, tongue: Language) -> Settlement:
    """Settle a match; where that cannot even begin, the error names its file."""
    assert match.replay is not None
    try:
        return settle_match(match.replay, variant=rules)
    except IllegalCall as refusal:
        fault = refusal.fault._replace(
            sentence=mark("{place}: {problem}"),
            evidence={"place": match.file, "problem": refusal.fault.said(tongue)},
        )
        raise IllegalCall(fault) from None
    except VariantError as problem:
        raise VariantError(
            problem.sentence,
            file=match.file,
            hint=problem.hint,
            **problem.evidence,
        ) from None


def write_settlement(console: Console, match: Match, settlement: Settlement) -> None:
    """Write a settlement hand by hand, then what it makes of the claims."""
    assert match.replay is not None
    title(console, match.replay)
    for page in pages(match, settlement, console.language):
        console.write()
        write(console, page)


def pages(match: Match, settlement: Settlement, tongue: Language) -> Iterable[Explanation]:
    """The settlement as explanations: each hand, the refusal if there is one, each claim."""
    replay = match.replay
    assert replay is not None
    for played in settlement.hands:
        yield told(played, tongue)
        notes = notes_of(replay, str(played.number), tongue)
        if notes:
            yield Explanation("", (Passage(tongue.say("Notes"), notes),))
    if settlement.failure is not None:
        yield refusal(settlement.failure, tongue)
    rulings = settlement.conduct
    if rulings:
        said = tuple([ruling_line(ruled, tongue) for ruled in rulings])
        yield Explanation("", (Passage(tongue.say("The referee"), said),))
    verdict = verdict_page(settlement, tongue)
    if verdict.passages:
        yield verdict


def ruling_line(ruled: Ruled, tongue: Language) -> Line:
    """Say what the referee makes of a call: where, who, whether it was allowed, what it costs."""
    return Line(
        " ".join(ruled.said(tongue)),
        (ruled.ruling.rule,),
        kind="ruling",
        seat=worded(ruled.place, tongue.code),
        said=worded(ruled.call, tongue.code),
    )


def report_refusal(console: Console, file: str, failure: Failure) -> None:
    """Say on stderr, in a line, where a record cannot go on, and what to read about it."""
    say, rule = console.language.say, failure.fault.rule
    console.problem(
        say(
            "{file}: {place}: {problem}",
            file=file,
            place=failure.place,
            problem=failure.fault.said(console.language),
        ),
        say("Type mustutor rule {rule} to read the article.", rule=rule) if rule else "",
    )


def report_disagreement(console: Console, match: Match, settlement: Settlement) -> None:
    """Say on stderr, in a line, that the record itself states something else than was settled."""
    assert match.replay is not None
    failure = disagreement(match.replay, settlement.hands)
    if failure is None:
        return
    if failure.verdict == "altered":
        sentence = mark(
            "{file}: a seal of the record differs; mustutor replay verify {file} says where."
        )
    else:
        sentence = mark(
            "{file}: at {place} the record itself says otherwise; "
            "mustutor replay verify {file} says how."
        )
    console.flush()
    console.problem(console.language.say(sentence, file=match.file, place=failure.place))
