"""Lines typed while a match is played: what is said is understood, what is wrong is refused."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mustutor.base.language import UNBROKEN, open_language
from mustutor.games.mus_family.calls import read_call
from mustutor.model.variant import load_variant
from mustutor.present.text import to_text
from mustutor.referee import verify
from mustutor.referee.recorder.commands import resume_match, sit_down
from mustutor.referee.recorder.dictation import Answer, Dictation
from mustutor.referee.recorder.recorder import Recorder
from mustutor.replay import Replay
from mustutor.replay.live_file import read_live_record
from mustutor.replay.seals import with_seals
from mustutor.replay.simulate import match
from tests.long import examples
from tests.table import OF_LANCES, live_lines

PAIRS = ("A1", "B1", "A2", "B2")
WORDS = ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"]
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

SPOKEN = {
    "mus": ("mus", "Hay mus", "je veux mus"),
    "corto": ("no hay mus", "mintza", "I cut", "pas de mus"),
    "servido": ("servido", "servi", "served"),
    "tengo": ("tengo", "sí", "yes", "oui", "bai"),
    "no tengo": ("no", "no tengo", "non", "ez", "I don't have it"),
    "paso": ("paso", "¡Paso!", "I pass", "je passe", "check"),
    "quiero": ("quiero", "las veo", "I see", "iduki", "j'accepte"),
    "no quiero": ("no quiero", "tira", "I fold", "je refuse"),
    "ordago": ("órdago", "hor dago", "Hordago!"),
}


def spoken(text: str, recorder: Recorder, random: Random) -> str:
    """The same call as somebody at the table may have said it, its seat named or not."""
    call = read_call(text)
    stake = 0
    position = recorder.awaited()
    if position is not None and position.state.auction is not None:
        stake = position.state.auction.stake
    number, more = call.stones, call.stones - stake
    match call.verb:
        case "envido":
            forms = [f"envido {number}", f"I bet {number}", f"je mise {number}", f"{number} más"]
            forms += [f"Envido {WORDS[number]}"] if number < len(WORDS) else []
        case "subo":
            forms = [f"subo a {number}", f"I raise to {number}", f"je relance à {number}"]
            forms += [f"{more} más", f"je relance de {more}", f"{more} gehiago"]
            forms += [f"{NUMBERS[more]} more"] if more < len(NUMBERS) else []
        case "descarto":
            forms = [", ".join(["descarto " + call.cards[0], *call.cards[1:]])]
            forms += [f"I discard {' '.join(call.cards)}"]
        case verb:
            forms = list(SPOKEN[verb])
    said = random.choice(forms)
    return said if random.random() < 0.6 else f"{call.seat.lower()} {said}"


def table(variant: str, seats: tuple[str, ...] = PAIRS, code: str = "en") -> Dictation:
    rules = load_variant(variant)
    match = Replay({"id": rules.id, "digest": rules.digest}, seats, ())
    return Dictation(sit_down(rules, match), open_language(code))


def told(dictation: Dictation, *lines: str) -> Dictation:
    for line in lines:
        answer = dictation.take(line)
        assert answer.taken, (line, said(answer))
        dictation = answer.dictation
    return dictation


def said(answer: Answer) -> str:
    return "\n".join(to_text(page, 90).strip("\n") for page in answer.pages)


# --- what is said is understood ----------------------------------------------------------


@pytest.mark.parametrize("variant", OF_LANCES)
@examples(4, 1, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_match_typed_as_it_is_spoken_is_the_match_played(variant, seed):
    rules, random = load_variant(variant), Random(seed)
    replay = match(rules, seats=0, hands=1 + seed % 2, seed=str(seed))
    dictation = table(variant, replay.seats, random.choice(("en", "es")))
    for hand in replay.hands:
        dictation = told(dictation, f"mano {hand.mano}")
        for seat, cards in hand.cards.items():
            dictation = told(dictation, f"{seat} {' '.join(cards)}")
        for round_ in hand.rounds:
            for call in round_.calls:
                dictation = told(dictation, spoken(call, dictation.recorder, random))
            for seat, cards in (round_.draws or {}).items():
                dictation = told(dictation, f"{seat} {', '.join(cards)}")
    hands = [
        hand._replace(deal={"source": "physical", "cards": hand.cards}, seal=None)
        for hand in replay.hands
    ]
    played = with_seals(replay._replace(hands=tuple(hands), start=None))
    assert dictation.recorder.closed() == played
    assert verify(played).ok


@pytest.mark.parametrize(
    ("lines", "calls"),
    [
        (("A1", "mus", "no hay mus"), ["A1 mus", "B1 corto"]),
        (("a1 mus", "b1 mintza"), ["A1 mus", "B1 corto"]),
        (("A1 corto", "paso, I pass; je passe"), ["A1 corto", "A1 paso", "B1 paso", "A2 paso"]),
        (
            ("A1 corto", "envido", "5 más", "y yo", "iduki"),
            ["A1 corto", "A1 envido 2", "B1 subo a 7", "A2 subo a 9", "B2 quiero"],
        ),
        (
            ("A1 corto", "envido", "no", "b2 sí", *["paso, paso, paso, paso"], "no"),
            ["A1 corto", "A1 envido 2", "B1 no quiero", "B2 quiero"]
            + ["A1 paso", "B1 paso", "A2 paso", "B2 paso", "A1 no tengo"],
        ),
        # Whatever A1 said, B1 was next: who was not heard either is told so, by the seat.
        (
            ("A1 corto", "A1 ?", "# nor B1", "", "b1 ?", "a2 paso"),
            ["A1 corto", "A1 ?", "B1 ?", "A2 paso"],
        ),
    ],
)
def test_lines_are_calls_with_a_seat_or_without(lines, calls):
    dictation = told(table("wikipedia_en"), *lines)
    [hand] = dictation.recorder.record().hands
    assert [call for round_ in hand.rounds for call in round_.calls] == calls


def test_what_no_forgotten_call_allows_is_refused_with_who_speaks():
    dictation = told(table("wikipedia_en"), "A1 corto", "nobody remembers")
    answer = dictation.take("a2 paso")
    assert not answer.taken
    assert answer.dictation._replace(refused="") == dictation
    assert "B1 speaks now, not A2." in said(answer)


def test_what_was_said_is_read_back_in_its_one_spelling():
    dictation = told(table("wikipedia_en"), "A1", "I cut")
    answer = dictation.take("Envido cinco")
    assert "A1  envido 5" in said(answer)
    assert answer.dictation.prompt().startswith("1.grande.2 B1 (no quiero · quiero · órdago")
    assert "subo a 7 or more" in answer.dictation.prompt()


def test_the_bounds_of_a_stake_are_in_the_prompt():
    dictation = told(table("encaje", ("A", "B", "C")), "A", "corto")
    assert dictation.prompt() == "1.grande.1 A (paso · envido 2 to 20) > "


# --- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("subo a 3", "a raise must reach at least 6"),
        ("envido 9", "MUS-BET-3"),
        ("A2 quiero", "MUS-BET-4"),
        ("B2 quiero", "B1 speaks now, not B2."),
        ("quierro", "did you mean B1 quiero?"),
        ("Ro Rc 5e 4o", "Say whose cards these are: A1 Ro Rc 5e 4o"),
        ("A1 Ro Rx 5e 4o", "Rx is not a card"),
        ("A1 Ro Ro 5e 4o", "Ro"),
        ("A1 Ro Rc 5e", "A1 is dealt 3 cards"),
        ("sena duples", "Say who does it"),
        ("B1 no quiero, B2 no quiero, paso, paso, paso, tengo", "B2 tengo"),
        ("lance grande", "cannot begin now"),
        ("lance mus", "grande chica pares juego punto"),
        ("next", "This hand is not over"),
        ("stones A 3", "B is missing"),
        ("stones A x", "Type each side"),
        ("stones A 5, B 3, a 6", "A is written twice"),
        ("players A1=Ane, B1=Bea, a1=Amaia", "A1 is written twice"),
        ("correct 1.grande.7 paso", "There is no call at 1.grande.7."),
        ("correct 1.grande.1", "Type correct"),
        ("correct 1.grande.1 B1 paso", "A1 speaks now, not B1."),
        ("claim", "Type who claims"),
        ("claim B pots", "'pots' is not understood in a claim"),
        ("note", "Type note"),
        ("players Ane", "names nobody"),
        ("players C7=Ane", "names nobody"),
        ("x" * 3_000, "3000 characters"),
        ("A1 \x1b[31mpaso", r"\x1b"),
        ("B1 subo a ٨", "not something a player says"),
    ],
)
def test_what_cannot_be_taken_says_why_and_changes_nothing(line, words):
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 4")
    answer = dictation.take(line)
    assert not answer.taken
    assert words in said(answer)
    assert answer.dictation._replace(refused="") == dictation
    assert "\x1b" not in said(answer)


def test_a_refusal_cites_its_article_and_lists_what_is_legal():
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 4")
    page = said(dictation.take("envido 9"))
    assert page.splitlines()[0].startswith("1.grande.2 B1 envido 9")
    assert "MUS-BET-3" in page
    assert "B1  subo a 6" in page


def test_cards_that_contradict_a_call_name_it():
    dictation = told(table("wikipedia_en"), "A1", "corto", *["paso, paso, paso, paso"] * 2, "sí")
    page = said(dictation.take("A1 Ro Cc 5e 4o"))
    assert "These cards do not agree with 1.pares.1 A1 tengo" in page
    assert "correct 1.pares.1" in page


def test_nobody_speaks_before_there_is_a_mano():
    answer = table("wikipedia_en").take("paso")
    assert not answer.taken
    assert "Say who is mano" in said(answer)


def test_cards_of_a_hand_already_known_are_changed_by_the_command_alone():
    dictation = told(table("wikipedia_en"), "A1", "A1 Ro Rc 5e 4o")
    answer = dictation.take("A1 7o 7c 5e 4o")
    assert not answer.taken
    assert "cards A1 7o 7c 5e 4o changes that" in said(answer)
    changed = told(dictation, "cards A1 7o 7c 5e 4o")
    assert changed.recorder.position.hand_of("A1") == ("7o", "7c", "5e", "4o")


WORDS_TYPED = (
    *("A", "B", "C", "a", "D", "A1", "Ro", "7e 7b", "Ro Rc 5e 4o", "4c 4b 6o 6e", "?", ",", ";"),
    *("mus", "corto", "paso", "envido", "envido 4", "subo a 9", "5 más", "quiero", "no quiero"),
    *("tengo", "no", "yes", "2 cartas", "descarto ?", "descarto 5e", "sena duples", "dice pasa"),
    *("cards", "mano", "next", "lance", "grande", "chica", "pares", "juego", "punto", "stones"),
    *("A 5 B 5 C 5", "20", "claim", "note", "1.mus.1", "1.grande.1", "grande.2", "2", "undo"),
    *("correct", "show", "score", "options", "help", "players", "A=Ane", "#", "ordago", "\x1b[2J"),
)


@example(["?", "A mus"])
@examples(100, 25, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.lists(st.sampled_from(WORDS_TYPED), min_size=1, max_size=4).map(" ".join),
            st.sampled_from(("A mus", "corto", "paso", "envido 4", "quiero", "undo", "tengo")),
            st.text(max_size=30),
        ),
        max_size=25,
    )
)
def test_whatever_is_typed_nothing_breaks(lines):
    dictation = told(table("encaje", ("A", "B", "C")), "A")
    for line in lines:
        answer = dictation.take(line)
        for page in answer.pages:
            assert all(sign.isprintable() or sign in f"\n{UNBROKEN}" for sign in to_text(page, 60))
        assert answer.taken or answer.dictation._replace(refused="") == dictation._replace(
            refused=""
        )
        dictation = answer.dictation
        dictation.prompt()
        kept = dictation.recorder.record()
        assert verify(kept).ok, (line, verify(kept).failure)
        data = "".join(f"{line}\n" for line in live_lines(kept)).encode()
        assert resume_match(read_live_record(data), dictation.recorder.variant).record() == kept


# --- corrections, notes, claims ----------------------------------------------------------


def test_a_correction_that_undoes_later_calls_asks_first():
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 4", "quiero", "paso")
    answer = dictation.take("correct 1.grande.1 paso")
    assert answer.taken
    assert "1.grande.2 B1 quiero" in said(answer)
    assert "1 call would be removed, and nothing else." in said(answer)
    assert "It would then be open what was said at 1.grande.2: ?" in said(answer)
    assert answer.dictation.recorder is dictation.recorder
    assert "yes or no" in answer.dictation.prompt()
    unclear = answer.dictation.take("paso")
    assert not unclear.taken
    assert told(unclear.dictation, "no") == dictation
    corrected = told(answer.dictation, "yes").recorder
    [hand] = corrected.record().hands
    assert [round_.calls for round_ in hand.rounds[1:]] == [("A1 paso", "B1 ?"), ("A1 paso",)]
    [note] = corrected.match.notes["1.grande.1"]
    assert note["glyph"] == "corrected"
    assert note["text"]["en"] == "It was taken down as A1 envido 4."
    assert "A1 envido 4" in note["text"]["es"]


def test_a_correction_may_tell_all_that_was_said_from_there_on():
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 4", "quiero", "paso")
    asked = dictation.take("correct 1.grande.1 paso").dictation
    for begun in (dictation, asked):
        corrected = told(begun, "correct 1.grande.1 paso, paso, I pass, paso").recorder
        [hand] = corrected.record().hands
        passed = tuple([f"{seat} paso" for seat in PAIRS])
        assert [round_.calls for round_ in hand.rounds[1:]] == [passed, ("A1 paso",)]
    wrong = asked.take("correct 1.grande.1 paso, quiero")
    assert not wrong.taken
    assert "MUS-BET-9" in said(wrong)


def test_a_correction_to_what_is_there_already_leaves_no_note():
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 5")
    answer = dictation.take("correct 1.grande.1 5 más")
    assert said(answer).strip() == "Nothing has been corrected."
    assert answer.dictation._replace(refused="") == dictation
    assert not dictation.recorder.match.notes


def test_a_correction_may_name_the_lance_alone_or_the_call_of_the_lance_under_way():
    dictation = told(table("wikipedia_en"), "A1", "corto", "paso", "paso")
    for place in ("1.grande.2", "grande.2", "2"):
        corrected = told(dictation, f"correct {place} envido 3").recorder
        assert corrected.record().hands[0].rounds[1].calls == ("A1 paso", "B1 envido 3")


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("claim Bea: B 4 pares", {"by": "Bea", "about": "1.pares", "to": "B", "stones": 4}),
        ("claim B 4 pares", {"by": "B", "about": "1.pares", "to": "B", "stones": 4}),
        ("claim A1 B 12 1", {"by": "A1", "about": "1", "to": "B", "stones": 12}),
        ("claim A match", {"by": "A", "about": "match", "to": "A"}),
        ("reclama B 4 pares", {"by": "B", "about": "1.pares", "to": "B", "stones": 4}),
    ],
)
def test_claims(line, claim):
    dictation = told(table("wikipedia_en", code="es"), "A1", "corto", line)
    assert dictation.recorder.closed().claims == (claim,)


@pytest.mark.parametrize(
    ("line", "place", "note"),
    [
        ("note what a bet", "1.grande.1", {"text": {"en": "what a bet"}}),
        ("note 1.mus.1 ! at once", "1.mus.1", {"glyph": "!", "text": {"en": "at once"}}),
        ("note bluff", "1.grande.1", {"glyph": "bluff", "text": {"en": ""}}),
    ],
)
def test_notes(line, place, note):
    dictation = told(table("wikipedia_en"), "A1", "corto", "envido 4", line)
    assert dictation.recorder.closed().notes == {place: [note]}


def test_signals_and_talk_are_taken_beside_the_play():
    dictation = told(table("wikipedia_en"), "A1", "corto", "B2 seña duples", "a2 dice pasa", "paso")
    [_, grande] = dictation.recorder.record().hands[0].rounds
    assert grande.calls == ("B2 sena duples", "A2 dice pasa", "A1 paso")


# --- commands ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "spanish"),
    [("undo", "deshacer"), ("show", "mostrar"), ("score", "TANTEO"), ("options", "opciones")],
)
def test_commands_are_understood_in_english_and_in_the_language_of_the_reader(english, spanish):
    dictation = told(table("wikipedia_en", code="es"), "A1", "corto", "paso")
    assert dictation.take(english) == dictation.take(spanish)
    assert not told(table("wikipedia_en"), "A1", "corto").take(spanish).taken


@pytest.mark.parametrize("command", ["close", "quit", "match"])
def test_how_taking_down_ends(command):
    assert table("wikipedia_en").take(command).ends == command


def test_help_names_every_command():
    page = said(table("wikipedia_en").take("help"))
    for command in ("undo", "correct", "lance", "stones", "mano", "next", "claim", "note"):
        assert f"  {command}" in page
    for command in ("players", "show", "score", "options", "match", "close", "quit"):
        assert f"  {command}" in page


def test_the_score_counts_what_moved():
    lines = ("A1", "corto", "ordago", "no quiero", "no quiero")
    dictation = told(table("wikipedia_en"), *lines)
    assert "A 1   B 0" in said(dictation.take("score"))


def test_undo_says_when_nothing_is_left():
    dictation = told(table("wikipedia_en"), "A1", "mus", "undo", "undo")
    assert dictation.recorder.hands == ()
    assert not dictation.take("undo").taken


def test_players_are_named_at_any_time():
    dictation = told(table("wikipedia_en"), "players A1=Ane, b2=Bea")
    assert dictation.recorder.closed().about["players"] == {"A1": "Ane", "B2": "Bea"}


# --- names -------------------------------------------------------------------------------

AT_TABLE = "players A1=Ane Mari, B1=Begoña, A2=No, B2=Jon"


def test_a_name_does_all_that_its_seat_does():
    dictation = told(
        table("wikipedia_en"), AT_TABLE, "ane mari", "BEGONA sena duples", "Ane Mari: corto"
    )
    dictation = told(dictation, "Ane Mari envido 4, begoña quiero", "jon Ro Rc 5e 4o")
    [hand] = dictation.recorder.record().hands
    assert [call for round_ in hand.rounds for call in round_.calls] == [
        *("B1 sena duples", "A1 corto", "A1 envido 4", "B1 quiero"),
    ]
    assert hand.cards == {"B2": ["Ro", "Rc", "5e", "4o"]}
    assert dictation.prompt().startswith("Ane Mari · 1.chica.1 A1 (")


def test_what_is_a_call_stays_one_whatever_the_players_are_called():
    # A2 is called "No": "no quiero" refuses, and does not accept in his name.
    dictation = told(table("wikipedia_en"), AT_TABLE, "A1", "corto", "envido 4", "no quiero")
    assert dictation.recorder.record().hands[0].rounds[-1].calls[-1] == "B1 no quiero"


def test_a_name_two_players_have_speaks_for_neither():
    dictation = told(table("wikipedia_en"), "players A1=Ane, B1=ane", "A1")
    assert not dictation.take("Ane corto").taken


def test_the_short_notation_of_sheets_is_typed_here_too():
    dictation = told(table("wikipedia_en"), "A1", "corto", "-", "B1 2", "5", "=")
    [_, grande] = dictation.recorder.record().hands[0].rounds
    assert grande.calls == ("A1 paso", "B1 envido 2", "A2 subo a 5", "B2 quiero")
    dictation = told(dictation, "-, \u2013, 3", "=", "correct 1.chica.3 4")
    chica = dictation.recorder.record().hands[0].rounds[2]
    assert chica.calls == ("A1 paso", "B1 paso", "A2 envido 4", "B2 quiero")
    assert not told(table("wikipedia_en"), "A1").take("5").taken  # nothing is staked at mus
