"""A match in a link, in a frame of a site, and one moment of it as a picture."""

from __future__ import annotations

import base64
import io
import json
import sys
import zlib
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.errors import ReplayError
from mustutor.replay.files import FORMS, MOST_IN_LINK, in_page, pack, packed_in, unpack
from tests.explain.reading import Reading
from tests.long import examples, sampled, some, whole
from tests.pages.test_stepping import HOSTILE, KINDS, RECORDS, moments, settlement

PAGE = "https://club.example/hand.html"
SVG = "{http://www.w3.org/2000/svg}"


@examples(100, 20)
@given(st.binary(max_size=400), st.sampled_from(FORMS))
def test_what_is_packed_comes_out_as_it_was(text, form):
    packed = pack(text, form)
    assert packed[1:].replace("-", "a").replace("_", "a").isalnum() or not packed[1:]
    assert unpack(packed) == (form, text)
    # As any other program does it.
    data = base64.urlsafe_b64decode(packed[1:] + "=" * (-len(packed[1:]) % 4))
    assert zlib.decompress(data) == text


@examples(60, 15)
@given(st.text("jsAZaz09-_=# ", max_size=40))
def test_whatever_a_link_holds_it_is_read_or_refused(letters):
    try:
        form, text = unpack(letters)
    except ReplayError:
        return
    assert form in FORMS
    assert len(text) <= MOST_IN_LINK


@whole
def test_no_letter_of_a_link_is_changed_without_its_being_told(mustutor):
    link = mustutor("replay", "export", "madrid_refused_raise", "--link").out.strip()[1:]
    _, text = unpack(link)
    for at in some(range(1, len(link)), 5):
        for letter in "Aq-":
            changed = link[:at] + letter + link[at + 1 :]
            try:
                assert unpack(changed)[1] == text
            except ReplayError:
                assert changed != link


def test_what_unpacks_to_too_much_is_refused():
    assert unpack(pack(b"a" * MOST_IN_LINK))[1] == b"a" * MOST_IN_LINK
    with pytest.raises(ReplayError, match="64"):
        unpack(pack(b"a" * (MOST_IN_LINK + 1)))
    with pytest.raises(ReplayError, match="64"):
        unpack(pack(b"a" * 10_000_000))


def test_a_page_without_a_record_says_so():
    with pytest.raises(ReplayError, match="carries no record"):
        in_page(b"<!DOCTYPE html>\n<p>jAAAAAAAA</p>")


@sampled("name", RECORDS, 12)
def test_a_link_holds_what_a_bare_sheet_holds(name, mustutor, tmp_path):
    link = mustutor("replay", "export", name, "--link", "--page", PAGE).out.strip()
    assert link.startswith(f"{PAGE}#s")
    sheet = tmp_path / "x.mus"
    sheet.write_text(mustutor("replay", "export", name, "--text", "--bare").out, "utf-8")
    expected = mustutor("replay", "import", str(sheet))
    for given_ in (link, link.partition("#")[2], link.removeprefix(PAGE)):
        read = mustutor("replay", "import", given_)
        assert (read.status, read.out) == (0, expected.out)


def test_an_entire_link_gives_the_same_bytes_back(mustutor, tmp_path):
    source, back = tmp_path / "a.json", tmp_path / "b.json"
    source.write_text(
        json.dumps(json.loads(mustutor("replay", "import", "friday_at_the_bar").out), indent=1)
    )
    link = mustutor("replay", "export", str(source), "--link", "--entire").out.strip()
    assert link.startswith("#j")
    assert mustutor("replay", "import", link, "-o", str(back)).status == 0
    assert back.read_bytes() == source.read_bytes()


def test_a_link_with_moments_holds_what_a_bare_sheet_holds_too(mustutor):
    bare, moments = (
        mustutor("replay", "export", "unbet", "--link", *more).out.strip()
        for more in ((), ("--moments",))
    )
    assert moments.startswith("#p")
    read = mustutor("replay", "import", moments)
    assert (read.status, read.out) == (0, mustutor("replay", "import", bare).out)
    refused = mustutor("replay", "import", f"#{pack(b'[]', 'p')}")
    assert (refused.status, refused.out) == (3, "")


@pytest.mark.parametrize(
    "link", ["#sAAAAAAAAAA", "https://x.example/#jqqqqqqqqqqq", "sabcdefgh", "#pAAAAAAAAAA"]
)
def test_a_broken_link_is_refused_in_a_line(link, mustutor):
    refused = mustutor("replay", "import", link)
    assert (refused.status, refused.out) == (3, "")
    assert len(refused.err.splitlines()) <= 2


