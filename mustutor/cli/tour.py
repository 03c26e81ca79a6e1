"""The `tour` command: one hand of Encaje played, settled, explained, verified, in one go.

Everything it shows is worked out while it runs, from the record that comes with mustutor and
by the commands' own functions; nothing in it is a picture of an answer.
"""

from __future__ import annotations

import typer

from mustutor.cli.console import Console, wrapped
from mustutor.cli.explained import write, write_lines
from mustutor.cli.habits import Status
from mustutor.cli.replay.records import located
from mustutor.explanation.verdict import claim_lines
from mustutor.files import load_replay
from mustutor.games.teller import teller_of
from mustutor.games.telling import Explanation
from mustutor.referee import Verdict
from mustutor.referee import verify as verify_match
from mustutor.replay import Replay
from mustutor.replay.playback import Played
from mustutor.replay.words import failure_page, hand_page
from mustutor.rulebook import article, spoken
from mustutor.ui.pieces import painter

RECORD = "worked_example_1_b_better"
ARTICLE = "ENC-SET-11"
TAMPERED = "subo a 12"
TOO_LOW = "subo a 9"
LEGAL = "subo a 14"


def tour(context: typer.Context) -> Status:
    """Walk through one hand: the table, the calls, the showdown, the rulebook, the verdict."""
    console: Console = context.obj
    replay = load_replay(located(RECORD))
    verdict = verify_match(replay)
    played = verdict.hands[0]
    _welcome(console)
    _play(console, played)
    _article(console)
    _verdict(console, replay, verdict)
    _tampering(console, replay)
    _next(console)
    return Status.DONE if verdict.ok else Status.WRONG


def _step(console: Console, number: int, heading: str) -> None:
    """Write the heading of a step of the tour."""
    console.write()
    line = console.language.say("{number}. {heading}", number=number, heading=heading)
    console.heading(wrapped(line, console.width, hang=3))


def _welcome(console: Console) -> None:
    title = console.language.say("One hand of Encaje, from the first word to the last stone")
    console.heading(wrapped(title, console.width))
    console.write()
    console.say(
        "In Encaje, French Mus, everybody plays alone and wants to be rid of stones: whoever is "
        "the last to hold any has lost the game. So a pot is no prize: the worst hand in it has to "
        "take it all."
    )
    console.write()
    console.say(
        "A hand has four lances: grande (high cards win), chica (low cards), pares (pairs) and "
        "juego (31 points or more). In each, players bet or pass: paso, envido 2 (a bet of 2), "
        "subo a 5 (raise to 5), quiero (see), no quiero (fold)."
    )


def _play(console: Console, played: Played) -> None:
    """The betting, a question to think about, and the showdown that answers it."""
    tongue = console.language
    page = hand_page(played, tongue)
    titles = [passage.heading for passage in page.passages]
    turn = titles.index(teller_of(played.end.variant).heading("showdown", tongue))
    _step(console, 1, tongue.say("The betting"))
    console.say(
        "Five players sit down, and the cards lie open so that you can judge. R is a king, C a "
        "knight, S a jack, A an ace; o, c, e and b are coins, cups, swords and clubs. Each remark "
        "ends with its article of the rulebook."
    )
    console.write()
    write(console, page._replace(passages=page.passages[:turn]))
    pots = [entry for entry in played.end.ledger if entry.item == "pot"]
    staked = [entry.src for entry in played.end.ledger if entry.dst == pots[0].src]
    _step(console, 2, tongue.say("Your turn to think"))
    console.say(
        "{stones} stones lie in the pot, between {players}. Look at their cards again: who has the "
        "worse grande, and so has to take them? And A, who folded: do those four kings count?",
        stones=pots[0].stones,
        players=tongue.listed(staked),
    )
    _step(console, 3, tongue.say("The showdown"))
    rest = [passage._replace(heading="") for passage in page.passages[turn:]]
    write(console, Explanation("", tuple(rest)))


def _article(console: Console) -> None:
    say, code = console.language.say, console.language.code
    _step(console, 4, say("Where that is written"))
    entry = article(ARTICLE)
    console.heading(wrapped(f"{entry.id} · {spoken(entry.title, code)}", console.width))
    console.paragraph(spoken(entry.text, code), indent=2)


def _verdict(console: Console, replay: Replay, verdict: Verdict) -> None:
    say = console.language.say
    paint = painter(color=console.color)
    _step(console, 5, say("Would it stand before a referee?"))
    hands = replay.hands
    console.say(
        "The record of this hand states {calls} calls, {checks} checks of the position after "
        "them, {movements} movements of stones, and what each player has at the end. All of it "
        "was worked out again:",
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


def _tampering(console: Console, replay: Replay) -> None:
    """Change one call of the record and let it be caught: once illegal, once perfectly legal."""
    tongue = console.language
    _step(console, 6, tongue.say("And if somebody changes a single call?"))
    console.say(
        'Suppose the record said "{changed}" where it says "{call}":',
        changed=TOO_LOW,
        call=TAMPERED,
    )
    failure = verify_match(tampered(replay, TOO_LOW)).failure
    assert failure is not None
    page = failure_page(failure, tongue)
    write(console, Explanation("", tuple(p._replace(heading="") for p in page.passages)))
    console.write()
    failure = verify_match(tampered(replay, LEGAL)).failure
    assert failure is not None
    console.say(
        'And "{changed}", which the rules do allow? It is caught as well, at {place}: the check '
        "there was made from another position.",
        changed=LEGAL,
        place=failure.place,
    )


def tampered(replay: Replay, words: str) -> Replay:
    """The record with one call changed."""
    hand = replay.hands[0]
    rounds = tuple(
        round_._replace(calls=tuple(call.replace(TAMPERED, words) for call in round_.calls))
        for round_ in hand.rounds
    )
    return replay._replace(hands=(hand._replace(rounds=rounds), *replay.hands[1:]))


def _next(console: Console) -> None:
    say = console.language.say
    _step(console, 7, say("Now you"))
    console.rows(
        [
            (f"mustutor replay play {RECORD} --step", say("this hand again, at your own pace")),
            ("mustutor hand R R C A", say("what your own four cards are worth")),
            ('mustutor compare grande "R R R 7" "R C C 7"', say("who wins a lance, and why")),
            (f"mustutor rule {ARTICLE}", say("the rulebook, with its sources")),
            ("mustutor settle " + say("FILE"), say("a dispute of your own, settled")),
            ("mustutor settle match_to_three_games", say("a match of Mus, with every reason")),
            ("mustutor rule órdago", say("the word that stakes a whole game")),
            ("mustutor variant list", say("the rulebooks of the regions; which is yours?")),
        ]
    )
