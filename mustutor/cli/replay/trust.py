"""Trust: seal a record, sign it, copy it for those who may not see all, commit and reveal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mustutor.base.errors import IllegalCall, ReplayError
from mustutor.base.language import mark
from mustutor.cli.common_options import STDOUT, Status, UsageError, refused_as_usage
from mustutor.cli.console import Console
from mustutor.cli.output_files import save
from mustutor.cli.parameters import FORCE, OUTPUT, RECORD, VARIANT, argument, flag, option
from mustutor.cli.replay.records import matches
from mustutor.cli.replay.sheets import deliver_records, records_text
from mustutor.cli.replay.verdicts import VERDICTS
from mustutor.games import game_of
from mustutor.model.variant import load_variant
from mustutor.referee.statements import in_words
from mustutor.referee.trust.commitment import deal_secret, new_secret, with_secrets
from mustutor.referee.trust.redaction import TABLE, redacted
from mustutor.referee.trust.sealing import Unverified, refused, resealed, stripped
from mustutor.referee.trust.signature import new_key, public_of, read_key, signed
from mustutor.referee.verify import verify
from mustutor.replay.format import Replay

Change = Callable[[Replay], Replay]
SECRET = option("--output -o FILE", "Where to write it; only you may read that file.", ...)


def redact(
    console: Console,
    file: str = RECORD,
    view: str = option("--view table|SEAT", "Who may see the copy.", ...),
    keep_text: bool = flag(
        "--keep-text", "Keep the notes and the words of claims, whatever they give away."
    ),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Copy every match of a file for the table or for a seat; checks and seals stay."""
    wanted = TABLE if view.lower() == TABLE else view.upper()

    def copy(replay: Replay) -> Replay:
        if wanted != TABLE and wanted not in replay.seats:
            raise UsageError(
                "There is no view {view!r}: choose table, or one of the seats {seats}.",
                view=view,
                seats=" ".join(replay.seats),
            )
        return redacted(replay, wanted, words=keep_text)

    return _each(console, file, copy, output, force, wanted != TABLE)


