"""Text for a page: what is safe to print, where lines break, and how much work a long page is."""

from __future__ import annotations

import re
import sys
import textwrap
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.language import open_language, printable
from mustutor.games.explain import Explanation, Line, Passage
from mustutor.present.text import to_text
from tests.work import grows_with

COLOURED = {"seat": "<s>", "said": "<q>", "text": "<t>", "rule": "<r>"}


def page_of(*lines: Line) -> Explanation:
    return Explanation("", (Passage("Grande", lines),))


def test_every_sign_is_safe_or_spelt_out():
    """No control, format, private, unassigned, surrogate or separating sign, but the space."""
    for code in range(sys.maxunicode + 1):
        sign = chr(code)
        dangerous = unicodedata.category(sign)[0] in "CZ" and sign != " "
        assert (printable(sign) != sign) == dangerous, hex(code)


def test_a_sentence_makes_all_of_its_evidence_safe_whether_it_is_filled_plainly_or_not():
    language = open_language("en")
    for sentence in ("{what} has 100% of {other}.", "{what!s} has 100% of {other}."):
        said = language.say(sentence, what="B\x1b[1m", other="\u202e4", unused="\x00")
        assert said == "B\\x1b[1m has 100% of \\u202e4."


def test_evidence_with_braces_and_percent_signs_stays_what_it_is():
    assert open_language("en").say("{seat} passes.", seat="%s {x} %(y)d") == "%s {x} %(y)d passes."


def test_a_number_in_the_evidence_stands_before_the_one_that_chooses_the_wording():
    said = open_language("en").count("{number} stone", "{number} stones", 1, number=7)
    assert said == "7 stone"


def test_a_line_that_was_laid_out_before_is_laid_out_for_this_page():
    line = Line("is the best of all who saw the bet at grande", ("MUS-PAY-1",), seat="B1", said="x")
    wide, narrow = to_text(page_of(line), 90), to_text(page_of(line), 40)
    assert to_text(page_of(line), 90) == wide != narrow
    longer = Line("has none", seat="B1-and-longer", said="no quiero")
    beside = to_text(page_of(line, longer), 90)
    assert beside.splitlines()[1].index("is the best") == beside.splitlines()[2].index("has none")
    painted = to_text(page_of(line), 90, paint=lambda what, text: COLOURED.get(what, "") + text)
    assert "<s>B1" in painted
    assert "<r>MUS-PAY-1" in painted
    assert to_text(page_of(line), 90) == wide
    spanish = Line("órdago", seat="B1")
    assert "ordago" in to_text(page_of(spanish), ascii=True)
    assert "órdago" in to_text(page_of(spanish))


@given(st.lists(st.text("ab  -ñ", max_size=30), max_size=12), st.integers(12, 60))
def test_lines_break_as_the_standard_library_breaks_them(words, width):
    text = re.sub(" {3,}", "  ", " ".join(words))
    expected = textwrap.wrap(text, width - 2, break_long_words=False, break_on_hyphens=False)
    found = to_text(page_of(Line(text)), width).splitlines()[1:]
    assert [line[2:] for line in found] == (expected or [""]) or not text.strip()


@pytest.mark.parametrize("said", ["", "paso"])
def test_laying_out_a_passage_is_linear_in_its_lines(said):
    def work(lines: int) -> None:
        to_text(page_of(*(Line("passes", seat=f"A{n % 4}", said=said) for n in range(lines))))

    assert grows_with(work, 500) < 2.2
