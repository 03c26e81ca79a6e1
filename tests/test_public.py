"""What a program may give to the public names: whatever it is, the errors of the contract come out.

Each argument of each public function is tried with things of every kind beside arguments that are
right, and then all at random. Nothing but a `MustutorError` may come of it (a `WrongKind` is a
TypeError as well), or a TypeError of Python's own for a wrong number of arguments.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mustutor
from mustutor.base.errors import (
    IllegalCall,
    MustutorError,
    NotationError,
    ReplayError,
    Unreadable,
    VariantError,
    WrongKind,
)
from mustutor.base.language import FOLDER, open_language
from mustutor.model.calls import Call
from mustutor.model.cards import Card
from tests.long import few, whole

FOURNIER = mustutor.load_variant("fournier")
SEATS = ("A1", "B1", "A2", "B2")
BEGUN = mustutor.start(FOURNIER, seats=SEATS, mano="A1")
RECORD = mustutor.load_replay("madrid_refused_raise")
SETTLED = mustutor.settle(RECORD)
ENDED = SETTLED.hands[-1].end
DROPPED = mustutor.load_variant("mau_mau")
ERRORS = (
    *(MustutorError, Unreadable, NotationError, VariantError, ReplayError),
    *(IllegalCall, WrongKind),
)


class Ill:
    """A thing that cannot be looked at."""

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]


HOSTILE: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**40, 1.5, float("nan"), Fraction(1, 3), 1j, ..., Ill(), object()),
    *("", " ", "x", "x" * 10_000, "x/" * 5_000, "\0", "\0/", "../x", "../../x.yaml", "/", "."),
    *("-", "{", '{"a":', "[" * 5_000, "\ud800", "\ud800/", "é", "A1 mus", "A1 envido 9" + "9" * 99),
    *("RRS2", "777S", "RRRA", "grande", "A1", "mau_mau", "madrid", "es", "xx", "../es", "A1 ?"),
    *(b"", b"A1 mus", bytearray(b"x"), Path("x" * 300), Path("\0"), Path("/"), Path("a.yaml")),
    *([], [None], [[]], [1, 2, 3, 4], ["R", "R", "R", "A"], ["RRRA", "RRRA"], [Ill()], (), ("",)),
    *((("A1",),), ["A1", "A1"], ["A", "B"], ("A1", "B1", "A2", "B2"), SEATS * 5, {"A1"}, {1: 2}),
    *({}, {"A1": None}, {"A1": "x"}, {"A1": 10**40}, {"A": -5}, {"A1": 39.5}, {"A": True}),
    *({"A1": ["pares"]}, {"A1": "pares"}, {"A1": [[]]}, {None: None}, {"format": object()}),
    *({"format": "mus-replay/1", "seats": 5}, iter("RRRA"), range(10**9), lambda: None, int, Card),
    *(Call("A1", "mus"), Call("Z9", "mus"), Call("A1", "x"), Call("", ""), Call("A1", "?")),
    *(Call("A1", "envido", -1), Call("A1", "envido", 10**40), Call("Ñ", "envido", 2)),
    *(Call("A1", "envido", "x"), Call(None, None), Call("A1", "descarto", 0, ("Ro", "x"))),  # type: ignore[arg-type]
    *(Call("A1", "descarto", 0, None), Call("baraja", "reparte", 0, (), "", (("A1", ("Ro",)),))),  # type: ignore[arg-type]
    *(Call("baraja", "reparte", 0, (), "", (None,)), Call("baraja", "sirve"), Call("A1", "sena")),  # type: ignore[arg-type]
    *(FOURNIER, DROPPED, mustutor.load_variant("enfle"), mustutor.load_variant("encaje")),
    *(mustutor.sit("encaje"), mustutor.bot("club", seed=1), {"A1": "R R C A", "B1": ["x"]}),
    *(BEGUN, RECORD, SETTLED, mustutor.verify(RECORD), mustutor.Player(BEGUN), open_language("en")),
)  # fmt: skip

CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Call": (mustutor.Call, {"seat": "A1", "verb": "mus"}),
    "Player": (mustutor.Player, {"start": BEGUN}),
    "apply": (mustutor.apply, {"position": BEGUN, "call": Call("A1", "mus")}),
    "bot": (mustutor.bot, {"name": "easy", "seed": 7}),
    "classify": (mustutor.classify, {"cards": "RRRA", "variant": FOURNIER}),
    "compare": (
        mustutor.compare,
        {"lance": "grande", "hands": ["RRRA", "RRCA"], "variant": FOURNIER},
    ),
    "dumps": (mustutor.dumps, {"replay": RECORD}),
    "explain": (mustutor.explain, {"settlement": SETTLED, "lang": "en", "brief": False}),
    "load_replay": (mustutor.load_replay, {"given": "punto"}),
    "load_variant": (mustutor.load_variant, {"id_or_path": "madrid"}),
    "loads": (mustutor.loads, {"text": mustutor.dumps(RECORD)}),
    "next_hand": (
        mustutor.next_hand,
        {"position": ENDED, "mano": "", "stones": None},
    ),
    "odds": (
        mustutor.odds,
        {
            "cards": "RRRA",
            "variant": FOURNIER,
            "seat": "A",
            "seats": ("A", "B"),
            "known": {"B": "S"},
            "out": "7o",
            "said": {"B": ["pares"]},
        },
    ),
    "options": (mustutor.options, {"position": BEGUN}),
    "read_call": (mustutor.read_call, {"text": "A1 mus", "variant": FOURNIER}),
    "settle": (mustutor.settle, {"replay": RECORD}),
    "settle_hand": (mustutor.settle_hand, {"position": BEGUN}),
    "simulate": (
        mustutor.simulate,
        {"variant": FOURNIER, "seats": SEATS, "hands": 1, "seed": 7, "number": 1},
    ),
    "sit": (mustutor.sit, {"variant": FOURNIER, "seats": SEATS, "mano": "A1", "stones": None}),
    "start": (
        mustutor.start,
        {"variant": FOURNIER, "seats": SEATS, "mano": "A1", "stones": None, "games": None},
    ),
    "verify": (mustutor.verify, {"replay": RECORD, "variant": None}),
    "view": (mustutor.view, {"position": BEGUN, "seat": "A1", "steps": ()}),
    "why_not": (mustutor.why_not, {"position": BEGUN, "call": Call("A1", "mus")}),
}


def at_a_table(verb: str, *calls: str, deal: Any = None) -> Callable[..., Any]:
    """A verb of a table at which this was said, and cards dealt; a fresh table at every call."""

    def spoken(**given: Any) -> Any:
        table = mustutor.sit("madrid")
        for call in calls:
            table.say(call)
        return getattr(table.deal(deal) if deal else table, verb)(**given)

    return spoken


OPEN = ("A1 corto", *("A1 paso", "B1 paso", "A2 paso", "B2 paso") * 2)
DISCARDED = (
    *("A1 mus", "B1 mus", "A2 mus", "B2 mus"),
    *("B1 descarto 1", "A2 descarto 1", "B2 descarto 1", "A1 descarto 2 cartas"),
)
DEALT = {"A1": "R R C A", "B1": "3 3 7 6", "A2": "4 5 6 7", "B2": "S S 7 A"}
VERBS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "table.say": (at_a_table("say"), {"call": "A1 mus"}),
    "table.say, cards dealt": (at_a_table("say", deal=DEALT), {"call": "A1 mus"}),
    "table.deal": (at_a_table("deal"), {"hands": DEALT, "seed": None, "starter": ""}),
    "table.deal, in a lance": (at_a_table("deal", *OPEN), {"hands": DEALT}),
    "table.deal, from a seed": (at_a_table("deal"), {"seed": 7}),
    "table.serve": (at_a_table("serve", *DISCARDED), {"cards": {"A1": "R R", "B1": "7"}}),
    "table.next": (
        at_a_table("next", "A1 mus", "B1 ?"),
        {"mano": "B1", "stones": {"A": 3, "B": 0}},
    ),
    "table.view": (at_a_table("view", deal=DEALT), {"seat": "A1"}),
    "Player.hear": (lambda said: mustutor.Player(BEGUN).hear(said), {"said": "A1 mus"}),
    "Player.deal": (lambda hands: mustutor.Player(BEGUN).deal(hands), {"hands": DEALT}),
    "Settlement.explain": (SETTLED.explain, {"lang": "es"}),
}
TRIED = CALLS | VERBS


def refused(function: Callable[..., Any], given: dict[str, Any]) -> None:
    """Call it; only what it raises beside the errors of the contract comes out."""
    with suppress(MustutorError):
        function(**given)


def named(thing: Any) -> str:
    """What a thing is, in short, though it cannot be looked at."""
    try:
        return repr(thing)[:60]
    except RuntimeError:
        return "Ill()"


def test_every_public_name_is_tried() -> None:
    public = {name: getattr(mustutor, name) for name in mustutor.__all__}
    errors = {name for name, thing in public.items() if thing in ERRORS}
    assert {name for name, thing in public.items() if callable(thing)} == CALLS.keys() | errors
    for name, (function, right) in CALLS.items():
        assert function is public[name]
        wanted = set(inspect.signature(function).parameters)
        assert right.keys() <= wanted
    for function, right in TRIED.values():
        function(**right)


def test_every_error_is_public_by_its_own_name_and_of_one_family():
    for error in ERRORS:
        assert getattr(mustutor, error.__name__) is error
        assert issubclass(error, mustutor.MustutorError)
    assert issubclass(mustutor.WrongKind, TypeError)


@pytest.mark.parametrize("name", sorted({*mustutor.__all__} - {"__version__"}))
def test_every_public_name_has_an_example(name):
    assert ">>> " in inspect.getdoc(getattr(mustutor, name))


@pytest.mark.parametrize("name", TRIED)
def test_whatever_is_given_only_the_errors_of_the_contract_come_out(
    name: str, tmp_path, monkeypatch
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    function, right = TRIED[name]
    failures = []
    for parameter in right:
        for thing in HOSTILE:
            try:
                refused(function, {**right, parameter: thing})
            except Exception as failure:  # noqa: BLE001 - told below
                failures.append(f"{parameter}={named(thing)}: {type(failure).__name__} {failure}")
    assert not failures, "\n".join(failures)


@whole
@pytest.mark.parametrize("name", TRIED)
def test_all_arguments_at_random_raise_only_the_errors_of_the_contract(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    function, right = TRIED[name]
    random = Random(name)
    for _ in range(few(1_000, 100)):
        given = {
            parameter: random.choice((thing, *random.choices(HOSTILE, k=2)))
            for parameter, thing in right.items()
        }
        try:
            refused(function, given)
        except Exception as failure:
            failure.add_note(", ".join(f"{key}={named(thing)}" for key, thing in given.items()))
            raise


# --- each fault that was found, by what is said of it -----------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: mustutor.compare("juego", "RRS2", "777S"), NotationError, "hands as a list, mano"),
        (lambda: mustutor.compare("juego", ["RRS2"], "777S"), VariantError, "no variant 777S"),
        (lambda: mustutor.classify("RRRA", DROPPED), NotationError, "worth anything in mau_mau"),
        (lambda: mustutor.classify([[]], FOURNIER), NotationError, "written as text"),
        (lambda: mustutor.load_replay("x" * 10_000), ReplayError, "cannot be read"),
        (lambda: mustutor.load_replay(5), WrongKind, "not int"),
        (lambda: mustutor.load_variant(None), WrongKind, "not from NoneType"),
        (lambda: mustutor.explain(SETTLED, "xx"), NotationError, "no language xx here"),
        (lambda: mustutor.explain(RECORD), WrongKind, "A Replay is not a settlement"),
        (lambda: mustutor.view(BEGUN, "Z9"), IllegalCall, "no seat Z9"),
        (lambda: mustutor.apply(BEGUN, "A1 envidio"), NotationError, "not something a player says"),
        (lambda: mustutor.apply(BEGUN, "B1 mus"), IllegalCall, "A1 speaks now"),
        (lambda: mustutor.apply(BEGUN, 5), WrongKind, "This int is not a call"),
        (lambda: mustutor.start("fournier", seats=5, mano="A1"), WrongKind, "not int"),
    ],
)
def test_a_wrong_call_is_told_what_to_do(call, error, said):
    with pytest.raises(error, match=said) as refusal:
        call()
    assert isinstance(refusal.value, MustutorError)
    assert refusal.value.said(open_language("es"))


def test_the_verbs_take_what_people_type():
    table = mustutor.start("fournier", seats=list(SEATS), mano="A1")
    assert mustutor.apply(table, "A1 mus") == mustutor.apply(table, Call("A1", "mus"))
    assert mustutor.why_not(table, "A1 mus") is None
    assert mustutor.classify("RRRA", "fournier") == mustutor.classify("RRRA", FOURNIER)
    hands = ["RRRA", "RRCA"]
    by_id = mustutor.compare("grande", hands, "madrid")
    assert by_id == mustutor.compare("grande", hands, mustutor.load_variant("madrid"))
    assert mustutor.verify(RECORD, variant="madrid").ok
    assert mustutor.read_call("a1 no hay mus", "madrid") == Call("A1", "corto")
    by_list = mustutor.odds("RRRA", "fournier", seats=("A", "B"), said={"B": ["pares", "no_juego"]})
    by_text = mustutor.odds("R R R A", FOURNIER, seats="A B", said={"B": "pares no_juego"})
    assert by_text == by_list
    assert mustutor.start("fournier", seats="A1 B1 A2 B2", mano="A1") == table
    one_by_one = mustutor.Player(table).deal({"A1": ["Ro", "Rc", "3e", "Ab"]})
    assert mustutor.Player(table).deal({"A1": "RoRc3eAb"}).position == one_by_one.position
    assert mustutor.simulate("madrid", seats="A1 B1 A2 B2", seed=7) == mustutor.simulate(
        mustutor.load_variant("madrid"), seats=4, seed="7"
    )


def test_a_simulated_match_is_that_of_the_command(request):
    command = request.getfixturevalue("mustutor")
    said = command("replay", "simulate", "--variant", "navarra", "--hands", "3", "--seed", "x")
    assert said.out == mustutor.dumps(mustutor.simulate("navarra", hands=3, seed="x"))


def test_an_error_is_said_in_a_language_by_its_code():
    with pytest.raises(VariantError) as refusal:
        mustutor.load_variant("encage")
    assert refusal.value.said("es") == refusal.value.said(open_language("es"))
    with pytest.raises(NotationError, match="no language xx here"):
        refusal.value.said("xx")


def test_a_player_of_the_house_has_a_name_and_plays_alike_from_the_same_seed():
    table = mustutor.sit("madrid").deal(seed=3)
    for level in ("easy", "club", "master"):
        one, other = (mustutor.bot(level, seed=7) for _ in range(2))
        assert one.name == level
        assert one.speak(table.view()) == other.speak(table.view())
        assert table.view().why_not(one.speak(table.view())) is None


def test_no_catalogue_is_loaded_from_elsewhere(tmp_path):
    folder = tmp_path / "LC_MESSAGES"
    folder.mkdir()
    (folder / "mustutor.po").write_text('msgid ""\nmsgstr ""\n')
    outside = os.path.relpath(tmp_path, FOLDER)
    for code in (outside, str(tmp_path), "../locale/es", "es/../es", ""):
        with pytest.raises(LookupError):
            open_language(code)
        with pytest.raises(NotationError, match="There is no language"):
            mustutor.explain(SETTLED, code)
