"""`settle`: every stone recomputed and explained, claims judged, what waits for cards told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mustutor.base.files import data

ITEM = {
    "lance": str,
    "when": str,
    "item": str,
    "from": str,
    "to": str,
    "stones": int,
    "rule": str,
}


def settled(mustutor, *arguments):
    told = mustutor("settle", *arguments, "--json")
    assert told.err == ""
    return told.status, [json.loads(line) for line in told.out.splitlines()]


def test_the_worked_example_settles_as_the_source_says(mustutor):
    # ENC-EX-1, B better: B loses 12 of 18, E takes the 22; nobody else moves.
    status, [told] = settled(mustutor, "worked_example_1_b_better")
    assert status == 0
    assert list(told) == ["variant", "hands", "after", "over", "games", "claims"]
    [hand] = told["hands"]
    assert list(hand) == ["hand", "ledger", "after", "complete", "open"]
    assert hand["after"] == told["after"] == {"A": 5, "B": 6, "C": 16, "D": 9, "E": 22}
    moves = [(e["item"], e["from"], e["to"], e["stones"], e["rule"]) for e in hand["ledger"]]
    assert moves == [
        ("stake", "B", "pot:grande", 12, "ENC-SET-8"),
        ("stake", "E", "pot:grande", 10, "ENC-SET-9"),
        ("pot", "pot:grande", "E", 22, "ENC-SET-11"),
    ]
    assert all({name: type(entry[name]) for name in entry} == ITEM for entry in hand["ledger"])
    assert hand["open"] == []
    assert told["over"] is False
    assert told["games"] == dict.fromkeys("ABCDE", 0)
    assert [claim["holds"] for claim in told["claims"]] == [True, True]
    assert told["claims"][0]["computed"] == {"to": "E", "stones": 22}


def test_when_E_is_better_E_is_out_and_B_takes_the_pot(mustutor):
    _, [told] = settled(mustutor, "worked_example_1_e_better")
    assert told["after"] == {"A": 5, "B": 28, "C": 16, "D": 9, "E": 0}


def test_worked_example_2_pays_the_folded_bettor_at_once(mustutor):
    _, [told] = settled(mustutor, "worked_example_2")
    assert told["after"] == {"A": 5, "B": 23, "C": 16, "D": 9, "E": 5}
    shown = mustutor("settle", "worked_example_2").out
    assert "E gives 5 stones at once to B" in " ".join(shown.split())


def test_what_waits_for_cards_is_told(mustutor):
    status, [told] = settled(mustutor, "worked_example_1")
    assert status == 0
    assert told["hands"][0]["open"] == [{"lance": "grande", "between": ["B", "E"], "stones": 22}]
    assert told["hands"][0]["complete"] is False
    shown = mustutor("settle", "worked_example_1").out
    assert "The grande pot, of 22, waits for the cards of B and E." in shown


@pytest.mark.parametrize("code", ["en", "es"])
def test_every_movement_has_its_article_on_the_page(mustutor, code):
    shown = mustutor("settle", "worked_example_1_b_better", "--lang", code).out
    for rule in ("ENC-SET-8", "ENC-SET-9", "ENC-SET-11", "MUS-CMP-G1", "ENC-BET-4"):
        assert rule in shown


def test_a_game_that_is_over_names_its_loser(mustutor):
    _, [told] = settled(mustutor, "ends_in_mid_settlement")
    assert told["over"] is True
    loser = told["loser"]
    assert [side for side, stones in told["after"].items() if stones] == [loser]
    assert told["games"][loser] >= 1
    assert "winner" not in told


def test_a_false_claim_is_status_1_and_shows_where_it_parts(mustutor, record, kept):
    match = record()
    match["claims"] = [
        {"by": "E", "about": "1.grande", "to": "B", "stones": 22},
        {"by": "B", "about": "1", "after": {"E": 21}},
    ]
    path = kept(match)
    status, [told] = settled(mustutor, path)
    assert status == 1
    assert told["claims"] == [
        {"by": "E", "about": "1.grande", "holds": False, "computed": {"to": "B", "stones": 0}},
        {"by": "B", "about": "1", "holds": False, "computed": {"after": told["after"]}},
    ]
    shown = mustutor("settle", path)
    assert shown.status == 1
    assert "E claims 22 for B; worked out again, B gets 0." in shown.out
    assert "E takes 22 stones from the pot of grande." in shown.out
    assert "B claims that E has 21; worked out again, E has 22." in shown.out


def test_who_loses_may_be_claimed(mustutor, record, kept):
    match = record("ends_in_mid_settlement")
    _, [told] = settled(mustutor, "ends_in_mid_settlement")
    loser = told["loser"]
    other = next(seat for seat in match["seats"] if seat != loser)
    match["claims"] = [{"by": other, "about": "match", "to": loser}]
    assert "and that is right." in mustutor("settle", kept(match)).out
    match["claims"] = [{"by": loser, "about": "match", "to": other}]
    shown = mustutor("settle", kept(match))
    assert shown.status == 1
    names = {seat: f"{name} ({seat})" for seat, name in match["players"].items()}
    says = f"{names[loser]} says that {names[other]} loses; it is {names[loser]}."
    assert says in " ".join(shown.out.split())


def test_a_claim_that_waits_for_cards_is_not_judged(mustutor, record, kept):
    match = record("worked_example_1")
    match["claims"] = [{"by": "B", "about": "1.grande", "to": "E", "stones": 22}]
    status, [told] = settled(mustutor, kept(match))
    assert status == 0
    assert "holds" not in told["claims"][0]
    assert "cannot be decided from what is known" in mustutor("settle", kept(match)).out


def test_a_refused_call_is_status_1_with_what_was_legal_instead(mustutor, bare, kept):
    match = bare()
    calls = match["hands"][0]["rounds"][0]["calls"]
    calls[calls.index("B subo a 12")] = "B subo a 9"
    path = kept(match)
    shown = mustutor("settle", path)
    assert shown.status == 1
    assert "At 1.grande.11 the record has: B subo a 9" in shown.out
    assert "From 10, 2 more than 8, to 18: B has 18 in front." in shown.out
    assert "encaje 1 A grande B" in shown.out
    line, advice = shown.err.splitlines()
    assert line == f"{path}: 1.grande.11: B raises 8 to 9, but a raise must reach at least 10."
    assert advice == "Type mustutor rule ENC-BET-6 to read the article."
    as_json = mustutor("settle", path, "--json")
    assert as_json.status == 1
    assert json.loads(as_json.out)["hands"][0]["complete"] is False
    assert as_json.err == shown.err


def test_another_variant_settles_the_same_cards_by_its_own_rules(mustutor, kept):
    rules = kept(
        "format: mus-variant/1\nid: four_kings\nextends: encaje\n"
        "name: {en: Four kings, es: Cuatro reyes}\n"
        "summary: {en: Four kings., es: Cuatro reyes.}\nrules:\n  deck.kings: 4\n",
        "four_kings.yaml",
    )
    # With four kings B's threes are threes: B holds 7 3 3 3, E holds C C 7 3, and E is better.
    _, [told] = settled(mustutor, "worked_example_1_b_better", "--variant", rules)
    assert told["variant"] == "four_kings"
    assert told["after"] == {"A": 5, "B": 28, "C": 16, "D": 9, "E": 0}


def test_markdown_has_headings_and_lists(mustutor):
    told = mustutor("settle", "worked_example_1_b_better", "--markdown")
    assert told.status == 0
    assert told.out.startswith("# Worked example 1")
    assert "\n# Encaje" in told.out
    assert "## Grande" in told.out
    assert "*ENC-SET-11*" in told.out
    assert "\x1b" not in told.out
    both = mustutor("settle", "worked_example_1", "--markdown", "--json")
    assert (both.status, both.out) == (2, "")


def test_many_matches_and_standard_input_are_a_document_a_line(mustutor, record, fed):
    lines = [json.dumps(record(name)) for name in ("worked_example_1_b_better", "worked_example_2")]
    fed("\n".join(lines) + "\n")
    status, told = settled(mustutor, "-")
    assert status == 0
    assert [each["after"]["E"] for each in told] == [22, 5]
    fed(json.dumps(record(), indent=2))
    assert settled(mustutor, "-")[1][0]["after"]["E"] == 22


def test_a_line_that_cannot_be_read_does_not_hide_the_others(mustutor, record, kept):
    line = json.dumps(record())
    path = kept(f"{line}\n{{broken\n{line}\n", "two.jsonl")
    told = mustutor("settle", path, "--json")
    assert told.status == 3
    assert len(told.out.splitlines()) == 2
    assert told.err.startswith(f"{path}:2:2: ")
    assert len(told.err.splitlines()) == 1


def test_notes_and_names_of_the_record_are_shown_in_the_readers_language(mustutor, record, kept):
    match = record()
    match["players"] = {"A": "Ana", "E": {"name": "Eli", "kind": "human"}}
    match["recorder"] = "the referee"
    path = kept(match)
    english, spanish = (mustutor("settle", path, "--lang", code).out for code in ("en", "es"))
    for shown in (english, spanish):
        assert "A  Ana" in shown
        assert "E  Eli (human)" in shown
        assert "the referee" in shown
        assert "1.grande.13 corrected" in shown
    assert "That is a slip of the pen." in " ".join(english.split())
    assert "Es un descuido" in " ".join(spanish.split())


def test_other_rules_than_ours_are_told(mustutor, record, kept):
    match = record()
    match["variant"]["digest"] = "0" * 64
    told = mustutor("replay", "verify", kept(match))
    assert told.status == 1
    assert "other_rules" in told.out


# --- the referee -------------------------------------------------------------------------


def section(text, heading):
    """The lines under a heading."""
    _, _, rest = text.partition(f"{heading}\n")
    return rest.partition("\n\n")[0].splitlines()


def test_the_referee_has_a_section_of_aligned_lines(mustutor, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")
    lines = section(mustutor("settle", "cantabria_signal_while_dealing").out, "THE REFEREE")
    assert [" ".join(line.split()) for line in lines] == [
        "1.descarte.5 A1 sena dos_reyes Amelia (A1) signals while cards are being dealt.",
        "It costs nothing here. REG-CAN-7",
        "1.grande.1 A1 sena dos_reyes That is allowed. MUS-SIG-F1",
        "1.juego.5 A1 sena treinta_y_una That is allowed. MUS-SIG-F7",
    ]
    told = [line for line in lines if " sena " in line]
    assert len({line.index("A1 sena") for line in told}) == 1
    text = [line.index(word) for line, word in zip(told, ("Amelia (A1)", "That", "That"), strict=1)]
    assert len(set(text)) == 1
    assert len({len(line) for line in lines if "-" in line}) == 1


@pytest.mark.parametrize("name", ["asturias_question_with_medias", "alava_vizcaya_broken_word"])
@pytest.mark.parametrize(("code", "heading"), [("en", "THE REFEREE"), ("es", "EL ÁRBITRO")])
def test_the_referee_fits_a_page_of_40_columns(mustutor, monkeypatch, name, code, heading):
    monkeypatch.setenv("COLUMNS", "40")
    lines = section(mustutor("settle", name, "--lang", code).out, heading)
    assert lines
    assert all(len(line) <= 40 for line in lines)
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Aitana (A1) declares juego falsely. Side A scores nothing at juego. MUS-DECL-8"),
        (
            "es",
            (
                "Aitana (A1) declara juego en falso. El bando A no cobra nada en el lance de "
                "juego. MUS-DECL-8"
            ),
        ),
    ],
)
def test_the_referee_says_article_and_penalty_in_both_languages(mustutor, code, said):
    shown = mustutor("settle", "false_tengo_found_at_the_showdown", "--lang", code)
    assert shown.status == 0
    heading = {"en": "THE REFEREE", "es": "EL ÁRBITRO"}[code]
    line = " ".join(" ".join(section(shown.out, heading)).split())
    assert line == f"1.juego.4 A1 tengo {said}"


def test_the_referee_is_in_markdown_and_in_json_and_silent_where_nothing_was_said(mustutor):
    markdown = mustutor("settle", "aragon_false_signal", "--markdown").out
    assert "## The referee" in markdown
    assert "**1.pares.2** `A1 sena duples`" in markdown
    _, [told] = settled(mustutor, "aragon_false_signal")
    assert [ruling["allowed"] for ruling in told["conduct"]] == [False, True]
    assert told["conduct"][0]["penalty"] == "none"
    quiet = mustutor("settle", "ordago_accepted")
    assert "THE REFEREE" not in quiet.out
    assert "conduct" not in settled(mustutor, "ordago_accepted")[1][0]


def test_an_offence_is_no_fault_of_the_record(mustutor):
    for name in ("alava_vizcaya_broken_word", "asturias_mano_31_orders_a_pass"):
        assert mustutor("settle", name).status == 0
        assert mustutor("replay", "verify", name).status == 0


# --- who wins ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "right", "wrong"),
    [
        (
            "en",
            "Ane says that A wins, and that is right.",
            "Ane says that B wins; it is A.",
        ),
        ("es", "Ane dice que gana A, y tiene razón.", "Ane dice que gana B; gana A."),
    ],
)
def test_who_wins_may_be_claimed_and_nobody_is_said_to_lose(
    mustutor, record, kept, code, right, wrong
):
    match = record("ordago_accepted")
    for side, said, status in (("A", right, 0), ("B", wrong, 1)):
        match["claims"] = [{"by": "Ane", "about": "game", "to": side}]
        shown = mustutor("settle", kept(match), "--lang", code)
        assert shown.status == status
        assert said in " ".join(shown.out.split())
        assert not {"loses", "pierde"} & set(shown.out.split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("madrid_without_the_extra_stone", "at 1.ledger.2 the record itself says otherwise"),
        ("stones_miscounted", "at 1.after the record itself says otherwise"),
        ("altered_hand", "a seal of the record does not match"),
        ("altered_seal", "a seal of the record does not match"),
    ],
)
def test_a_record_that_states_something_else_is_sent_to_verify(mustutor, name, told):
    path = str(data("replays") / "faulty" / f"{name}.json")
    for options in ((), ("--json",), ("--markdown",)):
        shown = mustutor("settle", path, *options)
        assert shown.status == 0
        [line] = shown.err.splitlines()
        assert line.startswith(f"{path}: {told}")
        assert f"mustutor replay verify {path} " in line


def test_by_other_rules_other_stones_are_no_surprise(mustutor):
    for rules in ("fournier", "asturias"):
        shown = mustutor("settle", "madrid_refused_raise", "--variant", rules)
        assert shown.err == ""


def test_a_record_that_agrees_with_itself_or_states_nothing_is_settled_in_silence(
    mustutor, kept, bare
):
    for path in ("match_to_three_games", "whole_game", kept(bare())):
        assert mustutor("settle", path).err == ""


# --- a score that was written, and went wrong ---------------------------------------------------


@pytest.fixture
def miscounted(record, kept):
    """A match in which somebody wrote two stones too many for B after hand 3, and carried them."""
    match = record("match_to_three_games")
    for told in ("seal", "players"):
        match.pop(told)
    for number, hand in enumerate(match["hands"], 1):
        for stated in ("seal", "ledger"):
            hand.pop(stated)
        hand["after"]["B"] += 2 * (number >= 3)
    right = match["hands"][2]["after"]["B"] - 2
    return kept(match), right


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", "wrong after hand 3: B {} instead of {} (2 stones too many)."),
        ("es", "tras la mano 3: B {} en vez de {} (2 piedras de más)."),
    ],
)
@pytest.mark.parametrize("how", [(), ("--brief",), ("--markdown",), ("--html", "-")])
def test_where_a_written_score_first_went_wrong_is_told_and_by_how_much(
    mustutor, miscounted, how, code, told
):
    path, right = miscounted
    shown = mustutor("settle", path, *how, "--lang", code)
    assert shown.status == 0
    words = " ".join(re.sub(r"<[^>]+>", "", shown.out).replace("\\", "").split())
    once = told.format(right + 2, right)
    assert words.count(once) == (1 if how == ("--brief",) else 2)  # in the verdict, at the hand
    assert words.count("(2 stones" if code == "en" else "(2 piedras") == words.count(once)


def test_a_program_is_told_where_a_written_score_first_went_wrong(mustutor, miscounted):
    path, right = miscounted
    told = json.loads(mustutor("settle", path, "--json").out)
    assert told["miscounted"] == {
        "place": "3.after",
        "stated": {"B": right + 2},
        "computed": {"B": right},
    }
    assert told["hands"][2]["after"]["B"] == right


def test_what_makes_the_difference_is_told_at_its_hand(mustutor, miscounted):
    path, _ = miscounted
    words = mustutor("settle", path).out
    before, after = words.split("THE SCORE AS WRITTEN")
    assert "hand 3 ·" in before
    assert "hand 4 ·" not in before
    assert "B begins with" in after.partition("hand 4 ·")[0]


@pytest.mark.parametrize("options", [("--variant", "madrid"), ("--diff", "fournier", "madrid")])
def test_a_score_is_not_called_wrong_by_other_rules_than_its_own(mustutor, miscounted, options):
    path, _ = miscounted
    assert "as written" not in mustutor("settle", path, *options).out


@pytest.mark.parametrize(
    "name", ["whole_game", "punto", "forgotten_call", "ends_in_mid_settlement"]
)
def test_a_score_that_is_right_or_not_known_is_not_called_wrong(mustutor, name):
    assert "miscounted" not in json.loads(mustutor("settle", name, "--json").out)


def test_a_score_after_stones_that_nobody_knows_is_not_called_wrong(mustutor, record, kept):
    match = record("match_to_three_games")
    for told in ("seal", "players"):
        match.pop(told)
    for hand in match["hands"]:
        for stated in ("seal", "ledger"):
            hand.pop(stated)
    first, second, *_ = match["hands"]
    first["rounds"] = first["rounds"][:1]
    del first["after"]
    second["after"]["B"] += 2
    assert "miscounted" not in json.loads(mustutor("settle", kept(match), "--json").out)


@pytest.mark.parametrize("asked", ["--why", "--why-not"])
@pytest.mark.parametrize("lance", ["grande", "chica", "pares", "juego", "punto"])
def test_a_reason_is_given_where_a_game_is_over_and_no_stone_has_moved(mustutor, asked, lance):
    broken = Path(__file__).parents[1] / "replay" / "trust" / "garbage_after_gap.json"
    told = mustutor("settle", str(broken), asked, "A1", lance)
    assert told.status in (0, 1)
    assert "hand 4" in told.out
