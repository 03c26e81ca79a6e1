"""The `tour` command: one hand of Mus or Encaje played, settled, explained and verified.

Everything it shows is worked out while it runs, from a record that comes with mustutor and
by the commands' own functions; nothing in it is a picture of an answer. At a terminal it rests
after each part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mustutor.base.language import Language, mark
from mustutor.cli.common_options import Status, UsageError
from mustutor.cli.console import Console, screenfuls, wrapped, write, write_lines
from mustutor.cli.parameters import argument
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


class Tour(NamedTuple):
    """A hand worth watching: its record, the article that decides it, and the texts on both.

    Where the record has the call `said`, `refused` breaks the rules and `allowed` does not;
    `counted` is the round in which the stones are told, and `ending` its title here.
    """

    record: str
    article: str
    said: str
    refused: str
    allowed: str
    title: str
    game: str
    lances: str
    table: str
    question: Callable[[Console, Played], None]
    counted: str
    ending: str
    more: Callable[[Language], list[tuple[str, str]]]


def tour(
    console: Console, game: str = argument("GAME", "Whose hand: mus, or encaje.", "mus")
) -> Status:
    """Walk through one hand: the table, the calls, the showdown, the rulebook, the verdict."""
    wanted = TOURS.get(game.lower())
    if wanted is None:
        raise UsageError(
            "There is no tour of {game}: there is one of mus, and one of encaje.", game=game
        )
    replay = load_replay(located(wanted.record))
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


def _walked(console: Console, tour: Tour, replay: Replay, verdict: Verdict) -> Iterator[None]:
    """Tell the tour, and yield wherever there is time to rest."""
    say = console.language.say
    played = verdict.hands[0]
    page = hand_page(played, console.language)
    titles = [passage.heading for passage in page.passages]
    turn = titles.index(teller_of(played.end.variant).heading(tour.counted, console.language))
    console.heading(wrapped(say(tour.title), console.width))
    console.write()
    console.say(tour.game)
    console.write()
    console.say(tour.lances)
    yield
    _step(console, 1, say("The betting"))
    console.say(tour.table)
    console.write()
    write(console, page._replace(passages=page.passages[:2]))
    for passage in page.passages[2:turn]:
        yield
        console.write()
        write(console, Explanation("", (passage,)))
    _step(console, 2, say("Your turn to think"))
    tour.question(console, played)
    yield
    _step(console, 3, say(tour.ending))
    rest = [passage._replace(heading="") for passage in page.passages[turn:]]
    write(console, Explanation("", tuple(rest)))
    yield
    _step(console, 4, say("Where that is written"))
    _article(console, tour.article)
    yield
    _step(console, 5, say("Would it stand before a referee?"))
    _verdict(console, replay, verdict)
    yield
    _step(console, 6, say("And what if somebody changes a single call?"))
    _tampering(console, tour, replay)
    yield
    _step(console, 7, say("Now you"))
    again = f"mustutor replay play {tour.record} --step"
    console.rows(
        [
            (again, say("this hand again, at your own pace")),
            ("mustutor hand R R C A", say("what your own four cards are worth")),
            ('mustutor compare grande "R R R 7" "R C C 7"', say("who wins a lance, and why")),
            (f"mustutor rule {tour.article}", say("the rulebook, with its sources")),
            ("mustutor settle " + say("FILE"), say("a dispute of your own, settled")),
            *tour.more(console.language),
            ("mustutor variant list", say("the rulebooks of the regions: which one is yours?")),
        ]
    )


def _step(console: Console, number: int, heading: str) -> None:
    """Write the heading of a part of the tour."""
    console.write()
    line = console.language.say("{number}. {heading}", number=number, heading=heading)
    console.heading(wrapped(line, console.width, hang=3))


def _article(console: Console, rule: str) -> None:
    code = console.language.code
    entry = article(rule)
    console.heading(wrapped(f"{entry.id} · {in_language(entry.title, code)}", console.width))
    console.paragraph(in_language(entry.text, code), indent=2)


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


def _tampering(console: Console, tour: Tour, replay: Replay) -> None:
    """Change one call of the record and let it be caught: once illegal, once perfectly legal."""
    console.say(
        'Suppose the record said "{changed}" where it says "{call}":',
        changed=tour.refused,
        call=tour.said,
    )
    failure = verify_match(tampered(replay, tour.said, tour.refused)).failure
    assert failure is not None
    page = failure_page(failure, console.language)
    write(console, Explanation("", tuple(p._replace(heading="") for p in page.passages)))
    console.write()
    failure = verify_match(tampered(replay, tour.said, tour.allowed)).failure
    assert failure is not None
    console.say(
        'And "{changed}", which the rules do allow? That is caught as well, at {place}: the '
        "check there was made from another position.",
        changed=tour.allowed,
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


def _whose_stones(console: Console, played: Played) -> None:
    [stake] = [entry.stones for entry in played.end.ledger if entry.item == "envite"]
    console.say(
        "B1 has refused the bet at grande, and B2 has accepted it with a knight. Look at the cards "
        "again: which side takes those {stones} stones? Whose is juego, on which nobody bet? And "
        "pares, which A1 gave up: are they paid for all the same?",
        stones=stake,
    )


def _whose_burden(console: Console, played: Played) -> None:
    pots = [entry for entry in played.end.ledger if entry.item == "pot"]
    staked = [entry.src for entry in played.end.ledger if entry.dst == pots[0].src]
    console.say(
        "{stones} stones lie in the pot, between {players}. Look at their cards again: who has "
        "the worse grande, and so has to take the stones? And A, who folded: do those four "
        "kings count?",
        stones=pots[0].stones,
        players=console.language.join_list(staked),
    )


def _more_of_mus(language: Language) -> list[tuple[str, str]]:
    return [
        ("mustutor learn first_hand", language.say("the course, from a first hand on")),
        ("mustutor settle match_to_three_games", language.say("a whole match, with every reason")),
        (
            "mustutor tour encaje",
            language.say("a hand of the sister game, where stones are a burden"),
        ),
    ]


def _more_of_encaje(language: Language) -> list[tuple[str, str]]:
    return [
        ("mustutor learn encaje_aim", language.say("the lessons of Encaje")),
        ("mustutor settle whole_game", language.say("a whole game of five, with every reason")),
        ("mustutor tour", language.say("a hand of Mus, played in pairs")),
    ]


LEFT_TO_REST = 2
"""Rows of a window for the line that says how to go on, and the empty one above it."""
TOURS = {
    "mus": Tour(
        record="refusers_cards_win",
        article="MUS-CMP-T2",
        said="subo a 5",
        refused="subo a 3",
        allowed="subo a 8",
        title=mark("One hand of Mus, from the first word to the last stone"),
        game=mark(
            "In Mus two play against two, with four cards each, and no card is ever played. They "
            "bet stones on whose cards are the best; five stones are an amarrako, and whoever has "
            "forty first wins the game."
        ),
        lances=mark(
            "A hand has four lances: grande (high cards win), chica (low cards), pares (pairs) and "
            "juego (31 points or more). In each, players bet or pass: paso, envido 2 (a bet of 2), "
            "subo a 5 (raise to 5), quiero (accept), no quiero (refuse)."
        ),
        table=mark(
            "Four players sit down, partners opposite each other, and the cards lie open so that "
            "you can judge. R is a king, C a knight, S a jack, A an ace; o, c, e and b are coins, "
            "cups, swords and clubs. Each remark ends with its article of the rulebook."
        ),
        question=_whose_stones,
        counted="count",
        ending=mark("The count"),
        more=_more_of_mus,
    ),
    "encaje": Tour(
        record="worked_example_1_b_better",
        article="ENC-SET-11",
        said="subo a 12",
        refused="subo a 9",
        allowed="subo a 14",
        title=mark("One hand of Encaje, from the first word to the last stone"),
        game=mark(
            "In Encaje, which is French Mus, everybody plays alone and wants to get rid of "
            "their stones: the last player to hold any has lost the game. So a pot is no "
            "prize: the worst hand in it has to take it all."
        ),
        lances=mark(
            "A hand has four lances: grande (high cards win), chica (low cards win), pares "
            "(cards of one rank) and juego (31 points or more). In each, players bet or pass: "
            "paso (pass), envido 2 (bet 2), subo a 5 (raise to 5), quiero (accept), no quiero "
            "(fold)."
        ),
        table=mark(
            "Five players sit down, and the cards lie open so that you can judge. R is a king, C a "
            "knight, S a jack, A an ace; o, c, e and b are coins, cups, swords and clubs. Each "
            "remark ends with its article of the rulebook."
        ),
        question=_whose_burden,
        counted="showdown",
        ending=mark("The showdown"),
        more=_more_of_encaje,
    ),
}
