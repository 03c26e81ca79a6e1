"""The `tour` command: one hand of Mus or Encaje played, settled, explained and verified.

Everything it shows is worked out while it runs, from a record that comes with mustutor and
by the commands' own functions; nothing in it is a picture of an answer. Which record, and what is
said of it, stands in ``lessons/tour.yaml``. At a terminal it rests after each part.
"""

from __future__ import annotations

from collections.abc import Iterator

from mustutor.base.files import data
from mustutor.base.json_text import Json
from mustutor.base.shipped import load_packaged_yaml
from mustutor.cli.common_options import Status, UsageError
from mustutor.cli.console import Console, screenfuls, wrapped, write, write_lines
from mustutor.cli.parameters import argument
from mustutor.cli.reference import write_article
from mustutor.cli.replay.records import located
from mustutor.games.explain import Explanation
from mustutor.games.rulebook import article, in_language
from mustutor.games.teller import teller_of
from mustutor.present.screen.rows import painter
from mustutor.present.verdict import claim_lines
from mustutor.referee import verify as verify_match
from mustutor.referee.verify import Verdict
from mustutor.replay.files import load_replay
from mustutor.replay.format import Replay
from mustutor.replay.names import failure_page, hand_page
from mustutor.replay.playback import Played

TOLD = ("title", "game", "lances", "table", "ending")


def tour(
    console: Console, game: str = argument("GAME", "Whose hand: mus, or encaje.", "mus")
) -> Status:
    """Walk through one hand: the table, the calls, the showdown, the rulebook, the verdict."""
    wanted = load_packaged_yaml(data("lessons") / "tour.yaml").get(game.lower())
    if wanted is None:
        raise UsageError(
            "There is no tour of {game}: there is one of mus, and one of encaje.", game=game
        )
    replay = load_replay(located(wanted["record"]))
    verdict = verify_match(replay)
    for number, text in enumerate(_pieces(console, _walked(console, wanted, replay, verdict))):
        if number and console.interactive and _leaving(console):
            break
        console.write(text)
    return Status.DONE if verdict.ok else Status.WRONG


def _leaving(console: Console) -> bool:
    """Rest until Enter is typed; anything that begins with q, or Ctrl-D, ends the tour."""
    console.write()
    try:
        typed = input(console.fitted(console.language.say("Enter goes on, q ends: ")))
    except EOFError:
        console.write()
        return True
    return typed.strip().lower().startswith("q")


def _pieces(console: Console, walked: Iterator[None]) -> Iterator[str]:
    """The tour as texts that a window holds with the line below them."""
    more = True
    while more:
        console.kept = []
        try:
            more = next(walked, False) is None
        finally:
            kept, console.kept = console.kept, None
        yield from screenfuls("\n".join(kept or ()), console.height - LEFT_TO_REST)


def _walked(console: Console, tour: Json, replay: Replay, verdict: Verdict) -> Iterator[None]:
    """Tell the tour, and yield wherever there is time to rest."""
    say = console.language.say
    code = console.language.code
    told = {name: in_language(tour[name], code) for name in TOLD}
    played = verdict.hands[0]
    page = hand_page(played, console.language)
    titles = [passage.heading for passage in page.passages]
    turn = titles.index(teller_of(played.end.variant).heading(tour["counted"], console.language))
    console.heading(wrapped(told["title"], console.width))
    console.write()
    console.paragraph(told["game"])
    console.write()
    console.paragraph(told["lances"])
    yield
    _step(console, 1, say("The betting"))
    console.paragraph(told["table"])
    console.write()
    write(console, page._replace(passages=page.passages[:2]))
    for passage in page.passages[2:turn]:
        yield
        console.write()
        write(console, Explanation("", (passage,)))
    _step(console, 2, say("Your turn to think"))
    _question(console, tour, played)
    yield
    _step(console, 3, told["ending"])
    rest = [passage._replace(heading="") for passage in page.passages[turn:]]
    write(console, Explanation("", tuple(rest)))
    yield
    _step(console, 4, say("Where that is written"))
    write_article(console, article(tour["article"]))
    yield
    _step(console, 5, say("Would it stand before a referee?"))
    _verdict(console, replay, verdict)
    yield
    _step(console, 6, say("And what if somebody changes a single call?"))
    _tampering(console, tour, replay)
    yield
    _step(console, 7, say("Now you"))
    again = f"mustutor replay play {tour['record']} --step"
    console.rows(
        [
            (again, say("this hand again, at your own pace")),
            ("mustutor hand R R C A", say("what your own four cards are worth")),
            ('mustutor compare grande "R R R 7" "R C C 7"', say("who wins a lance, and why")),
            (f"mustutor rule {tour['article']}", say("the rulebook, with its sources")),
            ("mustutor settle " + say("FILE"), say("a dispute of your own, settled")),
            *((more["command"], in_language(more["words"], code)) for more in tour["more"]),
            ("mustutor variant list", say("the rulebooks of the regions: which one is yours?")),
        ]
    )


