"""Trust: seal a record, sign it, copy it for those who may not see all, commit and reveal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from mustutor.base.errors import ReplayError
from mustutor.base.language import mark
from mustutor.cli.common_options import DEFAULT_VARIANT, Status, UsageError, VariantOption
from mustutor.cli.console import Console
from mustutor.cli.output_files import STDOUT
from mustutor.cli.replay.records import FileArgument, matches
from mustutor.cli.replay.sheets import ForceOption, OutputOption, put_records, records_text
from mustutor.replay.format import Replay

REDACT = "mustutor replay redact"
SEAL = "mustutor replay seal"
SIGN = "mustutor replay sign"
REVEAL = "mustutor replay reveal"
COMMIT = "mustutor replay commit"
DEAL = "mustutor replay deal"
KEY = "mustutor replay key new"

SecretOption = Annotated[
    str,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help=mark("Where to write it; only you may read that file."),
    ),
]


def redact(
    context: typer.Context,
    file: FileArgument,
    view: Annotated[
        str, typer.Option("--view", metavar="table|SEAT", help=mark("Who may see the copy."))
    ],
    keep_text: Annotated[
        bool,
        typer.Option(
            "--keep-text",
            help=mark("Keep the notes and the words of claims, whatever they give away."),
        ),
    ] = False,
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Copy every match of a file for the table or for a seat; checks and seals stay."""
    from mustutor.referee.trust.redaction import TABLE, redacted

    wanted = TABLE if view.lower() == TABLE else view.upper()

    def copy(replay: Replay) -> Replay:
        if wanted != TABLE and wanted not in replay.seats:
            raise UsageError(
                "There is no view {view!r}: choose table, or one of the seats {seats}.",
                command=REDACT,
                view=view,
                seats=" ".join(replay.seats),
            )
        return redacted(replay, wanted, words=keep_text)

    return _each(context.obj, file, copy, output, REDACT, force=force, secret=wanted != TABLE)


def seal(
    context: typer.Context,
    file: FileArgument,
    strip: Annotated[
        bool, typer.Option("--strip", help=mark("Take out all that can be computed again."))
    ] = False,
    commit: Annotated[
        bool, typer.Option("--commit", help=mark("Commit to the cards as well, with new salts."))
    ] = False,
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Write checks, ledger, stones and seals anew; 1 for a record that does not verify."""
    from mustutor.referee.trust.sealing import resealed, stripped

    if strip and commit:
        raise UsageError("--strip and --commit do not go together.", command=SEAL)

    def sealed(replay: Replay) -> Replay:
        return stripped(replay) if strip else resealed(replay, commit=commit)

    return _each(context.obj, file, sealed, output, SEAL, force=force)


def sign(
    context: typer.Context,
    file: FileArgument,
    key: Annotated[
        str,
        typer.Option(metavar="FILE", help=mark("The private key, from mustutor replay key new.")),
    ],
    by: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            show_default=False,
            help=mark("Who signs; if not given, the recorder, or else the key itself."),
        ),
    ] = "",
    incomplete: Annotated[
        bool,
        typer.Option(
            "--incomplete", help=mark("Sign even a record in which not everything can be judged.")
        ),
    ] = False,
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Sign the seal of every match of a file; 1 for a record that does not verify."""
    from mustutor.referee.trust.sealing import refused
    from mustutor.referee.trust.signature import public_of, read_key, signed
    from mustutor.referee.verify import verify

    private = read_key(Path(key))

    def with_signature(replay: Replay) -> Replay:
        verdict = verify(replay)
        if not verdict.ok:
            raise refused(verdict)
        if not verdict.complete and not incomplete:
            raise ReplayError(
                mark(
                    "Not everything in it can be judged, and a signature would vouch for all "
                    "of it. mustutor replay verify says what is missing; --incomplete signs it "
                    "all the same."
                )
            )
        name = by or str(replay.about.get("recorder", "")) or public_of(private)
        return signed(replay, private, name)

    return _each(context.obj, file, with_signature, output, SIGN, force=force)


def key_new(context: typer.Context, output: SecretOption, force: ForceOption = False) -> None:
    """Make a key to sign with: a file only its owner may read; its public half is shown."""
    from mustutor.referee.trust.signature import new_key

    _write_secret(new_key(), output, KEY, force=force)
    context.obj.say("{file} is written: keep it, and show it to nobody.", file=output)
    key_show(context, output)


def key_show(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help=mark("A private key."))],
) -> None:
    """Show the public half of a key, for others to compare."""
    from mustutor.referee.trust.signature import public_of, read_key

    context.obj.say("Its public key, for everybody: {key}", key=public_of(read_key(Path(file))))


