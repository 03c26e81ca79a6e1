"""`replay verify`: a line a match for programs, the first fault and a sum for people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mustutor.base.files import data

CASES = Path(__file__).parents[1] / "conformance" / "encaje.jsonl"
TYPES = {
    "file": str,
    "match": int,
    "verdict": str,
    "complete": bool,
    "place": str,
    "code": str,
    "message": str,
    "hands": int,
    "after": dict,
    "missing": list,
    "rules": str,
    "seals": str,
    "signed_by": list,
}


def verified(mustutor, *files):
    told = mustutor("replay", "verify", *files, "--json")
    return told.status, [json.loads(line) for line in told.out.splitlines()]


def test_the_packaged_records_are_all_in_order(mustutor):
    files = [str(path) for path in sorted(data("replays").glob("*.json"))]
    status, reports = verified(mustutor, *files)
    assert status == 0
    assert {report["verdict"] for report in reports} == {"ok"}
    assert [report["file"] for report in reports] == files


def test_json_has_exactly_the_fields_of_the_contract(mustutor, record, kept):
    path = kept(record())
    status, [good] = verified(mustutor, path)
    assert status == 0
    fault = ("place", "code", "message")
    assert list(good) == [name for name in TYPES if name not in fault]
    why = "Hand 1: these lances are not recorded in full: mus."
    assert good["missing"][0] == {"place": "1.mus", "what": "lance", "why": why}
    assert (good["complete"], good["rules"], good["seals"]) == (False, "preset", "all")
    assert good["after"] == {"A": 5, "B": 6, "C": 16, "D": 9, "E": 22}
    match = record()
    match["hands"][0]["after"]["E"] = 21
    status, [wrong] = verified(mustutor, kept(match))
    assert status == 1
    assert list(wrong) == list(TYPES)
    for report in (good, wrong):
        assert all(type(thing) is TYPES[name] for name, thing in report.items())
    assert (wrong["verdict"], wrong["place"]) == ("unsettled", "1.after")


@pytest.mark.parametrize(
    ("old", "new", "verdict", "place", "code"),
    [
        ("B subo a 12", "B subo a 9", "illegal", "1.grande.11", "ENC-BET-6"),
        ("B subo a 12", "B subo a 19", "illegal", "1.grande.11", "ENC-BET-7"),
        ("C envido 2", "C envido 1", "illegal", "1.grande.3", "ENC-BET-1"),
        ("C envido 2", "C ordago", "illegal", "1.grande.3", "ENC-BET-11"),
        ("B subo a 12", "B subo a 14", "diverges", "1.grande.11", ""),
        ("D no quiero", "D mumbles", "unreadable", "1.grande.4", ""),
    ],
)
def test_the_first_fault_has_its_verdict_place_and_rule(
    mustutor, record, kept, old, new, verdict, place, code
):
    match = record()
    calls = match["hands"][0]["rounds"][0]["calls"]
    calls[calls.index(old)] = new
    path = kept(match)
    status, [report] = verified(mustutor, path)
    assert status == 1
    assert (report["verdict"], report["place"], report["code"]) == (verdict, place, code)
    assert report["message"]
    shown = mustutor("replay", "verify", path)
    assert shown.status == 1
    assert f"{path}: {verdict} at {place}" in " ".join(shown.out.split())
    assert f"The record has: {new}" in shown.out
    assert code in shown.out
    assert shown.err == ""


def test_an_illegal_call_is_shown_with_the_position_and_what_was_legal(mustutor, record, kept):
    match = record()
    calls = match["hands"][0]["rounds"][0]["calls"]
    calls[calls.index("B subo a 12")] = "B subo a 9"
    shown = mustutor("replay", "verify", kept(match)).out
    assert "B could say: no quiero, quiero, subo a 10 to 18" in shown
    assert "Position: encaje 1 A grande B " in shown


def test_the_order_and_the_output_are_the_same_whatever_the_jobs(mustutor, record, kept):
    match = record()
    match["hands"][0]["after"]["E"] = 21
    files = [kept(record()), str(CASES), kept(match, "wrong.json"), kept("{", "cut.json")]
    for extra in ((), ("--json",)):
        one = mustutor("replay", "verify", *files, *extra)
        many = mustutor("replay", "verify", *files, *extra, "--jobs", "3")
        assert many == one
        assert one.status == 3


def test_many_matches_are_summed_up_in_a_line(mustutor, record, kept):
    shown = mustutor("replay", "verify", str(CASES))
    assert shown.status == 0
    assert "All 120 matches agree with the rules (hands: 577)." in " ".join(shown.out.split())
    good, bad = record(), record()
    bad["hands"][0]["after"]["E"] = 21
    lines = "\n".join(json.dumps(each) for each in (good, bad, good))
    path = kept(lines, "three.jsonl")
    shown = mustutor("replay", "verify", path, kept(good))
    told = " ".join(shown.out.split())
    assert shown.status == 1
    assert f"{path}: match 2: unsettled at 1.after" in told
    assert f"{path}: 2 of 3 matches agree with the rules; wrong: 1, unreadable: 0" in told
    assert told.endswith("3 of 4 matches agree with the rules; wrong: 1, unreadable: 0, hands: 4.")


def test_what_could_not_be_judged_is_named(mustutor, record, kept):
    status, [report] = verified(mustutor, "worked_example_1")
    assert (status, report["verdict"], report["complete"]) == (0, "ok", False)
    shown = " ".join(mustutor("replay", "verify", "worked_example_1").out.split())
    assert "not everything in it could be judged" in shown
    assert "Hand 1: the cards of A, B, C, D and E are not recorded." in shown
    match = record()
    match["hands"][0]["rounds"][0]["calls"][4] = "E ?"
    match["hands"][0]["rounds"][0].pop("checks")
    for field in ("ledger", "after", "seal"):
        match["hands"][0].pop(field, None)
    for field in ("seal", "claims"):
        match.pop(field, None)
    match["hands"].append(match["hands"][0])
    told = " ".join(mustutor("replay", "verify", kept(match)).out.split())
    assert "1.grande.5: nobody remembers this call" in told
    assert "From hand 2 on, only calls, cards and sums are judged" in told


def test_what_cannot_be_read_is_status_3_and_the_others_go_on(mustutor, record, kept):
    good, cut = kept(record()), kept('{"format": "mus-rep', "cut.json")
    told = mustutor("replay", "verify", cut, "no_such_file.json", good)
    assert told.status == 3
    first, advice, second = told.err.splitlines()
    assert first.startswith(f"{cut}:1:")
    assert advice == "Type mustutor schema replay to see what a record holds."
    assert second.startswith("no_such_file.json: There is no such file")
    assert f"{good}: ok, 1 hand" in " ".join(told.out.split())
    status, reports = verified(mustutor, cut, "no_such_file.json", good)
    assert status == 3
    assert [report["verdict"] for report in reports] == ["unreadable", "unreadable", "ok"]
    assert reports[0]["place"].startswith("1:")


def test_standard_input_takes_one_document_or_many_lines(mustutor, record, fed):
    fed(json.dumps(record(), indent=2))
    assert verified(mustutor, "-")[0] == 0
    fed("\n".join(json.dumps(record(n)) for n in ("worked_example_1", "worked_example_2")))
    status, reports = verified(mustutor, "-")
    assert (status, [report["match"] for report in reports]) == (0, [1, 2])


def test_a_false_claim_is_a_wrong_record(mustutor, record, kept):
    match = record()
    match["claims"] = [{"by": "E", "about": "1.grande", "to": "B", "stones": 22}]
    match.pop("seal", None)
    status, [report] = verified(mustutor, kept(match))
    assert (status, report["verdict"], report["place"]) == (1, "unsettled", "claims.1")


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1000"])
def test_jobs_is_a_sensible_number(mustutor, jobs):
    refused = mustutor("replay", "verify", "worked_example_1", "--jobs", jobs)
    assert (refused.status, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "en",
            (
                "The ledger has 2 to B (deje) at pares, at once (MUS-DEJE-3); ours has 3 to B "
                "(deje) at pares, at once (MUS-DEJE-3)."
            ),
        ),
        (
            "es",
            (
                "En los apuntes consta 2 para B (deje) a pares, en el acto (MUS-DEJE-3); en "
                "los nuestros, 3 para B (deje) a pares, en el acto (MUS-DEJE-3)."
            ),
        ),
    ],
)
def test_a_movement_that_differs_is_told_in_words(mustutor, code, told):
    path = str(data("replays") / "faulty" / "madrid_without_the_extra_stone.json")
    shown = mustutor("replay", "verify", path, "--lang", code)
    assert shown.status == 1
    assert told in " ".join(shown.out.split())
    _, [report] = verified(mustutor, path)
    assert report["message"].startswith("The ledger has 2 to B (deje) at pares, at once")


def test_movements_that_sound_alike_are_told_apart(mustutor, record, kept):
    match = record("seen_by_one")
    [pot, *_] = [each for each in match["hands"][0]["ledger"] if each["item"] == "pot"]
    assert pot["from"] == "pot:grande"
    pot["from"] = "pot:chica"
    _, [report] = verified(mustutor, kept(match))
    assert "from the pot of chica to" in report["message"]
    assert "from the pot of grande to" in report["message"]
    match = record("ordago_accepted")
    [game] = [each for each in match["hands"][-1]["ledger"] if each["item"] == "ordago"]
    del game["wins_game"]
    _, [report] = verified(mustutor, kept(match))
    recorded, _, computed = report["message"].partition("; ours has ")
    assert recorded.endswith("which does not win the game")
    assert computed.endswith("which wins the game.")


def test_what_is_wrong_with_a_summary_is_no_matter_of_records(mustutor, tmp_path):
    share = tmp_path / "1.json"
    share.write_text(mustutor("replay", "verify", "punto", "--shard", "1/2").out, "utf-8")
    told = mustutor("replay", "merge", str(share), str(share))
    assert told.status == 3
    [problem] = told.err.splitlines()
    assert problem.endswith("Share 1 of 2 of the same archive is given twice.")


# --- where everything has to be judged ------------------------------------------------------


def test_what_is_not_complete_is_wrong_where_that_is_asked_for(mustutor, record, kept):
    path = kept(record())  # its mus was not recorded
    assert mustutor("replay", "verify", path).status == 0
    told = mustutor("replay", "verify", path, "--require-complete")
    assert told.status == 1
    said = " ".join(told.out.split())
    assert said.startswith(f"{path}: ok, 1 hand; not everything in it could be judged.")
    assert "Hand 1: these lances are not recorded in full: mus, chica, pares, juego." in said
    assert said.endswith(
        "--require-complete: 1 match could not be judged in full, and counts as wrong."
    )
    spanish = mustutor("replay", "verify", path, "--require-complete", "--lang", "es")
    assert spanish.status == 1
    assert "--require-complete: no se pudo juzgar entera 1 partida" in " ".join(spanish.out.split())


def test_json_names_what_is_refused_for_not_being_complete(mustutor, record, kept):
    path = kept(record())
    told = mustutor("replay", "verify", path, "--require-complete", "--json")
    [report] = map(json.loads, told.out.splitlines())
    assert told.status == 1
    assert (report["verdict"], report["complete"]) == ("ok", False)
    assert report["refused"] == "incomplete"
    assert "--require-complete" in report["message"]


def test_a_complete_record_is_as_good_as_ever(mustutor):
    told = mustutor("replay", "verify", "whole_game", "--require-complete")
    assert told == mustutor("replay", "verify", "whole_game")
    assert told.status == 0
    told = mustutor("replay", "verify", "whole_game", "--require-complete", "--each-hand")
    assert told.status == 0


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_of_many_those_that_are_not_complete_are_named(mustutor, record, kept, jobs):
    whole = record("whole_game")
    lines = "\n".join(json.dumps(one) for one in (whole, record(), whole))
    path = kept(lines, "three.jsonl")
    told = mustutor("replay", "verify", path, "--require-complete", "--jobs", jobs)
    said = " ".join(told.out.split())
    assert told.status == 1
    assert f"{path}: match 2: ok, 1 hand; not everything in it could be judged." in said
    assert "match 1" not in said
    assert "match 3" not in said
    assert "--require-complete: 1 match could not be judged in full, and counts as wrong." in said
    share = mustutor("replay", "verify", path, "--require-complete", "--shard", "1/1")
    assert (share.status, mustutor("replay", "verify", path, "--shard", "1/1").status) == (1, 0)


def test_a_fault_is_told_as_ever_and_no_hands_are_never_complete(mustutor, record, kept):
    match = record("whole_game")
    match["hands"] = []
    for name in ("seal", "claims", "notes", "signatures"):
        match.pop(name, None)
    path = kept(match)
    for extra in ((), ("--each-hand",), ("--json",), ("--brief",)):
        told = mustutor("replay", "verify", path, "--require-complete", *extra)
        assert told.status == 1, extra
        assert told.out
    wrong = record()
    wrong["hands"][0]["after"]["E"] = 21
    path = kept(wrong, "wrong.json")
    assert mustutor("replay", "verify", path, "--require-complete") == mustutor(
        "replay", "verify", path
    )


def test_hand_by_hand_each_must_be_complete(mustutor, record, kept):
    told = mustutor("replay", "verify", kept(record()), "--require-complete", "--each-hand")
    assert told.status == 1
    said = " ".join(told.out.split())
    assert said.endswith(
        "--require-complete: 1 hand could not be judged in full, and counts as wrong."
    )