def _step(console: Console, number: int, heading: str) -> None:
    """Write the heading of a part of the tour."""
    console.write()
    line = console.language.say("{number}. {heading}", number=number, heading=heading)
    console.heading(wrapped(line, console.width, hang=3))


def _verdict(console: Console, replay: Replay, verdict: Verdict) -> None:
    say = console.language.say
    paint = painter(color=console.color)
    hands = replay.hands
    console.say(
        "The record of this hand states {calls} calls, {checks} checks of the position after "
        "them, {movements} movements of stones, and what each player has at the end. All of "
        "this has been worked out again:",
        calls=sum(len(round_.calls) for hand in hands for round_ in hand.rounds),
        checks=sum(len(round_.checks or ()) for hand in hands for round_ in hand.rounds),
        movements=sum(len(hand.ledger or ()) for hand in hands),
    )
    if verdict.ok:
        console.write("  " + paint("good", say("ok: everything agrees.")))
    else:
        console.write("  " + paint("bad", verdict.verdict))
    claims = [
        line
        for judgement in verdict.judgements
        for line in claim_lines(judgement, verdict.hands, console.language)
    ]
    if claims:
        console.write()
        console.say(
            "Players may file claims with a record. These are judged by the same recomputation:"
        )
        write_lines(console, *claims)


def _tampering(console: Console, tour: Json, replay: Replay) -> None:
    """Change one call of the record and let it be caught: once illegal, once perfectly legal."""
    console.say(
        'Suppose the record said "{changed}" where it says "{call}":',
        changed=tour["refused"],
        call=tour["said"],
    )
    failure = verify_match(tampered(replay, tour["said"], tour["refused"])).failure
    assert failure is not None
    page = failure_page(failure, console.language)
    write(console, Explanation("", tuple(p._replace(heading="") for p in page.passages)))
    console.write()
    failure = verify_match(tampered(replay, tour["said"], tour["allowed"])).failure
    assert failure is not None
    console.say(
        'And "{changed}", which the rules do allow? That is caught as well, at {place}: the '
        "check there was made from another position.",
        changed=tour["allowed"],
        place=failure.place,
    )


def tampered(replay: Replay, said: str, instead: str) -> Replay:
    """The record with one call changed."""
    hand = replay.hands[0]
    rounds = tuple(
        round_._replace(calls=tuple(call.replace(said, instead) for call in round_.calls))
        for round_ in hand.rounds
    )
    return replay._replace(hands=(hand._replace(rounds=rounds), *replay.hands[1:]))


def _question(console: Console, tour: Json, played: Played) -> None:
    """Ask who takes the stones of the stake, before it is told."""
    ledger = played.end.ledger
    stake = next(entry for entry in ledger if entry.item == tour["stake"])
    players = [entry.src for entry in ledger if entry.dst == stake.src]
    known = {"stones": stake.stones, "players": console.language.join_list(players or [stake.src])}
    console.say(in_language(tour["question"], console.language.code), **known)


LEFT_TO_REST = 2
"""Rows of a window for the line that says how to go on, and the empty one above it."""
