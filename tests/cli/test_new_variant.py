"""`variant new`: a commented file that passes the check and holds only what differs."""

from __future__ import annotations

import json

import pytest

from mustutor.base import yaml_text
from mustutor.base.language import open_language
from mustutor.cli.variants import Stopped, asked, possible, read
from mustutor.model.options import options_of
from mustutor.model.variant import check_variant, load_variant
from mustutor.model.variant_file import variant_ids


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rules_in(path):
    return yaml_text.read(path).data.get("rules", {})


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("base", variant_ids())
def test_a_draft_on_any_base_passes_the_check_and_plays_like_its_base(mustutor, here, base, code):
    made = mustutor("variant", "new", "our_table", "--extends", base, "--lang", code)
    assert (made.status, made.err) == (0, "")
    variant, warnings = check_variant(here / "our_table.yaml")
    assert (variant.rules, variant.extends, warnings) == (load_variant(base).rules, base, ())
    assert rules_in(here / "our_table.yaml") == {}


def test_only_what_differs_is_written_and_the_rest_is_pointed_to(mustutor, here):
    made = mustutor(
        *("variant", "new", "our_table", "--extends", "madrid"),
        *("--set", "score.target=30", "--set", "deje.opening.pares=0"),
        *("--set", "deje.opening.grande=1", "--set", "talk.lying=always"),
        *("--set", "real.enabled=true", "--set", "real.figures=jack,king"),
    )
    assert made.status == 0
    path = here / "our_table.yaml"
    assert rules_in(path) == {
        "score.target": 30,
        "deje.opening": {"pares": 0},
        "real.enabled": True,
        "real.figures": ["jack", "king"],
    }
    assert "builds on madrid and changes 4 options." in made.out
    variant, _ = check_variant(path)
    assert variant.rules["deje.opening"]["chica"] == 1
    text = path.read_text("utf-8")
    for comment in (
        "# How many stones win a game.",
        "# A game is won at 30 stones, not 40.",
        "# In madrid: 40. It can be: 10 | 20 | 25 | 30 | 35 | 40.",
        "mustutor variant show madrid",
        "# match: games, vacas",
    ):
        assert comment in text
    assert all(len(line) <= 80 for line in text.splitlines())
    assert mustutor("variant", "check", "our_table.yaml").status == 0
    cards = ("7o", "7c", "7e", "Ro")
    told = json.loads(mustutor("hand", *cards, "--variant", str(path), "--json").out)
    assert told["juego"] == {"points": 31, "value": 3, "real": True}


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        (["bet.overlimit={above: 40, counts_as: 3}"], {"above": 40, "counts_as": 3}),
        (["bet.overlimit.counts_as=3"], {"above": 40, "counts_as": 3}),
        (["bet.overlimit.above=60", "bet.overlimit.counts_as=3"], {"above": 60, "counts_as": 3}),
    ],
)
def test_a_map_that_is_whole_or_nothing_is_written_whole(mustutor, here, settings, limit):
    # Asturias counts what is bet above 40 as 2; no file may name one of the two numbers alone.
    asked_for = [word for setting in settings for word in ("--set", setting)]
    made = mustutor("variant", "new", "our_table", "--extends", "asturias", *asked_for)
    assert (made.status, made.err) == (0, "")
    assert rules_in(here / "our_table.yaml") == {"bet.overlimit": limit}


def test_the_comments_are_in_the_language_of_the_reader(mustutor, here):
    mustutor("variant", "new", "nuestra", "--set", "score.target=30", "--lang", "es")
    text = (here / "nuestra.yaml").read_text("utf-8")
    assert "# En fournier: 40. Puede ser: 10 | 20 | 25 | 30 | 35 | 40." in text
    assert "# Todo lo demás es como en fournier;" in text


def test_it_goes_to_standard_output_and_touches_no_file(mustutor, here):
    made = mustutor("variant", "new", "x", "-o", "-", "--set", "deck.kings=4", "--name", "A: b")
    assert (made.status, made.err, list(here.iterdir())) == (0, "", [])
    found = yaml_text.load(made.out, "x.yaml").data
    assert (found["id"], found["rules"], found["name"]["en"]) == ("x", {"deck.kings": 4}, "A: b")


