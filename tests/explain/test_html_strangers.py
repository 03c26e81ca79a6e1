"""A page of what strangers wrote: their words stay words, whatever stands in them."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mustutor.base.files import data
from mustutor.base.language import open_language
from mustutor.games.explain import STONES, Explanation, Line, Passage, ScoreTable
from mustutor.present.html import to_html
from mustutor.present.text import to_markdown
from mustutor.replay import loads
from tests.explain.reading import Reading, page_of
from tests.long import examples

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "</title></style></svg><iframe src=//example.org>",
    "&lt;b&gt; &amp; &#60;",
    "<!-- --> <![CDATA[ ]]> <?php ?>",
    "\x1b[31m\x00\x07\u202eGNP\u2066\u200b\ufeff\u2028\u0085",
    "שלום عليكم \u202e",
    "a]]>`*_#|![x](http://example.org)",
    "javascript:alert(1)",
    "A̷̛̛̗̲̝͇͍̦͋̉̅̈́͌͗z",
)
"""Words that would do something, were they not only shown."""

# What JSON can carry: every sign but halves of pairs.
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
short = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=24)


def _record(event: str, name: str, note: str, claim: str) -> str:
    """The page of a record in which all that is free to say is said by somebody else."""
    match: dict[str, Any] = json.loads((data("replays") / "madrid_refused_raise.json").read_bytes())
    for field in ("event", "place", "date", "recorder", "players", "seal"):
        match.pop(field, None)
    match |= {"event": event, "recorder": name, "players": {"A1": name, "B1": name}}
    match["notes"] = {"1.pares.8": [{"text": {"en": note}, "by": name}]}
    match["claims"] = [
        {"by": name, "about": "1.pares", "to": "B", "stones": 9, "text": {"en": claim}}
    ]
    for hand in match["hands"]:
        hand.pop("seal", None)
    return page_of(loads(json.dumps(match).encode(), file="record.json"))


TAME = Reading(_record("event", "name", "note", "claim"))


@examples(60, 20, deadline=None)
@given(words, short, words, words)
@example(HOSTILE[0], HOSTILE[1][:24], HOSTILE[2], HOSTILE[3])
@example(HOSTILE[5], HOSTILE[6], HOSTILE[4], HOSTILE[7])
@example(HOSTILE[8], HOSTILE[9], HOSTILE[1], HOSTILE[0])
def test_whatever_is_written_in_a_record_the_page_is_built_the_same(event, name, note, claim):
    written = _record(event, name, note, claim)
    read = Reading(written)
    # A name takes its room: a longer one has other lines in the verdict, of the same kinds.
    assert {str(_built(e)) for e in read.elements} <= _tame_kinds()
    assert read.style == TAME.style
    assert _harmless(written)
    for said in (event, name, note, claim):
        assert _shown(said) in read.words
    assert _shown(event) in " ".join(read.title.split())


@cache
def _tame_kinds() -> frozenset[str]:
    """Every element a page has for tame words, whatever the length of a name."""
    pages = [Reading(_record("event", "n" * long, "note", "claim")) for long in (1, 9, 25, 60, 200)]
    return frozenset(str(_built(e)) for page in pages for e in page.elements)


def _built(element) -> tuple[object, ...]:
    """A tag with all it says, but for how it is laid out, which the length of words decides."""
    laid_out = {"body", "table", "th"}
    kept = {n: v for n, v in element.attributes.items() if n != "class"}
    return element._replace(attributes=kept if element.tag in laid_out else element.attributes)


def _harmless(written: str) -> bool:
    """Nothing a terminal, an editor or a browser would obey instead of showing it."""
    return all(
        sign in "\n " or unicodedata.category(sign)[0] not in "CZ" for sign in _spaced(written)
    )


def _spaced(text: str) -> str:
    """The text with the unbroken spaces of writing, as in 10 000 or « oui », as plain ones."""
    space = "[\u202f\xa0]"
    return re.sub(rf"(?<=\d){space}(?=\d)|(?<=«){space}|{space}(?=[»;:!?%])", " ", text)


def _shown(text: str) -> str:
    """What is to be read: every sign as it is, and those that hide spelt as Python spells them."""
    lines = " ".join(_spaced(text).split("\n"))
    spelt = "".join(
        sign
        if sign == " " or unicodedata.category(sign)[0] not in "CZ"
        else sign.encode("unicode_escape").decode()
        for sign in lines
    )
    return " ".join(spelt.split())


anything = st.text(max_size=40)
lines = st.builds(
    Line,
    text=anything,
    rules=st.lists(st.one_of(anything, st.just("MUS-BET-4")), max_size=3).map(tuple),
    kind=st.sampled_from(
        ["", "call", "claim", "note", "claim_fails", "claim_holds", "brackets", "dealt", *STONES]
    ),
    seat=anything,
    indent=st.integers(0, 9),
    said=st.one_of(anything, st.sampled_from(["Ro 3o(R)", "+ ?", "descarto 5c A", "R = 31"])),
)


@st.composite
def tables(draw):
    """A table of any words, every row as wide as its head."""
    width = draw(st.integers(1, 4))
    row = st.lists(anything, min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, max_size=3).map(tuple))
    return ScoreTable(draw(row), rows, draw(st.integers(0, width - 1)))


explanations = st.lists(
    st.builds(
        Explanation,
        title=anything,
        passages=st.lists(
            st.builds(
                Passage,
                anything,
                st.lists(lines, max_size=4).map(tuple),
                st.none() | tables(),
            ),
            max_size=3,
        ).map(tuple),
    ),
    max_size=3,
)


@examples(80, 15, deadline=None)
@given(explanations, st.sampled_from(["en", "es"]))
def test_any_explanation_at_all_becomes_a_page(given_, code):
    written = to_html(given_, open_language(code))
    read = Reading(written)
    ids = read.values("id")
    assert len(ids) == len(set(ids))
    assert {target[1:] for target in read.values("href")} <= set(ids)
    assert _harmless(written)
    for explanation in given_:
        for line in explanation.lines:
            if line.kind not in {*STONES, "brackets"}:
                assert _shown_raw(line.text) in read.words


def _shown_raw(text: str) -> str:
    return _shown(text.replace("\n", "\\n"))


@pytest.mark.parametrize("said", HOSTILE)
def test_markdown_shows_hostile_words_as_they_are(said):
    renderer = pytest.importorskip("markdown_it").MarkdownIt("commonmark")
    renderer.enable(["table", "strikethrough"])
    page = Explanation(
        said,
        (Passage(said, (Line(said, (said,), seat=said), Line(said), Line(said, indent=3))),),
    )
    written = to_markdown(page)
    tokens = renderer.parse(written)
    inside = [child for token in tokens for child in token.children or ()]
    kinds = {token.type for token in [*tokens, *inside]}
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "s_open", "table_open"}
    assert not kinds & {"fence", "code_block", "code_inline", "hr", "ordered_list_open"}
    assert [token.type for token in tokens].count("list_item_open") == 3
    assert [token.type for token in tokens].count("heading_open") == 2
    blocks = [
        "".join(child.content for child in token.children)
        for token in tokens
        if token.type == "inline"
    ]
    assert _shown(said) in " ".join(blocks[0].split())
    assert len([block for block in blocks if _shown(said) in " ".join(block.split())]) == 5


@pytest.mark.parametrize(
    "said", ["1. one", "- two", "+ three", "    code", "---", "===", "2) two", "* * *", "```x"]
)
def test_markdown_begins_no_block_where_words_begin_like_one(said):
    renderer = pytest.importorskip("markdown_it").MarkdownIt("commonmark")
    tokens = renderer.parse(to_markdown(Explanation("", (Passage("", (Line(said),)),))))
    assert [token.type for token in tokens] == [
        "bullet_list_open",
        "list_item_open",
        "paragraph_open",
        "inline",
        "paragraph_close",
        "list_item_close",
        "bullet_list_close",
    ]
    assert "".join(child.content for child in tokens[3].children) == said.strip()


def test_markdown_makes_no_address_of_what_somebody_wrote():
    written = to_markdown(
        Explanation("http://a.org www.b.org c@d.org $x$", (Passage("", (Line("x"),)),))
    )
    # As written, none of it is what a reader of Markdown turns into a link or a formula.
    assert not re.search(r"\w://|www\.|\w@\w|(?<!\\)\$", written)