def test_what_did_not_arrive_whole_is_asked_for_again(mustutor, tmp_path):
    link = mustutor("replay", "export", "punto", "--link", "--page", PAGE).out.strip()
    assert mustutor("replay", "import", link).status == 0
    page = tmp_path / "x.html"
    page.write_text("<!DOCTYPE html>\n<p>nothing</p>")
    for broken in (link[:-30], str(page)):
        refused = mustutor("replay", "import", broken)
        assert refused.status == 3
        assert "for all of it again" in refused.err
        assert "schema" not in refused.err


@pytest.mark.parametrize(
    ("text", "form"), [(b'{"format": "mus-rep1ay/1"}', "j"), (b"h{nd 1", "j"), (b"mus\nxx\n", "s")]
)
def test_what_unpacks_and_is_no_record_was_changed_on_its_way(text, form, mustutor):
    refused = mustutor("replay", "import", f"#{pack(text, form)}")
    first, advice = refused.err.splitlines()
    assert (refused.status, refused.out) == (3, "")
    assert first.startswith("This link was changed on its way: ")
    assert advice.startswith("Ask whoever sent it")


def test_a_link_or_a_page_may_come_by_standard_input(mustutor, monkeypatch):
    def piped(text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return mustutor("replay", "import", "-")

    link = mustutor("replay", "export", "punto", "--link", "--page", PAGE).out
    page = mustutor("replay", "export", "punto", "--html").out
    assert piped(link).out == mustutor("replay", "import", link.strip()).out
    assert piped(page).status == 0
    refused = piped("https://club.example/")
    assert refused.status == 3
    assert "sheet" in refused.err


def test_a_file_goes_before_a_link_of_its_name(mustutor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = mustutor("replay", "export", "unbet", "--link").out.strip()[:60]
    (tmp_path / name).write_text(mustutor("replay", "export", "punto", "--text").out, "utf-8")
    assert packed_in(name)
    title = "Four hands without juego"
    assert json.loads(mustutor("replay", "import", name).out)["event"]["en"] == title


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "hand.html", f"{PAGE}#1", 'https://x/"']
)
def test_what_is_no_address_of_a_page_is_refused(address, mustutor):
    for form in ("--link", "--iframe"):
        refused = mustutor("replay", "export", "punto", form, "--page", address)
        assert (refused.status, refused.out) == (2, "")


def test_a_frame_for_a_site_may_run_its_script_and_nothing_else(mustutor):
    [frame] = Reading(
        mustutor("replay", "export", "punto", "--iframe", "--page", PAGE).out
    ).elements
    assert frame.attributes["src"].startswith(f"{PAGE}#p")  # its page plays it without the engine
    assert frame.attributes["sandbox"] == "allow-scripts"
    at = mustutor("replay", "export", "punto", "--iframe", "--page", PAGE, "--at", "1.grande.2").out
    assert Reading(at).elements[0].attributes["src"] == f"{PAGE}#1.grande.2"
    assert mustutor("replay", "export", "punto", "--iframe").status == 2


@pytest.mark.parametrize("name", KINDS)
def test_a_picture_shows_every_card_of_its_moment(name, mustutor):
    drawn = mustutor("replay", "export", name, "--svg", "--at", "1").out
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    position = settlement(name).hands[0].start
    dealt = next(
        (s.after for s in settlement(name).hands[0].steps if s.call.verb == "reparte"), position
    )
    uses = [use.attrib["href"] for use in root.findall(f"{SVG}g/{SVG}g/{SVG}use")]
    for seat in dealt.table.seats:
        for card in dealt.hand_of(seat) or ():
            assert [use for use in uses if use.partition("card-")[2].partition("-")[0] == str(card)]
    ids = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} <= ids
    assert not {"script", "style", "image", "a"} & {
        each.tag.removeprefix(SVG) for each in root.iter()
    }


def test_a_picture_of_a_place_that_is_not_there_is_refused(mustutor):
    refused = mustutor("replay", "export", "punto", "--svg", "--at", "9.grande")
    assert (refused.status, refused.out) == (2, "")
    assert "9.grande" in refused.err


@pytest.mark.parametrize("word", HOSTILE[:5])
def test_a_picture_shows_words_of_strangers_as_words(word, mustutor, tmp_path):
    match = json.loads(mustutor("replay", "import", "friday_at_the_bar").out.splitlines()[0])
    seat = match["seats"][0]
    match |= {"players": {seat: word}, "event": word}
    match.pop("seal", None)
    (tmp_path / "x.json").write_text(json.dumps(match))
    drawn = mustutor("replay", "export", str(tmp_path / "x.json"), "--svg").out
    root = ET.fromstring(drawn)  # noqa: S314 - our own
    tags = {each.tag.removeprefix(SVG) for each in root.iter()}
    assert tags <= {
        "svg",
        "title",
        "desc",
        "defs",
        "symbol",
        "g",
        "rect",
        "path",
        "circle",
        "use",
        "text",
    }