def seal(
    console: Console,
    file: str = RECORD,
    strip: bool = flag("--strip", "Take out all that can be computed again."),
    commit: bool = flag("--commit", "Commit to the cards as well, with new salts."),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Write checks, ledger, stones and seals anew; 1 for a record that does not verify."""
    if strip and commit:
        raise UsageError("--strip and --commit do not go together.")

    def sealed(replay: Replay) -> Replay:
        return stripped(replay) if strip else resealed(replay, commit=commit)

    return _each(console, file, sealed, output, force)


def sign(
    console: Console,
    file: str = RECORD,
    key: str = option("--key FILE", "The private key, from mustutor replay key new.", ...),
    by: str = option("--by NAME", "Who signs; if not given, the recorder, or else the key itself."),
    incomplete: bool = flag(
        "--incomplete", "Sign even a record in which not everything can be judged."
    ),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Sign the seal of every match of a file; 1 for a record that does not verify."""
    private = read_key(Path(key))

    def with_signature(replay: Replay) -> Replay:
        verdict = verify(replay)
        if not verdict.ok:
            raise refused(verdict)
        if not verdict.complete and not incomplete:
            sentence = mark(
                "Not everything in it can be judged, and a signature would vouch for all "
                "of it. mustutor replay verify says what is missing; --incomplete signs it "
                "all the same."
            )
            raise ReplayError(sentence)
        name = by or str(replay.about.get("recorder", "")) or public_of(private)
        return signed(replay, private, name)

    return _each(console, file, with_signature, output, force)


def key_new(console: Console, output: str = SECRET, force: bool = FORCE) -> None:
    """Make a key to sign with: a file only its owner may read; its public half is shown."""
    said = mark("{file} is written: keep it, and show it to nobody.")
    _write_secret(console, new_key(), output, said, force=force)
    key_show(console, output)


def key_show(console: Console, file: str = argument("FILE", "A private key.")) -> None:
    """Show the public half of a key, for others to compare."""
    console.say("Its public key, for everybody: {key}", key=public_of(read_key(Path(file))))


def commit(
    console: Console,
    output: str = SECRET,
    variant: str = VARIANT,
    seats: int = option("--seats", "How many sit at a table without pairs.", 4, least=2, most=8),
    mano: str = option("--mano SEAT", "Who speaks first."),
    nonce: str = option("--nonce TEXT", "What tells this hand from others, such as 1 or 3.2.", "1"),
    hand: int = option("--hand N", "Which hand of the match it is for.", 1, least=1),
    force: bool = FORCE,
) -> None:
    """Choose a secret seed for a deal, and show what commits to it."""
    rules = load_variant(variant)
    names = game_of(rules.game).rules.seats(rules, seats)
    with refused_as_usage(IllegalCall):
        secret = new_secret(rules, names, mano.upper() or names[0], nonce, hand)
    said = mark("{file} is written: it is the dealer's secret.")
    _write_secret(console, [secret], output, said, force=force)
    assert secret.hands[0].deal is not None
    shuffle = secret.hands[0].deal["shuffle"]
    console.say(
        "Tell everybody before they say their words: commitment {commit}, nonce {nonce}",
        commit=shuffle["commit"],
        nonce=shuffle["nonce"],
    )


def deal(
    console: Console,
    file: str = argument("FILE", "A secret, from mustutor replay commit."),
    words: str = option("--words WORDS", "What the table adds to the seed.", ...),
    output: str = SECRET,
    force: bool = FORCE,
) -> None:
    """Deal by a secret seed and the words of the table; the file written holds every card."""
    dealt = [deal_secret(secret, words) for secret in _read(file)]
    said = mark("{file} is written: it holds every card.")
    _write_secret(console, dealt, output, said, force=force)
    say = console.say
    say("mustutor replay redact {file} --view SEAT makes the copy of each player.", file=output)
    say("mustutor replay record --deal {file} takes down what is played.", file=output)


def reveal(
    console: Console,
    file: str = RECORD,
    secret: list[str] = option("--secret FILE", "The secret it was dealt from.", ...),
    output: str = OUTPUT,
    force: bool = FORCE,
) -> Status:
    """Put seeds, salts and cards of the dealer's secrets into the record that was played."""
    told = [replay for name in secret for replay in _read(name)]
    return _each(console, file, lambda replay: with_secrets(replay, told), output, force)


# --- reading and writing -----------------------------------------------------------------


def _read(name: str) -> list[Replay]:
    """The matches of a file; raises where one of them cannot be read."""
    return [match.replay for match in matches(name)]


def _each(
    console: Console, file: str, change: Change, output: str, force: bool, secret: bool = False
) -> Status:
    """Write every match of a file changed; where one cannot be, say so and write none.

    A `secret` file is for its owner alone: it holds cards that others may not see.
    """
    changed, replays = [], _read(file)
    for number, replay in enumerate(replays, 1):
        try:
            changed.append(change(replay))
        except ReplayError as problem:
            _refused(console, file, number, problem)
    if len(changed) < len(replays):
        return Status.WRONG
    deliver_records(console, changed, output, force=force, for_owner=secret)
    return Status.DONE


def _refused(console: Console, file: str, number: int, problem: ReplayError) -> None:
    """Say on stderr which match cannot be changed, and why, in the reader's language."""
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
    console.warn("{place}: {problem}", place=place, problem=said)


def _write_secret(
    console: Console, secret: list[Replay] | bytes, output: str, said: str, *, force: bool
) -> None:
    """Write records, or a key, to a file of the owner's alone; never to where others look on."""
    data = secret if isinstance(secret, bytes) else records_text(secret, output)
    if output == STDOUT:
        raise UsageError("A secret is kept in a file: name one with -o.")
    save(console, data, output, said, force=force, for_owner=True)