def test_it_never_writes_over_a_file_unless_it_is_told_to(mustutor, here):
    path = here / "x.yaml"
    path.write_text("mine\n", "utf-8")
    refused = mustutor("variant", "new", "x", "--set", "deck.kings=4")
    assert (refused.status, refused.out, path.read_text("utf-8")) == (2, "", "mine\n")
    assert refused.err.startswith("x.yaml is there already: --force writes over it")
    made = mustutor("variant", "new", "x", "--set", "deck.kings=4", "--force")
    assert made.status == 0
    assert rules_in(path) == {"deck.kings": 4}
    assert [child.name for child in here.iterdir()] == ["x.yaml"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["x", "--set", "score.target=33"], "score.target cannot be 33. It can be: 10 | 20"),
        (["x", "--set", "score.target"], "score.target sets nothing: write an option, ="),
        (["x", "--set", "score.target="], 'score.target cannot be "". It can be: 10'),
        (["x", "--set", "scor.target=30"], "There is no option scor.target (did you mean score"),
        (["x", "--set", "deje.opening.pare=0"], "deje.opening.pare cannot be 0. It can be:"),
        (["x", "--set", "score.target=[30"], "This is not well-formed YAML"),
        (["x", "--set", "deck.removed_ranks=2"], "With eight kings the twos are aces"),
        (["x", "--set", "deal.cards=5"], "A player who is dealt 5 cards and throws 0"),
        (["x", "--extends", "madird"], "There is no variant madird"),
        (["madrid"], "madrid is a variant of mustutor's own: choose another id."),
        (["Big One"], 'id cannot be "Big One": use small letters'),
        (["x" * 65], "id cannot be "),
        ([], "variant_id"),
    ],
)
def test_what_cannot_be_written_is_wrong_usage_and_leaves_nothing(mustutor, here, words, problem):
    refused = mustutor("variant", "new", *words)
    assert (refused.status, refused.out, list(here.iterdir())) == (2, "", [])
    line, advice = refused.err.splitlines()
    assert problem in line or not words
    assert advice == "Type mustutor variant new --help to see how."


def test_a_folder_that_is_not_there_is_status_3(mustutor, here):
    refused = mustutor("variant", "new", "x", "-o", "nowhere/x.yaml")
    assert (refused.status, refused.out, list(here.iterdir())) == (3, "", [])
    assert refused.err.startswith("nowhere/x.yaml: It cannot be written: No such file")


@pytest.mark.usefixtures("here")
def test_a_variant_of_ones_own_is_no_base(mustutor):
    mustutor("variant", "new", "ours")
    refused = mustutor("variant", "new", "theirs", "--extends", "./ours.yaml")
    assert refused.status == 2
    assert refused.err.startswith("A variant of your own builds on one of mustutor's")


@pytest.mark.usefixtures("here")
def test_what_changes_nothing_is_warned_of(mustutor):
    made = mustutor("variant", "new", "x", "--set", "values.real=2")
    assert made.status == 0
    assert made.err.startswith("x.yaml:")
    assert "values.real changes nothing while real.enabled is false" in made.err


# --- asked one by one --------------------------------------------------------------------


def answered(base, *answers, code="en"):
    waiting = list(answers)
    written: list[str] = []

    def ask(prompt):
        written.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    chosen = asked(load_variant(base), open_language(code), written.append, ask)
    return chosen, "\n".join(written)


def test_enter_leaves_every_rule_as_it_is():
    chosen, told = answered("madrid", *[""] * 20)
    assert chosen == {}
    assert "score.target: How many stones win a game." in told
    assert "(as in madrid)" in told


def test_answers_are_numbers_or_values_and_a_wrong_one_is_asked_again():
    chosen, told = answered("fournier", "4", "31", "30", *[""] * 20)
    assert chosen == {"deck.kings": 4, "score.target": 30}
    assert "score.target cannot be 31." in told