def _drawn(root):
    """The tables that are drawn: of each its cards, in the order in which they lie."""
    groups = [each for each in root.findall(f"{SVG}g") if "transform" in each.attrib]
    return [[use.attrib["href"][6:] for use in each.iter(f"{SVG}use")] for each in groups]


@pytest.mark.parametrize("name", ["five_card_deal", "enfle_last_card_in_mid_trick", "unbet"])
def test_a_sheet_has_every_moment_of_its_hand_with_its_place(name, mustutor):
    root = ET.fromstring(mustutor("replay", "export", name, "--svg", "--hand", "1").out)  # noqa: S314 - our own
    frames = moments(name)
    hands = [" ".join([*frame["h"], *[names for _, names in frame["k"]]]) for frame in frames]
    # What lies in the middle is drawn after the seats; a back has no name.
    assert [[each or "-" for each in cards] for cards in _drawn(root)] == [
        hand.split() for hand in hands
    ]
    written = [each.text for each in root.findall(f"{SVG}text")]
    assert [word for word in written if word in {frame["p"] for frame in frames}] == [
        frame["p"] for frame in frames
    ]
    ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(ids) == len(set(ids))


# --- pictures of dots -------------------------------------------------------------------------


@pytest.fixture
def dots(mustutor, tmp_path):
    """A picture of dots, read by the library that joins them."""
    images = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")

    def drawn(*words):
        target = tmp_path / "picture"
        done = mustutor("replay", "export", *words, "-o", str(target), "--force")
        assert (done.status, done.err) == (0, "")
        return images.open(io.BytesIO(target.read_bytes()))

    return drawn


@pytest.mark.libraries
def test_a_picture_of_dots_shows_what_the_drawing_shows(dots, tmp_path):
    picture = dots("punto", "--png", "--at", "1.mus.1")
    assert (picture.format, picture.size) == ("PNG", (1200, 800))
    again = (tmp_path / "picture").read_bytes()
    dots("punto", "--png", "--at", "1.mus.1")
    assert (tmp_path / "picture").read_bytes() == again
    # Felt between the seats, paper where a card lies, and letters where something is said.
    rgb = picture.convert("RGB")
    assert rgb.getpixel((300, 250)) == (0x1F, 0x5E, 0x45)
    head = rgb.crop((20, 20, 1180, 70)).getcolors(1 << 16)
    assert len([count for count, colour in head if sum(colour) > 600]) >= 1
    later = dots("punto", "--png", "--at", "1.grande.2").convert("RGB")
    assert later.tobytes() != rgb.tobytes()


@pytest.mark.libraries
@pytest.mark.long
def test_a_hand_plays_by_itself_a_picture_a_moment(dots):
    picture = dots("punto", "--gif", "--hand", "1")
    places = [frame for frame in moments("punto") if frame["p"].partition(".")[0] == "1"]
    # Where nothing changes one picture stands for both moments.
    assert len(places) - 2 <= picture.n_frames <= len(places)
    assert picture.info["loop"] == 0
    shown = []
    for at in range(picture.n_frames):
        picture.seek(at)
        shown.append(picture.info["duration"])
    assert sum(shown) == 1_600 * (len(places) - 1) + 5_000


@pytest.mark.parametrize(
    "words",
    [
        "punto --png",
        "punto --gif -o x.gif",
        "punto --gif --hand 9 -o x.gif",
        "punto --svg --hand 9",
        "punto --svg --hand 1 --at 1",
        "punto --gif --hand 1 --at 1 -o x.gif",
        f"punto --html --page {PAGE}",
        "punto --link --at 1",
        "punto --text --entire",
        "punto --svg --bare",
        "punto --text --match 2",
    ],
)
def test_what_would_change_nothing_is_refused_in_a_line(words, mustutor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = mustutor("replay", "export", *words.split())
    assert (refused.status, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("missing", ["resvg_py", "PIL", "font_source_serif_pro"])
def test_without_what_draws_dots_it_says_what_to_install(missing, mustutor, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, missing, None)
    refused = mustutor("replay", "export", "unbet", "--gif", "-o", "x.gif")
    assert (refused.status, refused.out) == (3, "")
    assert "pip install 'mustutor[picture]'" in refused.err
    assert not list(tmp_path.iterdir())


def test_a_picture_tells_who_speaks_in_a_sentence(mustutor):
    drawn = mustutor("replay", "export", "punto", "--svg", "--at", "1.mus.1", "--lang", "es").out
    said = next(each for each in ET.fromstring(drawn) if each.tag == f"{SVG}desc").text  # noqa: S314 - our own
    assert ". Habla " in said
    assert said.endswith(".")
