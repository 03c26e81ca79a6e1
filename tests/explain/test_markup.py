"""Markup is built in one place, and whatever words go into it come out as words."""

from __future__ import annotations

import ast
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mustutor.base.language import open_language
from mustutor.present.html import PageFrame, framed, hashed_source
from mustutor.present.markup import (
    Markup,
    block,
    constant,
    data_block,
    element,
    joined,
    script,
    sheet,
)
from tests.explain.reading import Reading
from tests.long import each, examples
from tests.test_architecture import PACKAGE, ROOT, parsed

HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "</p></body>",
    "&lt;b&gt;",
    "<!-- -->",
    "]]>",
    "a' onclick='b",
)
# Where markup is made: all else has it made there.
MAKERS = {"markup.py": None, "html.py": {"GENERATOR", "PageFrame", "framed"}}
"""Where tags are made: a whole module, or these definitions of it."""
TAG = re.compile(
    r"</?(html|head|body|title|meta|link|style|script|h[1-6]|p|a|b|i|q|s|div|span|bdi|code|pre|em"
    r"|strong|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|main|nav|section|article|header|footer"
    r"|details|summary|dialog|form|input|button|label|select|option|output|textarea|iframe|img"
    r"|svg|symbol|use|g|path|rect|circle|line|text)\b(\s+[a-zA-Z-]+=|\s*/?>)"
)


@pytest.mark.parametrize("words", HOSTILE)
def test_words_stay_words_wherever_they_are_put(words):
    inner = element("b", words, title=words)
    written = block("p", words, [words, [inner]], joined(words, inner, between=words), lang=words)
    read = Reading(written)
    assert [(e.tag, set(e.attributes)) for e in read.elements] == [
        ("p", {"lang"}),
        *[("b", {"title"})] * 2,
    ]
    assert read.values("title") == [words] * 2
    assert "".join(read.pieces).count(words) == 6


@pytest.mark.parametrize("words", HOSTILE)
def test_markup_that_is_cut_or_glued_is_words_again(words):
    bold = element("b", "x")
    for glued in (f"{bold}{words}", bold + words, "%s" % bold, bold[:2], bold.upper(), bold * 2):  # noqa: UP031
        assert not Reading(element("p", glued)).all("b")
    assert Reading(element("p", bold)).all("b")


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("script", {}),
        ("STYLE", {}),
        ("p onclick=", {}),
        ("p", {"onclick": "run()"}),
        ("p", {"a b": "c"}),
        ("p", {'a="': "c"}),
        ("p", {"style": "color: red"}),
        ("iframe", {"srcdoc": "<p>"}),
        ("form", {"action": "https://example.org"}),
        ("meta", {"http_equiv": "refresh"}),
        ("a", {"href": "javascript:alert(1)"}),
        ("a", {"href": " javascript:alert(1)"}),
        ("img", {"src": "//example.org/x"}),
        ("img", {"src": "data:text/html,<script>"}),
    ],
)
def test_what_a_browser_would_obey_is_refused(name, attributes):
    with pytest.raises(ValueError, match=r"element|attribute|takes only|leads"):
        element(name, "words", **attributes)


@pytest.mark.parametrize("code", ["a = '</script>'", "p {} </style>", "<!-- a"])
def test_what_would_end_a_script_or_a_style_is_refused(code):
    for written in (script, sheet):
        with pytest.raises(ValueError, match="end of itself"):
            written(code)


anything = st.recursive(
    st.none() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@examples(100, 15)
@given(anything.map(lambda given_: json.loads(json.dumps(given_))))
def test_data_for_a_script_is_read_back_as_it_was(told):
    written = data_block("frames", told)
    assert "<" not in written.partition(">")[2].removesuffix("</script>")
    assert written.isprintable()
    read = Reading(written)
    assert [e.tag for e in read.elements] == ["script"]
    assert json.loads("".join(read.pieces)) == told


def test_the_policy_names_each_style_and_script_by_its_hash_and_lets_nothing_else():
    frame = PageFrame(
        open_language("en"),
        "T",
        styles=("p {}", "b {}"),
        scripts=("a()",),
        sources={"img-src": "'self'"},
    )
    read = Reading(frame.page(element("p", "x")))
    [policy] = [e.attributes["content"] for e in read.all("meta") if "http-equiv" in e.attributes]
    told = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert told == {
        "default-src": "'none'",
        "style-src": f"{hashed_source('p {}')} {hashed_source('b {}')}",
        "script-src": hashed_source("a()"),
        "base-uri": "'none'",
        "form-action": "'none'",
        "img-src": "'self'",
    }
    assert [e.tag for e in read.elements].count("style") == 2
    # A page in which nothing runs says so by what it does not name.
    assert "script" not in PageFrame(open_language("en"), "T").page("x")


def test_a_page_within_another_is_all_of_it():
    page = PageFrame(open_language("es"), 'Ñ "&amp;"').page(element("p", "a < b & c"))
    [frame] = Reading(framed(page)).elements
    assert frame.attributes["srcdoc"] == page


def _literal(node: ast.expr) -> bool:
    """Whether a text stands in the code as it is, and nothing is put into it."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def names_of(node: ast.stmt) -> set[str]:
    """The names a statement of a module defines."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return {getattr(node, "name", "")} | {getattr(one, "id", "") for one in targets}


@each(sorted(PACKAGE.rglob("*.py")), lambda path: str(path.relative_to(ROOT)))
def test_no_module_builds_tags_by_hand(path):
    tree = parsed(path)
    if path.name in MAKERS and path.parent.name == "present":
        made = MAKERS[path.name]
        if made is None:
            return
        kept = [node for node in tree.body if not made & names_of(node)]
        assert len(tree.body) - len(kept) == len(made)
        tree = ast.Module(kept, [])
    spelt, nodes = set(), list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"constant", "Markup"}:
            assert len(node.args) == 1
            assert _literal(node.args[0]), f"line {node.lineno}: put together of anybody's words"
            spelt.add(node.args[0])
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            spelt.add(node.body[0].value)
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in spelt:
            assert not TAG.search(node.value), f"line {node.lineno}: {node.value!r}"


def test_what_is_looked_for_in_the_code_would_be_found():
    for tag in ("<b>", "</b>", '<a href="', "<svg class="):
        assert TAG.search(tag)
    assert not TAG.search("1 < 2 > 0")
    assert isinstance(constant("<b>"), Markup)
