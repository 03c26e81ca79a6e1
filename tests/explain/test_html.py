"""A settlement as a page: whole, well formed, closed to the world, in the reader's language."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from itertools import cycle, pairwise

import pytest

from mustutor.base.language import open_language
from mustutor.cli.replay.records import matches
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.model.cards import deck
from mustutor.present.card_art import SPANISH, SUIT_INK, breaks
from mustutor.present.html import to_html
from mustutor.present.markup import STYLE
from mustutor.replay.files import packaged
from tests.explain.reading import Reading, explanations, page, reading
from tests.long import sampled

RECORDS = [name for name in packaged() if sum(1 for _ in matches(name)) == 1]
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "nav", "main", "article"),
    *("section", "footer", "div", "h1", "h2", "h3", "h4", "p", "ol", "ul", "li", "table", "tbody"),
    *("tr", "th", "td", "span", "bdi", "strong", "b", "code", "a", "details", "summary"),
    *("svg", "symbol", "use", "g", "path", "rect", "circle", "text"),
}
"""Every tag a page may have: nothing that runs, loads, frames or sends."""

# Every record every day, in one language and the other by turns; in both in the long run.
TURNS = zip(RECORDS, cycle([("en", "es"), ("es", "en")]), strict=False)
in_a_language = sampled("name, code", [(name, code) for name, codes in TURNS for code in codes], 2)
by_language = pytest.mark.parametrize("code", ["en", "es"])
by_record = pytest.mark.parametrize("name", RECORDS)


@in_a_language
def test_a_page_is_well_formed_and_leads_nowhere_else(name, code):
    read = reading(name, code)
    assert read.declarations == ["DOCTYPE html"]
    assert {element.tag for element in read.elements} <= TAGS
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    targets = read.values("href")
    assert targets
    assert {target[:1] for target in targets} == {"#"}
    assert {target[1:] for target in targets} <= set(ids)
    attributes = {name for element in read.elements for name in element.attributes}
    assert not [name for name in attributes if name.startswith("on")]
    assert not attributes & {"src", "style", "srcset", "action", "xlink:href", "ping"}


@by_record
def test_no_address_stands_anywhere_but_in_text(name):
    read = reading(name)
    for element in read.elements:
        for attribute, value in element.attributes.items():
            if attribute not in {"aria-label", "http-equiv"}:
                assert "http" not in value.lower()
                assert "//" not in value
    assert not re.search(r"http|url\(|@import|//|<", read.style, re.IGNORECASE)


@in_a_language
def test_a_page_says_every_word_that_settle_says(name, code, mustutor):
    said = mustutor("settle", name, "--lang", code, "--width", "90").out
    words = Counter(_words(said))
    there = Counter(_words(reading(name, code).words))
    # The terminal writes the number alone of an article that follows one of its chapter.
    short = re.compile(r"\d+")
    assert not {word for word in words if there[word] < words[word] and not short.fullmatch(word)}


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:-[^\W_]+)*", text.casefold())


@by_record
def test_headings_go_down_one_step_at_a_time(name):
    levels = [int(e.tag[1]) for e in reading(name).elements if re.fullmatch("h[1-6]", e.tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_policy_forbids_all_but_the_one_style_sheet():
    written = page("worked_example_1")
    read = Reading(written)
    [policy] = [
        meta.attributes["content"]
        for meta in read.all("meta")
        if meta.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    sheet = written.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    assert told == {
        "default-src": "'none'",
        "style-src": f"'sha256-{digest}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    # It holds from where it stands on: nothing that could load comes before it.
    place = written.index("Content-Security-Policy")
    assert [e.tag for e in Reading(written).elements][:4] == ["html", "head", "meta", "meta"]
    assert place < written.index("<style>")
    assert len(read.all("style")) == 1


@by_language
def test_the_page_says_its_language_and_its_name(code):
    read = reading("madrid_refused_raise", code)
    assert read.all("html")[0].attributes["lang"] == code
    titles = {"en": "Backing out of a raise in Madrid", "es": "No querer un reenvite en Madrid"}
    assert read.title == f"{titles[code]} · Madrid · 2026-10-03"
    assert {e.attributes["charset"] for e in read.all("meta") if "charset" in e.attributes} == {
        "utf-8"
    }


def test_cards_are_named_in_the_words_of_the_reader():
    # As the record deals them to A1 and A2: Ro Rc 5e 4o, and Ce Cb 3e 7b, where a three is a king.
    english = reading("madrid_refused_raise").values("aria-label")
    assert english[:4] == ["king of coins", "king of cups", "five of swords", "four of coins"]
    assert english[8:12] == [
        "knight of swords",
        "knight of clubs",
        "three of swords (plays as king)",
        "seven of clubs",
    ]
    spanish = reading("madrid_refused_raise", "es").values("aria-label")
    assert spanish[:4] == ["rey de oros", "rey de copas", "cinco de espadas", "cuatro de oros"]
    assert spanish[10] == "tres de espadas (juega como rey)"


def test_every_card_of_the_deck_has_a_name_and_a_drawing_of_its_own():
    cards = [card for name in deck() if (card := SPANISH.spelt(name)) is not None]
    assert len(cards) == 40
    for code in ("en", "es"):
        assert len({SPANISH.name_of(card, open_language(code)) for card in cards}) == 40
    drawn = [each for each in SPANISH.symbols(cards) if each.startswith('<symbol id="card-')]
    assert len({each.partition(">")[2] for each in drawn}) == 40


@pytest.mark.parametrize(("suit", "number"), [("o", 0), ("c", 1), ("e", 2), ("b", 3)])
def test_the_frame_is_broken_as_on_spanish_cards(suit, number):
    # The pinta: oros none, copas one, espadas two, bastos three, above as below.
    lines = re.findall(r"M(\d+) (\d+)H(\d+)", breaks(suit))
    for edge in {height for _, height, _ in lines}:
        across = sorted((int(a), int(b)) for a, height, b in lines if height == edge)
        assert across[0][0] == 4
        assert across[-1][1] == 60
        gaps = [after[0] - before[1] for before, after in pairwise(across)]
        assert len(gaps) == number
        assert all(gap > 3 for gap in gaps)
    assert len({height for _, height, _ in lines}) == 2


def test_a_card_that_plays_as_another_shows_it():
    three, king = SPANISH.spelt("3o(R)"), SPANISH.spelt("Ro")
    assert three is not None
    assert king is not None
    [drawn] = [each for each in SPANISH.symbols([three]) if 'id="card-3o-R"' in each]
    assert re.findall(r"<text[^>]*>(.)</text>", drawn) == ["3", "R"]
    [drawn] = [each for each in SPANISH.symbols([king]) if 'id="card-Ro"' in each]
    assert re.findall(r"<text[^>]*>(.)</text>", drawn) == ["R"]


@pytest.mark.parametrize("word", ["10", "Rx", "8o", "3o(", "(R)", "Ro ", "ro", "", "RoR", "3o(8)"])
def test_what_is_no_card_is_not_drawn(word):
    assert SPANISH.spelt(word) is None


def test_a_single_letter_is_no_card_by_itself():
    # A is the ace of a hand without suits, and the name of a seat.
    lines = (Line("", said="A", seat="B"), Line("", said="A R", seat="B"))
    read = Reading(to_html([Explanation("", (Passage("", lines),))], open_language("en")))
    assert read.values("aria-label") == ["ace", "king"]


@by_record
def test_every_article_named_can_be_read_at_the_end(name):
    told = explanations(name, "es")
    named = {rule for each in told for line in each.lines for rule in line.rules}
    read = reading(name, "es")
    there = [element.attributes["id"] for element in read.all("details")]
    assert set(there) == named
    assert {target[1:] for target in read.values("href") if target[1:] in named} == named
    # In the order one looks them up in: MUS-BET-4 before MUS-BET-13.
    chapters = [(id_.rpartition("-")[0], id_.rpartition("-")[2]) for id_ in there]
    numbered = [(chapter, int(number)) for chapter, number in chapters if number.isdecimal()]
    assert numbered == sorted(numbered)


def test_an_article_nobody_has_is_no_link():
    line = Line("So it is.", ("OUR-HOUSE-1", "MUS-BET-4"))
    read = Reading(to_html([Explanation("", (Passage("", (line,)),))], open_language("en")))
    assert "OUR-HOUSE-1" in read.words
    assert [t for t in read.values("href") if not t.startswith("#suit")] == ["#MUS-BET-4"]


@sampled("name", RECORDS, 3)
def test_a_page_stays_small(name, mustutor):
    written = page(name).encode()
    text = mustutor("settle", name).out.encode()
    # The style sheet and every drawing of the deck, and so much for each word said.
    assert len(written) < 45_000 + 11 * len(text)
    if len(explanations(name, "en")) < 6:
        assert len(written) < 100_000


def test_a_page_of_several_hands_leads_to_each():
    read = reading("match_to_three_games")
    listed = [e for e in read.all("a") if "nav" in e.within]
    assert len(listed) == len(read.all("article")) > 5
    assert [e.attributes["href"] for e in listed] == [
        f"#{e.attributes['id']}" for e in read.all("article")
    ]
    assert not reading("worked_example_1").all("nav")


def test_a_claim_carries_its_verdict_and_its_words_their_direction():
    read = reading("worked_example_1_b_better")
    assert [e.attributes["class"] for e in read.all("p") if "holds" in str(e.attributes)]
    quoted = [e for e in read.all("p") if "quote" in e.attributes.get("class", "")]
    assert all(e.attributes["dir"] == "auto" for e in quoted)


def test_whatever_is_explained_has_a_page():
    nothing = Reading(to_html([], open_language("es")))
    assert nothing.title == "mustutor"
    bare = Explanation("", (Passage("", ()), Passage("Alone", ())))
    assert "Alone" in Reading(to_html([bare], open_language("en"))).words


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6});", block))


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_all_text_stands_out_by_day_by_night_and_on_paper():
    # Contrast as WCAG 2 counts it; 7 is its highest demand of text, 4.5 that of large letters.
    blocks = [_colours(block) for block in re.findall(r":root \{([^}]*)\}", STYLE)]
    full = [block for block in blocks if "ink" in block]
    assert len(full) == 3
    for colours in full:
        for text in ("ink", "soft", "accent", "link", "good", "bad"):
            for ground in ("ground", "leaf"):
                assert _contrast(colours[text], colours[ground]) >= 7, (text, ground, colours)
    for ink in SUIT_INK.values():
        assert _contrast(ink, "#fffdf5") >= 4.5
