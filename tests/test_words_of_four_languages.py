"""What is typed is understood in four languages at once, whatever language the answer is in.

Each row is a word, and what it means; every row is tried in every language of the output.
"""

from __future__ import annotations

import io
import json

import pytest

from mustutor.base.language import available, open_language
from mustutor.base.register import game_part
from mustutor.games.mus_family.words import lance_names
from mustutor.games.question import AnswerChoice, Question, read_answer
from mustutor.model.calls import number_said, write_call
from mustutor.tutor.lesson.files import load_packaged_lesson
from mustutor.tutor.lesson.source import Wording, question

OUTPUTS = available()
FOUR_PEOPLE = tuple(f"--seat={seat}=human" for seat in ("A1", "B1", "A2", "B2"))

HANDS = {
    "en": "king king knight ace",
    "es": "rey rey caballo as",
    "fr": "roi roi cavalier as",
    "eu": "errege errege zaldi bat",
}
LANCES = {
    "grande": ("grande", "the big", "la grande", "le grand", "handia"),
    "chica": ("chica", "small", "la chica", "petit", "txikia"),
    "pares": ("pares", "pairs", "los pares", "paires", "pareak"),
    "juego": ("juego", "JUEGO", "le jeu", "jeu", "jokoa"),
    "punto": ("punto", "point", "al punto", "le point", "puntua"),
}
SAID = {
    "no_juego": ("no_juego", "no juego", "no game", "pas de jeu", "ez jokoa"),
    "pares": ("pares", "pairs", "tengo pares", "des paires", "pareak"),
}
CALLS = {
    "mus": ("mus", "quiero mus", "I want mus", "je veux mus", "mus bai"),
    "corto": ("corto", "no hay mus", "cut", "pas de mus", "mintza"),
    "paso": ("paso", "pass", "je passe", "pasatzen naiz"),
    "envido 2": ("envido", "bet two", "j'enchéris deux", "enbido bi"),
    "envido 31": ("envido 31", "bet thirty-one", "mise trente et un", "enbido hogeita hamaika"),
    "quiero": ("quiero", "I accept", "j'accepte", "iduki"),
    "no quiero": ("no quiero", "I refuse", "je refuse", "ez dut nahi"),
    "ordago": ("órdago", "bet the game", "hordago", "je fais hordago", "hor dago"),
    "subo a 12": ("subo a doce", "raise to twelve", "relance à douze", "igo hamabi"),
    "2 mas": ("dos más", "two more", "deux de plus", "bi gehiago"),
    "tengo": ("sí", "yes", "oui", "bai"),
    "no tengo": ("no", "nope", "non", "ez"),
    "descarto 7 4": ("tiro 7 4", "throw 7 4", "je jette sept quatre", "discard zazpi lau"),
}
NUMBERS = {
    "2": ("dos", "two", "deux", "bi"),
    "17": ("diecisiete", "seventeen", "dix-sept", "hamazazpi"),
    "31": ("treinta y una", "thirty-one", "trente et une", "hogeita hamaika"),
    "40": ("cuarenta", "forty", "quarante", "berrogei"),
}


def rows(table):
    return [(meant, word) for meant, words in table.items() for word in words]


@pytest.fixture
def told(mustutor):
    """What a command writes as JSON, in a language."""

    def run(lang: str, *words: str):
        done = mustutor(*words, "--json", "--lang", lang)
        assert done.status == 0, done.err
        return json.loads(done.out)

    return run


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize("cards", HANDS.values(), ids=HANDS)
def test_cards_are_named_in_any_language(told, lang, cards):
    assert told(lang, "hand", *cards.split())["cards"] == ["R", "R", "C", "A"]


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize(("lance", "word"), rows(LANCES))
def test_lances_are_named_in_any_language(told, lang, lance, word):
    assert told(lang, "compare", word, "R R C A", "7 6 5 4")["lance"] == lance


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize(("declared", "word"), rows(SAID))
def test_what_a_seat_declared_is_told_in_any_language(told, lang, declared, word):
    asked = ("odds", "R", "R", "C", "A", "--seat", "A2", "--said")
    assert told(lang, *asked, f"B1={word}") == told(lang, *asked, f"B1={declared}")


@pytest.mark.parametrize(("call", "word"), rows(CALLS))
def test_calls_are_said_in_any_language(call, word):
    """At the table, in a record, and as the answer to a question or a puzzle."""
    assert write_call(game_part("mus", "GRAMMAR").read(f"A1 {word}")) == f"A1 {call}"
    assert read_answer(Question("q", "s", "call", "?", call, speaker="A1"), word) == call


@pytest.mark.parametrize(("number", "word"), rows(NUMBERS))
def test_numbers_are_said_in_any_language(number, word):
    assert number_said(word) == number
    assert read_answer(Question("q", "s", "number", "?", number), word) == number


@pytest.mark.parametrize("word", ["trente seize", "twenty thirty", "hogeita", "dix dix"])
def test_what_is_no_number_is_none_in_any_language(word):
    assert number_said(word) == word


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize(("lance", "word"), rows(LANCES))
def test_a_question_for_a_lance_takes_it_in_any_language(lang, lance, word):
    names = lance_names(open_language(lang))["lance"]
    choices = tuple(AnswerChoice(each, names[each]) for each in LANCES)
    assert read_answer(Question("q", "s", "choose", "?", lance, choices=choices), word) == lance


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize("other", OUTPUTS)
@pytest.mark.parametrize("skill", ["pares.class", "bets.legal"])
def test_a_drill_understands_its_choices_in_every_language(skill, lang, other):
    from mustutor.model.variant import load_variant
    from mustutor.tutor.drills import drill_stop

    def asked(code):
        drawn = {"seed": 3, "number": 1, "variant": load_variant("fournier")}
        return drill_stop(skill, language=open_language(code), **drawn).question

    for choice in asked(other).choices:
        assert read_answer(asked(lang), choice.label) == choice.value


@pytest.mark.parametrize("lang", OUTPUTS)
@pytest.mark.parametrize("other", OUTPUTS)
def test_a_lesson_understands_its_choices_in_every_language(lang, other):
    file = load_packaged_lesson("mus")

    at = [step["id"] for step in file.draft["steps"]].index("same")

    def asked(code):
        return question(file, at, Wording(file, open_language(code)))

    assert len(asked(other).choices) == 3
    for choice in asked(other).choices:
        assert read_answer(asked(lang), choice.label) == choice.value


@pytest.mark.parametrize("lang", OUTPUTS)
def test_a_match_is_played_in_words_of_any_language(mustutor, monkeypatch, tmp_path, lang):
    """A match among four at one keyboard: each says it in a language of their own."""

    def heard(*typed: str) -> str:
        kept = tmp_path / f"{len([*tmp_path.iterdir()])}.json"
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
        mustutor("play", "--seed", "7", f"--record={kept}", *FOUR_PEOPLE, "--lang", lang)
        (written,) = tmp_path.glob(f"{kept.stem}.*")
        return written.read_text("utf-8")

    mixed = heard("mus bai", "pas de mus", "bet two", "je refuse", "ez dut nahi", "passe")
    assert mixed == heard("mus", "corto", "envido 2", "no quiero", "no quiero", "paso")
    assert "envido 2" in mixed
