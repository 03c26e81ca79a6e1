"""The records in replays/: each is canonical, verifies or fails as its table says, and is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mustutor.base.json_text import canonical
from mustutor.base.shipped import said_in
from mustutor.games.mus_family.betting import Outcome
from mustutor.model.calls import DECK
from mustutor.model.position import Position
from mustutor.model.variant import difference, load_variant, resolve_embedded
from mustutor.referee import Verdict, verify
from mustutor.replay import Replay, loads
from mustutor.replay.seals import with_seals

REPLAYS = Path(__file__).resolve().parents[2] / "replays"
GOOD = sorted([*REPLAYS.glob("*.json"), *REPLAYS.glob("*.jsonl")])
LISTED = sorted(REPLAYS.glob("*.json"))
FAULTY = sorted((REPLAYS / "faulty").glob("*.json"))
TABLE = re.findall(
    r"^\| `(\w+\.jsonl?)` \| (.+) \|$", (REPLAYS / "README.md").read_text("utf-8"), re.MULTILINE
)

# They hold grande alone, or no cards, or a call nobody remembers.
PARTIAL = {
    *("worked_example_1", "worked_example_1_b_better", "worked_example_1_e_better"),
    *("worked_example_2", "seen_by_one_without_cards", "forgotten_call"),
    "dispute_before_all_cards_are_shown",
}

by_good_record = pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
by_record = pytest.mark.parametrize("path", [*GOOD, *FAULTY], ids=lambda path: path.stem)


def verdicts(path: Path) -> list[Verdict]:
    return [verify(loads(line)) for line in path.read_text("utf-8").splitlines()]


def records(path: Path) -> list[Replay]:
    return [loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_table_of_contents_names_every_record_once():
    assert sorted(name for name, _ in TABLE) == sorted(path.name for path in [*GOOD, *FAULTY])


@by_record
def test_it_is_written_in_canonical_bytes(path):
    data = path.read_bytes()
    lines = data.decode("utf-8").splitlines(keepends=True)
    assert "".join(canonical(json.loads(line)) + "\n" for line in lines).encode() == data
    assert path.suffix == ".jsonl" or len(lines) == 1


@by_good_record
def test_it_verifies_and_is_whole_unless_it_shows_a_gap(path):
    for verdict in verdicts(path):
        assert verdict.verdict == "ok", verdict.failure
        assert verdict.complete is (path.stem not in PARTIAL)


@by_good_record
def test_every_call_has_its_check_and_every_hand_its_seal(path):
    for replay in records(path):
        assert replay.seal
        for hand in replay.hands:
            assert hand.seal
            assert hand.ledger is not None
            for round_ in hand.rounds:
                if path.stem != "forgotten_call":
                    assert len(round_.checks or ()) == len(round_.calls) > 0


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_faulty_record_gets_the_verdict_and_the_place_of_the_table(path):
    verdict, place, _ = dict(TABLE)[path.name].split(" | ")
    [found] = verdicts(path)
    assert found.failure is not None
    assert (found.verdict, found.failure.place) == (verdict, place)
    assert not found.complete
    assert found.failure.fault.said()


def test_the_faulty_records_show_every_verdict():
    shown = {row.split(" | ")[0] for name, row in TABLE if (REPLAYS / "faulty" / name).exists()}
    assert shown == {
        *("unreadable", "illegal", "diverges", "unsettled", "misdealt", "altered", "other_rules"),
    }


@by_record
def test_its_notes_stand_at_calls_there_are_in_english_and_spanish(path):
    for replay in records(path):
        places = {
            str(place)
            for number, hand in enumerate(replay.hands, 1)
            for place in hand.places(number)
        }
        notes = replay.notes or {}
        assert set(notes) <= places
        assert notes or path.stem == "seen_by_one_without_cards"
        for told in notes.values():
            for note in told:
                assert set(note["text"]) == {"en", "es"}
                assert path not in LISTED or said_in("fr", note["text"]["en"])
                assert all(text.endswith((".", "!", "…")) for text in note["text"].values())


@by_record
def test_it_reads_like_a_real_game(path):
    for replay in records(path):
        if not path.stem.startswith("worked_example") and path.stem != "four_kings":
            assert set(replay.about["players"]) == set(replay.seats)
            assert replay.about["date"]
        event = replay.about["event"]
        assert event
        assert path not in LISTED or set(event) == {"en", "es", "fr"}


# --- what the corpus shows ---------------------------------------------------------------


def ends() -> Iterator[Position]:
    for path in GOOD:
        for verdict in verdicts(path):
            yield from (played.end for played in verdict.hands)


def way(position: Position, outcome: Outcome) -> str:
    if outcome.kind != "seen":
        return outcome.kind
    paid = {
        entry.src: entry.stones
        for entry in position.ledger
        if entry.lance == outcome.lance and entry.item == "stake"
    }
    if any(stones < outcome.auction.stake for stones in paid.values()):
        return "seen by one who is all in"
    return "seen by one" if len(paid) == 2 else "seen by several"


def test_every_lance_ends_in_every_way():
    shown: dict[str, set[str]] = {}
    for position in ends():
        for outcome in getattr(position.state, "closed", ()):
            shown.setdefault(outcome.lance, set()).add(way(position, outcome))
    betting = {
        *("unbet", "unanswered_bet", "unanswered_raise"),
        *("seen by one", "seen by several", "seen by one who is all in"),
    }
    for lance in ("grande", "chica", "punto"):
        assert shown[lance] >= betting, lance
    for lance in ("pares", "juego"):
        assert shown[lance] >= {*betting, "lone", "nobody"}, lance


def test_a_capped_seer_is_asked_again():
    [replay] = records(REPLAYS / "capped_seer.json")
    [grande] = [round_ for round_ in replay.hands[0].rounds if round_.lance == "grande"]
    assert replay.start == {"A": 20, "B": 5, "C": 16, "D": 12, "E": 9}
    assert [call for call in grande.calls if call.startswith("B")] == [
        *("B paso", "B quiero", "B quiero"),
    ]


def test_the_lone_player_gets_none_of_his_own_cards_back():
    [replay] = records(REPLAYS / "stock_runs_out.json")
    first, second = [round_ for round_ in replay.hands[0].rounds if round_.lance == "descarte"]
    thrown = sum(len(call.split()) - 2 for call in (*first.calls, *second.calls))
    assert thrown > 40 - 5 * 4
    last = second.calls[-1]
    own = set(last.split()[2:])
    served = second.draws[last[0]]
    earlier = {card for call in first.calls for card in call.split()[2:]} | {
        card for call in second.calls[:-1] for card in call.split()[2:]
    }
    assert not own & set(served)
    assert set(served) & earlier


def test_the_whole_game_goes_from_the_first_deal_to_its_loser():
    [verdict] = verdicts(REPLAYS / "whole_game.json")
    assert len(verdict.hands[0].start.order) == 5
    assert not any(played.end.loser for played in verdict.hands[:-1])
    assert verdict.hands[-1].end.loser == "C"
    assert [side for side, stones in verdict.after.items() if stones] == ["C"]


def test_a_full_record_and_its_redacted_copy_have_the_same_checks_and_seals():
    [full] = records(REPLAYS / "seen_by_one.json")
    [redacted] = records(REPLAYS / "seen_by_one_without_cards.json")
    assert not redacted.hands[0].cards
    assert redacted.hands[0].seal == full.hands[0].seal
    assert redacted.seal == full.seal
    assert redacted.hands[0].rounds == full.hands[0].rounds


def test_the_deck_speaks_in_no_record():
    for path in GOOD:
        for replay in records(path):
            for hand in replay.hands:
                assert not any(
                    call.startswith(DECK) for round_ in hand.rounds for call in round_.calls
                )


def test_the_four_kings_record_goes_on_under_the_whole_rules_it_embeds():
    [replay] = records(REPLAYS / "faulty" / "four_kings.json")
    ours = load_variant("encaje")
    stated = replay.variant
    own = resolve_embedded(stated["rules"], "encaje")
    assert stated["digest"] == own.digest != ours.digest
    assert [change.option for change in difference(ours, own)] == ["deck.kings"]
    assert stated["rules"]["deck.kings"] == 4
    assert with_seals(replay) == replay
    [verdict] = verdicts(REPLAYS / "faulty" / "four_kings.json")
    assert verdict.failure is not None
    assert ours.digest[:12] in verdict.failure.fault.said()
    assert own.digest[:12] in verdict.failure.fault.said()
    # With four kings E's two knights beat B's seven: B is the worse, and takes the pot.
    assert verdict.after == {"A": 5, "B": 28, "C": 16, "D": 9, "E": 0}