def test_any_other_option_can_be_named_at_the_end():
    first = [""] * 15
    chosen, told = answered("fournier", *first, "mach.vacas", "match.vacas", "3", "")
    assert chosen == {"match.vacas": 3}
    assert "Did you mean match.vacas?" in told


def test_an_answer_that_changes_nothing_is_no_choice():
    chosen, _ = answered("fournier", "8", "40", *[""] * 20)
    assert chosen == {}


def test_a_number_typed_for_an_option_that_is_a_number_is_its_value():
    # perete.points is 0 or 1: the answer 1 is one stone, and not the first of the answers.
    chosen, told = answered("fournier", *[""] * 10, "1", *[""] * 10)
    assert chosen == {"perete.points": 1}
    assert "  0  " in told
    # mus.corrido is one of four words: the answer 1 is the first of them.
    assert answered("fournier", "", "", "", "1", *[""] * 20)[0] == {"mus.corrido": "never"}


def test_the_tariff_of_a_club_is_filled_in_one_by_one_or_left():
    # Mau-Mau leaves five things open, after who chooses; then the end of all questions.
    chosen, told = answered("mau_mau", *[""] * 5, "1", "2", "", "9", "3", *[""] * 20)
    assert chosen == {"irregular": {"choice": "offended", "left": "not_said"}}
    assert "irregular.left cannot be 9." in told
    assert "  2  Where a breach may be taken in several ways, the offended side chooses." in told
    assert "the club decides each time. (as in mau_mau)" in told
    assert answered("mau_mau", *[""] * 5, "{left: ask}", *[""] * 20)[0] == {
        "irregular": {"left": "ask"}
    }


def test_the_prices_of_a_club_are_words_or_stones():
    prices = list(options_of("encaje").own["penalty"].tariff)
    answers = ["{stones: 3}" if part == "looked" else "" for part in prices]
    chosen, told = answered("encaje", *[""] * 9, "1", *answers, "")
    assert chosen == {"penalty": {"looked": {"stones": 3}}}
    assert "penalty.looked" in told


def test_a_tariff_is_written_line_by_line_and_read_again(mustutor, here):
    settings = ("irregular.misdeal=dealt_again", "irregular.joke=stands", "penalty.left=warn")
    words = [word for setting in settings for word in ("--set", setting)]
    assert mustutor("variant", "new", "ours", *words).status == 0
    assert rules_in(here / "ours.yaml") == {
        "irregular": {"misdeal": "dealt_again", "joke": "stands"},
        "penalty": {"left": "warn"},
    }
    text = (here / "ours.yaml").read_text("utf-8")
    assert "    # Saying a call as a joke: what happened stands.\n" in text
    assert "# In fournier: both. It can be: both | stands | not_said." in text
    told = mustutor("variant", "diff", "fournier", "ours.yaml").out
    assert "ours: {misdeal: dealt_again, joke: stands}" in told
    assert "fournier: {misdeal: both, joke: both}" in told
    assert "seats" not in told


def test_a_part_of_a_tariff_that_is_misspelled_has_its_name_proposed(mustutor, here):
    refused = mustutor("variant", "new", "x", "--set", "irregular.misdel=stands")
    assert "irregular.misdel (did you mean irregular.misdeal?)" in refused.err
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("answers", [["q"], ["", "q"], [], ["4"]])
def test_whoever_stops_gets_no_variant(answers):
    with pytest.raises(Stopped):
        answered("fournier", *answers)


def test_the_questions_of_encaje_are_its_own():
    chosen, told = answered("encaje", "", "15", *[""] * 20)
    assert chosen == {"encaje.start_stones": 15}
    assert "score.target" not in told


@pytest.mark.parametrize("option", options_of("mus").rows)
def test_every_option_tells_what_it_can_be_and_takes_what_it_is(option):
    from mustutor.base.schema import spelled

    row = options_of("mus").rows[option]
    assert possible(row)
    value = load_variant("asturias").rules[option]
    taken = read(row, spelled(value))
    assert (tuple(sorted(taken)) if isinstance(taken, list) else taken) == value