def commit(
    context: typer.Context,
    output: SecretOption,
    variant: VariantOption = DEFAULT_VARIANT,
    seats: Annotated[
        int, typer.Option(min=2, max=8, help=mark("How many sit at a table without pairs."))
    ] = 4,
    mano: Annotated[
        str,
        typer.Option(metavar="SEAT", show_default=False, help=mark("Who speaks first.")),
    ] = "",
    nonce: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help=mark("What tells this hand from others, such as 1 or 3.2.")
        ),
    ] = "1",
    hand: Annotated[
        int, typer.Option(min=1, metavar="N", help=mark("Which hand of the match it is for."))
    ] = 1,
    force: ForceOption = False,
) -> None:
    """Choose a secret seed for a deal, and show what commits to it."""
    from mustutor.base.errors import IllegalCall
    from mustutor.games import game_of
    from mustutor.model.variant import load_variant
    from mustutor.referee.trust.commitment import new_secret

    rules = load_variant(variant)
    names = game_of(rules.game).rules.seats(rules, seats)
    try:
        secret = new_secret(rules, names, mano.upper() or names[0], nonce, hand)
    except IllegalCall as refusal:
        evidence: dict[str, Any] = dict(refusal.fault.evidence)
        raise UsageError(refusal.fault.sentence, command=COMMIT, **evidence) from None
    _write_records([secret], output, COMMIT, force=force)
    assert secret.hands[0].deal is not None
    shuffle = secret.hands[0].deal["shuffle"]
    say = context.obj.say
    say("{file} is written: it is the dealer's secret.", file=output)
    say(
        "Tell everybody before they say their words: commitment {commit}, nonce {nonce}",
        commit=shuffle["commit"],
        nonce=shuffle["nonce"],
    )


def deal(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=mark("A secret, from mustutor replay commit."))
    ],
    words: Annotated[
        str, typer.Option(metavar="WORDS", help=mark("What the table adds to the seed."))
    ],
    output: SecretOption,
    force: ForceOption = False,
) -> None:
    """Deal by a secret seed and the words of the table; the file written holds every card."""
    from mustutor.referee.trust.commitment import deal_secret

    dealt = [deal_secret(secret, words) for secret in _read(file)]
    _write_records(dealt, output, DEAL, force=force)
    say = context.obj.say
    say("{file} is written: it holds every card.", file=output)
    say("mustutor replay redact {file} --view SEAT makes the copy of each player.", file=output)
    say("mustutor replay record --deal {file} takes down what is played.", file=output)


def reveal(
    context: typer.Context,
    file: FileArgument,
    secret: Annotated[
        list[str],
        typer.Option("--secret", metavar="FILE", help=mark("The secret it was dealt from.")),
    ],
    output: OutputOption = STDOUT,
    force: ForceOption = False,
) -> Status:
    """Put seeds, salts and cards of the dealer's secrets into the record that was played."""
    from mustutor.referee.trust.commitment import with_secrets

    told = [replay for name in secret for replay in _read(name)]
    return _each(
        context.obj, file, lambda replay: with_secrets(replay, told), output, REVEAL, force=force
    )


# --- reading and writing -----------------------------------------------------------------


def _read(name: str) -> list[Replay]:
    """The matches of a file; raises where one of them cannot be read."""
    found = []
    for match in matches(name):
        if match.replay is None:
            assert match.problem is not None
            raise match.problem
        found.append(match.replay)
    return found


def _each(
    console: Console,
    file: str,
    change: Callable[[Replay], Replay],
    output: str,
    command: str,
    *,
    force: bool,
    secret: bool = False,
) -> Status:
    """Write every match of a file changed; one that cannot be changed is told, and none written.

    A `secret` file is for its owner alone: it holds cards that others may not see.
    """
    changed = []
    status = Status.DONE
    for number, replay in enumerate(_read(file), 1):
        try:
            changed.append(change(replay))
        except ReplayError as problem:
            _refused(console, file, number, problem)
            status = Status.WRONG
    if status is not Status.DONE:
        return status
    text = records_text(changed, output, command)
    if output == STDOUT:
        put_records(console, changed, text)
        return status
    from mustutor.cli.output_files import refuse_over, write, write_bytes

    target = Path(output)
    refuse_over(target, command, force=force)
    if secret:
        write_bytes(text.encode(), target, command, force=force, for_owner=True)
    else:
        write(text, target, lambda draft: draft, command, force=force)
    console.say("{file} is written.", file=output)
    return status


def _refused(console: Console, file: str, number: int, problem: ReplayError) -> None:
    """Say on stderr which match cannot be changed, and why, in the reader's language."""
    from mustutor.cli.replay.verdicts import VERDICTS
    from mustutor.referee.statements import in_words
    from mustutor.referee.trust.sealing import Unverified

    language = console.language
    said = problem.said(language)
    if isinstance(problem, Unverified):
        failure = problem.failure
        said = language.say(
            problem.sentence,
            verdict=language.say(VERDICTS[failure.verdict]),
            place=failure.place,
            why=in_words(failure, language).said(language),
        )
    place = language.say("{file}: match {match}", file=file, match=number)
    console.problem(language.say("{place}: {problem}", place=place, problem=said))


def _write_records(replays: list[Replay], output: str, command: str, *, force: bool) -> None:
    """Write records to a file of the owner's alone; never to where others look on."""
    _write_secret(records_text(replays, output, command).encode(), output, command, force=force)


def _write_secret(data: bytes, output: str, command: str, *, force: bool) -> None:
    from mustutor.cli.output_files import refuse_over, write_bytes

    if output == STDOUT:
        raise UsageError("A secret is kept in a file: name one with -o.", command=command)
    target = Path(output)
    refuse_over(target, command, force=force)
    write_bytes(data, target, command, force=force, for_owner=True)
