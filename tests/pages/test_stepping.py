"""The page that plays a record shows what the engine says, and carries all of the record."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from itertools import cycle
from typing import Any

import pytest

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.cli.replay.records import matches
from mustutor.games.teller import teller_of
from mustutor.model.calls import DECK
from mustutor.present.replay_page import to_stepping_page
from mustutor.referee import Settlement, settle
from mustutor.replay import loads
from mustutor.replay.files import in_page, packaged
from mustutor.tutor.record_walk import RecordSource
from tests.explain.reading import Reading
from tests.explain.test_html import TAGS
from tests.explain.test_html_strangers import HOSTILE, _harmless, _shown
from tests.long import sampled

HANDS = {name: [len(one.replay.hands) for one in matches(name)] for name in packaged()}
"""How many hands each match has, of every packaged record."""
RECORDS = [name for name, hands in HANDS.items() if len(hands) == 1]
TURNS = zip(RECORDS, cycle(["en", "es"]), strict=False)
# One of each game, with a hand unfinished, one refused and one that nobody told whole.
KINDS = (
    *("madrid_refused_raise", "three_players", "six_players_in_trios", "five_card_deal"),
    *("enfle_last_card_in_mid_trick", "mau_mau_one_card_not_said", "ends_in_mid_settlement"),
    *("two_tables", "seen_by_one", "false_tengo_found_at_the_showdown", "punto"),
)
FAULTY = [path.stem for path in sorted((data("replays") / "faulty").glob("*.json"))]
STEPPING_TAGS = TAGS | {"script", "button", "input", "select", "option", "label", "pre"}
SIGNALS = "cantabria_signal_while_dealing"
MOST = 60 * 1024  # bytes of a hand beside its deck, however long the talk, whoever plays


@cache
def settlement(name: str) -> Settlement:
    found = packaged().get(name) or data("replays") / "faulty" / f"{name}.json"
    replay = next(matches(str(found))).replay
    assert replay is not None
    return settle(replay)


@cache
def page(name: str, code: str = "en") -> str:
    return to_stepping_page(settlement(name), open_language(code), b'{"it": "is"}\n')


@cache
def reading(name: str, code: str = "en") -> Reading:
    return Reading(page(name, code))


def held(name: str, block: str, code: str = "en") -> Any:
    """Data that a page has for its script."""
    [text] = re.findall(
        f'<script type="application/json" id="{block}">(.*?)</script>', page(name, code)
    )
    return json.loads(text)


def moments(name: str) -> list[dict[str, Any]]:
    """The frames of a page, each made whole as the script does it."""
    frames: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for place, frame in zip(places(name), held(name, "frames"), strict=True):
        merged = {key: _merged(before.get(key), value) for key, value in frame.items()}
        before = {**before, **merged, "p": place}
        frames.append(before)
    return frames


def _merged(was: Any, new: Any) -> Any:
    if not isinstance(was, list) or isinstance(new, list):
        return new
    return [new.get(str(at), one) for at, one in enumerate(was)]


def places(name: str) -> list[str]:
    """The places of a page, which its script finds as the names of its steps."""
    steps = [e for e in reading(name).all("div") if e.attributes.get("class") == "step"]
    return [step.attributes["id"] for step in steps]


@sampled("name, code", list(TURNS), 7)
def test_a_page_is_well_formed_and_closed_to_the_world(name, code):
    read = reading(name, code)
    assert {element.tag for element in read.elements} <= STEPPING_TAGS
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert {target[:1] for target in read.values("href")} == {"#"}
    assert {target[1:] for target in read.values("href")} <= set(ids)
    attributes = {name for element in read.elements for name in element.attributes}
    assert not [name for name in attributes if name.startswith("on")]
    assert not attributes & {"src", "style", "srcset", "action", "formaction"}
    assert _harmless(page(name, code))
    [policy] = [e.attributes["content"] for e in read.all("meta") if "http-equiv" in e.attributes]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert told["default-src"] == "'none'"
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        [code_] = re.findall(f"<{tag}>(.*?)</{tag}>", page(name, code), re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(code_.encode()).digest()).decode()
        assert told[kind] == f"'sha256-{digest}'"
        assert not re.search(
            r"url\(|@import|https?:|fetch\(|innerHTML|eval\(", code_.replace(SVG, "")
        )


HIDDEN = "?"
SVG = "http://www.w3.org/2000/svg"


@pytest.mark.parametrize("name", [*KINDS, *FAULTY[:3]])
def test_the_frames_are_the_positions_of_the_engine(name):
    frames = {frame["p"]: frame for frame in moments(name)}
    seats = [seat for seat, _ in held(name, "words")["seats"]]
    checked = 0
    for played in settlement(name).hands:
        places = iter(map(str, played.places))
        # What the deck serves belongs to the call before it.
        after: dict[str, Any] = {str(played.number): played.start}
        place = str(played.number)
        for step in played.steps:
            place = place if step.call.seat == DECK else next(places)
            after[place] = step.after
        for place, position in after.items():
            frame = frames[place]
            assert [stones for stones, _ in frame["c"]] == list(position.stones)
            speaker = position.speaker if position.speaker != DECK else ""
            assert (seats[frame["s"]] if frame["s"] >= 0 else "") == speaker
            assert seats[frame["m"]] == position.mano
            for at, seat in enumerate(seats):
                assert cards(frame["h"][at]) == known(position, seat)
            checked += 1
    assert checked == len([place for place in frames if "showdown" not in place]) - (
        settlement(name).stopped is not None and settlement(name).stopped.place not in after
    )


def cards(names: str) -> list[str]:
    """Cards as a frame has them, as records do: what one plays as is left out."""
    return [card.partition("-")[0] or HIDDEN for card in names.split()]


def known(position: Any, seat: str) -> list[str]:
    hand = position.hand_of(seat)
    unseen = [HIDDEN] * teller_of(position.variant).face_down(position, seat)
    return [str(card) for card in hand] if hand else unseen


@pytest.mark.parametrize("name", KINDS)
def test_every_frame_has_its_place_in_the_record_to_read(name):
    told = settlement(name)
    # The script pairs them by their order.
    source = RecordSource(told.replay, open_language("en"), told)
    assert places(name) == list(source.places)
    whole = held(name, "frames")
    assert len(whole) == len(places(name))
    hands = {place.partition(".")[0]: at for at, place in reversed([*enumerate(places(name))])}
    for at in hands.values():
        assert {"t", "m", "s", "h", "w", "x", "c", "n", "q", "k", "b", "g", "e"} <= whole[at].keys()
        assert isinstance(whole[at]["h"], list)


def test_who_looks_from_a_seat_hears_no_faces_of_cards_thrown_by_others():
    thrown = [frame for frame in moments("five_card_deal") if ".descarte" in frame["p"]]
    assert thrown
    for frame in thrown:
        for at, words in enumerate(frame["w"]):
            if words:
                assert re.search(r"[oceb]\b", words)
                assert not re.search(r"\d[oceb]\b|[ARCS][oceb]\b", frame["x"][at])


def test_who_looks_from_a_seat_does_not_see_the_signals_of_others():
    signals = [frame for frame in moments(SIGNALS) if any("signal" in word for word in frame["w"])]
    assert signals
    for frame in signals:
        for at, words in enumerate(frame["w"]):
            if "signal" in words:
                assert frame["x"][at] == ""


def test_a_page_says_what_replay_play_says(mustutor):
    said = mustutor("replay", "play", "madrid_refused_raise").out
    words = set(re.findall(r"[^\W\d_]{3,}", said.casefold()))
    there = set(re.findall(r"[^\W\d_]{3,}", reading("madrid_refused_raise").words.casefold()))
    assert words <= there


@sampled("name, code", [(name, "es") for name in RECORDS if HANDS[name] == [1]], 8)
def test_a_page_of_one_hand_stays_small(name, code):
    assert _beside_its_deck(name, code) < MOST


@pytest.mark.parametrize("name", ["stock_runs_out", "mus_twice", "six_players_in_trios"])
def test_so_does_the_page_of_the_longest_talk(name):
    for code in ("en", "es"):
        assert _beside_its_deck(name, code) < MOST


def _beside_its_deck(name: str, code: str) -> int:
    """Bytes of a page with its record in it, and without the drawings of its cards."""
    record = packaged()[name].read_bytes()
    written = to_stepping_page(settlement(name), open_language(code), record, name=name)
    [deck] = re.findall(r'<svg class="deck".*?</svg>\n<header', written, re.DOTALL)
    return len(written.encode()) - len(deck)


def _strange(word: str) -> str:
    match: dict[str, Any] = json.loads((data("replays") / "madrid_refused_raise.json").read_bytes())
    for field in ("event", "place", "date", "recorder", "players", "seal"):
        match.pop(field, None)
    match |= {"event": word, "recorder": word, "players": {"A1": word, "B1": word}}
    match["notes"] = {"1.pares.8": [{"text": {"en": word}, "by": word}]}
    match["claims"] = [
        {"by": word, "about": "1.pares", "to": "B", "stones": 9, "text": {"en": word}}
    ]
    for hand in match["hands"]:
        hand.pop("seal", None)
    record = json.dumps(match).encode()
    return to_stepping_page(settle(loads(record)), open_language("en"), record, name="x")


@cache
def _tame() -> frozenset[tuple[str, ...]]:
    """Every kind of element a page has for tame words, whatever their length."""
    pages = [Reading(_strange("n" * long)) for long in (1, 30)]
    return frozenset(_built(e) for read in pages for e in read.elements)


@pytest.mark.parametrize("word", HOSTILE)
def test_words_of_strangers_stay_words(word):
    written = _strange(word)
    read = Reading(written)
    assert {_built(e) for e in read.elements} <= _tame()
    assert _harmless(written)
    assert _shown(word) in read.words
    frames = re.findall(r'id="(?:frames|words)">(.*?)</script>', written)
    assert len(frames) == 2
    for block in frames:
        told = json.dumps(json.loads(block), ensure_ascii=False)
        assert _harmless(told)


def _built(element: Any) -> tuple[str, ...]:
    laid_out = {"table", "th", "option"}
    kept = {name for name in element.attributes if element.tag not in laid_out or name != "class"}
    return (element.tag, *sorted(kept))


# --- what it carries -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["punto", "seen_by_one"])
def test_a_page_gives_the_same_bytes_back(name, mustutor, tmp_path):
    # Spelled as no program would: what comes back is what was there.
    given = json.dumps(json.loads(packaged()[name].read_bytes()), indent=3).replace("\n", " \r\n")
    source, written, back = (tmp_path / each for each in ("a.json", "a.html", "b.json"))
    source.write_bytes(given.encode())
    assert mustutor("replay", "export", str(source), "--html", "-o", str(written)).status == 0
    assert in_page(written.read_bytes()).decode() == given
    assert mustutor("replay", "import", str(written), "-o", str(back)).status == 0
    assert back.read_bytes() == source.read_bytes()
    # And every command reads the page as it reads the record.
    for words in (("settle",), ("replay", "show"), ("replay", "play")):
        assert mustutor(*words, str(written)).out == mustutor(*words, str(source)).out
    verified = [mustutor("replay", "verify", str(each), "--json") for each in (written, source)]
    [page_, record] = [json.loads(told.out) for told in verified]
    assert page_ == {**record, "file": str(written)}


def test_a_page_of_a_score_sheet_carries_the_record_that_import_writes(mustutor, tmp_path):
    written = tmp_path / "x.html"
    sheet = "friday_at_the_bar"
    assert mustutor("replay", "export", sheet, "--html", "-o", str(written)).status == 0
    assert mustutor("replay", "import", str(written)).out == mustutor("replay", "import", sheet).out


@pytest.mark.parametrize("fault", ["cut", "turned", "none", "bomb"])
def test_a_page_that_was_changed_is_refused_in_a_line(fault, mustutor, tmp_path):
    written = tmp_path / "x.html"
    assert mustutor("replay", "export", "punto", "--html", "-o", str(written)).status == 0
    text = written.read_text("utf-8")
    [packed] = re.findall(r'id="record"[^>]*>(.*?)</script>', text)
    other = {"cut": packed[:-40], "turned": packed[:9] + packed[200:], "none": "", "bomb": "jAAAA"}
    written.write_text(text.replace(packed, other[fault]), "utf-8")
    for words in (("replay", "import"), ("settle",)):
        refused = mustutor(*words, str(written))
        assert (refused.status, refused.out) == (3, "")
        assert str(written) in refused.err


def test_an_ascii_page_is_the_same_page(mustutor):
    plain = mustutor("replay", "export", "six_players_in_trios", "--html", "--ascii").out
    assert plain.isascii()
    usual = mustutor("replay", "export", "six_players_in_trios", "--html").out
    assert not usual.isascii()
    assert Reading(plain).events == Reading(usual).events


def test_a_match_without_a_hand_has_no_table(mustutor, tmp_path):
    match = {
        "format": "mus-replay/1",
        "variant": {"id": "encaje"},
        "seats": ["A", "B"],
        "hands": [],
    }
    (tmp_path / "none.json").write_text(json.dumps(match))
    for form in ("--html", "--svg"):
        refused = mustutor("replay", "export", str(tmp_path / "none.json"), form)
        assert (refused.status, refused.out) == (3, "")


def test_a_match_that_is_not_there_is_told(mustutor):
    missing = mustutor("replay", "export", "punto", "--html", "--match", "2")
    assert (missing.status, missing.out) == (2, "")
    two = mustutor("replay", "export", "punto", "--html", "--svg")
    assert two.status == 2
