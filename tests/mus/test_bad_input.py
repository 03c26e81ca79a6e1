"""Bad input of Mus through the commands: one clear line, the right status, no traceback."""

from __future__ import annotations

import json

import pytest

from mustutor.base.files import data

from .test_replays import FAULTY

HEAD = "format: mus-variant/1\nid: ours\nextends: fournier\nname: {en: a, es: a}\n"
HEAD += "summary: {en: a, es: a}\nrules:\n"

CONTRADICTIONS = {
    # 36 cards have no twos, which with eight kings are the aces.
    "36 cards and a two as an ace": ("deck.removed_ranks: [2]", "With eight kings the twos"),
    "fours and twos as aces": ("deck.fours_as_aces: true", "Fours can be aces only where"),
    "five cards and mus": ("deal.cards: 5\n  deal.forced_discard: 1", "With five cards dealt"),
    "five cards kept": ("deal.cards: 5\n  mus.enabled: false", "is not left with four"),
    "mus corrido without mus": ("mus.enabled: false", "There is no mus corrido without mus"),
    "six in pairs": ("players.count: 6", "With pairs there are 4 players"),
    "stones of one's own": ("bet.max: own_stones", "In Mus nobody has stones of their own"),
    "a limit below the least": (
        "bet.overlimit: {above: 40, counts_as: 1}",
        "A bet above 40 cannot count as 1",
    ),
    "todas as an órdago there is not": (
        "bet.todas: ordago\n  ordago.enabled: false",
        '"Todas" cannot be an órdago',
    ),
    "inside from the start": ("score.adentro_margin: 40", "A side cannot be adentro 40"),
}


def path_of(name: str) -> str:
    return str(data("replays") / "faulty" / f"{name}.json")


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_record_verifies_with_its_place_and_article_and_status_1(mustutor, name, code):
    verdict, place, rule = FAULTY[name]
    told = mustutor("replay", "verify", path_of(name), "--json", "--lang", code)
    [report] = [json.loads(line) for line in told.out.splitlines()]
    assert (told.status, told.err) == (1, "")
    assert (report["verdict"], report["place"], report["code"]) == (verdict, place, rule)
    assert report["message"]
    assert "\n" not in report["message"]


@pytest.mark.parametrize("name", FAULTY)
@pytest.mark.parametrize("command", [("settle",), ("replay", "play")], ids=" ".join)
def test_what_the_rules_refuse_is_one_line_and_what_to_read(mustutor, command, name):
    verdict, place, rule = FAULTY[name]
    told = mustutor(*command, path_of(name))
    if verdict == "unsettled":  # the calls are legal: only what was written of them is wrong
        sent_on = (
            f"{path_of(name)}: at {place} the record itself says otherwise; "
            f"mustutor replay verify {path_of(name)} says how.\n"
        )
        assert told.err == (sent_on if command == ("settle",) and "ledger" in place else "")
        return
    line, *advice = told.err.splitlines()
    assert told.status == 1
    assert line.startswith(f"{path_of(name)}: {place}: ")
    assert advice == [f"Type mustutor rule {rule} to read the article."]


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_record_can_be_read_as_it_stands(mustutor, name):
    told = mustutor("replay", "show", path_of(name))
    assert (told.status, told.err) == (0, "")


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_record_under_two_rulebooks_is_no_traceback(mustutor, name):
    told = mustutor("settle", path_of(name), "--diff", "fournier", "la_rioja")
    assert told.status in (0, 1)
    assert told.err == ""
    assert "WHERE THEY DIFFER" in told.out


@pytest.mark.parametrize("kind", CONTRADICTIONS)
def test_a_variant_that_contradicts_itself_is_status_1_with_its_line(mustutor, tmp_path, kind):
    rules, problem = CONTRADICTIONS[kind]
    path = tmp_path / "ours.yaml"
    path.write_text(f"{HEAD}  {rules}\n", "utf-8")
    told = mustutor("variant", "check", str(path))
    line, advice = told.err.splitlines()
    assert told.status == 1
    assert line.startswith(f"{path}:")
    assert problem in line
    assert advice == "Type mustutor schema variant to see what a variant holds."


@pytest.mark.parametrize("kind", CONTRADICTIONS)
@pytest.mark.parametrize(
    "command",
    [("hand", "R", "R", "C", "A"), ("replay", "simulate"), ("settle", "ordago_accepted")],
    ids=" ".join,
)
def test_a_contradiction_is_told_wherever_the_variant_is_used(mustutor, tmp_path, command, kind):
    rules, problem = CONTRADICTIONS[kind]
    path = tmp_path / "ours.yaml"
    path.write_text(f"{HEAD}  {rules}\n", "utf-8")
    told = mustutor(*command, "--variant", str(path))
    assert (told.status, told.out) == (3, "")
    assert problem in told.err.splitlines()[0]
    assert len(told.err.splitlines()) == 2


CALLS = {
    "a bet of nothing": ("grande", 0, "A1 envido 0", "MUS-BET-2"),
    "a bet of one": ("grande", 0, "A1 envido 1", "MUS-BET-2"),
    "an answer before any bet": ("grande", 0, "A1 quiero", "MUS-BET-9"),
    "a raise by one": ("grande", 1, "B1 subo a 6", "MUS-BET-11"),
    "a bet on a bet": ("grande", 1, "B1 envido 9", "MUS-BET-3"),
    "who has refused speaks again": ("grande", 2, "B1 quiero", "MUS-BET-8"),
    "an órdago before betting": ("pares", 0, "A1 ordago", "MUS-ORD-1"),
    "pares nobody has": ("pares", 2, "A2 tengo", "MUS-DECL-1"),
    "pares denied": ("pares", 0, "A1 no tengo", "MUS-DECL-1"),
    "who has no pares bets on them": ("pares", 5, "A2 subo a 5", "MUS-DECL-2"),
    "mus out of turn": ("mus", 0, "B1 corto", "MUS-MUS-2"),
    "pares declared out of turn": ("pares", 0, "B1 tengo", "MUS-DECL-1"),
    "who has no juego bets on it": ("juego", 4, "A2 envido 2", "MUS-DECL-5"),
    "a stranger": ("grande", 1, "C1 quiero", "MUS-PLAY-1"),
}


@pytest.mark.parametrize("kind", CALLS)
def test_a_call_the_rules_refuse_is_found_at_its_place(mustutor, tmp_path, kind):
    lance, index, call, rule = CALLS[kind]
    match = json.loads((data("replays") / "refusers_cards_win.json").read_text("utf-8"))
    [round_] = [r for r in match["hands"][0]["rounds"] if r["lance"] == lance]
    round_["calls"][index] = call
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match), "utf-8")
    told = mustutor("replay", "verify", str(path), "--json")
    report = json.loads(told.out)
    assert told.status == 1
    assert report["verdict"] == "illegal"
    assert report["place"] == f"1.{lance}.{index + 1}"
    assert report["code"] == rule


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--diff", "fournier"], "--diff"),
        (["--diff", "fournier", "madird"], "There is no variant madird"),
        (["--diff", "fournier", "madrid", "--markdown"], "--diff cannot be joined with"),
        (["--diff", "fournier", "madrid", "--variant", "navarra"], "--diff cannot be joined with"),
    ],
)
def test_a_diff_that_cannot_be_had_is_wrong_usage(mustutor, words, problem):
    told = mustutor("settle", "ordago_accepted", *words)
    assert (told.status, told.out) == (2, "")
    assert problem in told.err.splitlines()[0]
    assert len(told.err.splitlines()) == 2
