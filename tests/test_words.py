"""The words people read, as the style sheets of CONTRIBUTING choose them: one for each thing.

A row says for which language it is, what may not stand (a regular expression), what stands there
instead, and the pieces of sentences in which it may stand all the same. Below: the names and
docstrings of the code.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mustutor.base import yaml_text
from mustutor.locale.compile import read, sources

HERE = Path(__file__).parents[1]
WIDE, THIN = "\u00a0", "\u202f"
"""The spaces at which no line is broken: before a colon and in guillemets, and before ; ! ?"""


class Choice(NamedTuple):
    """One choice of a style sheet."""

    lang: str
    wrong: str
    instead: str
    but: tuple[str, ...] = ()


CHOICES = (
    Choice("en", r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself|[Ss]he|[Hh]er)\b", "a player is they"),
    Choice(
        "en",
        r"(?<![-_])\b([Cc]olou?r(?<!our)|[Ff]avor|[Hh]onor|[Cc]enter|[Gg]ray|[Jj]udgment)\b",
        "British spelling",
    ),
    Choice(
        "en",
        r"\b[Nn]obody (sees|saw|has seen|had seen)( it\b|\.|,| the (bet|raise|\w+)\.)",
        "a bet is accepted",
    ),
    Choice("en", r"\b(is|are|be) meant here\b", "this should be"),
    Choice(
        "en",
        r"(?<![Tt]here )\b(is|are) none\b(?=[.:;,)]| of\b)",
        "is not a seat, not: is none",
    ),
    Choice("en", r"\b(parted by|of no account|[Nn]ot nearly:|hangs? on)\b", "plain words"),
    Choice("en", r"\bless those it brings\b|^\{answer\}: no\.$", "plain words"),
    Choice("en", r" [–—] ", "a sentence or a comma; no dash as punctuation"),
    Choice("es", r"\b[Ss]ólo\b", "solo"),
    Choice(
        "es", r"\b[ÉéEe]s[aeo]s?\b(?<=[Éé]s[aeo])|\b[Éé](s|st)[aeo]s?\b", "este, esa: no accent"
    ),
    Choice("es", r"\b([Uu]sted(es)?|[Qq]uiso decir|[Qq]uería decir)\b", "tú"),
    Choice(
        "es",
        r"(^|[.:;] )([Ee]scriba|[Pp]onga|[Ee]lija|[Qq]uite|[Cc]ambie|[Cc]ompruebe|[Gg]uarde|"
        r"[Nn]ombre una?|[Uu]se|[Dd]é|[Mm]ire|[Pp]iense)\b",
        "tú: escribe, pon, elige",
    ),
    Choice("es", r"[“”]|‘|’", "«comillas»"),
    Choice("es", r"\bla real\b", "la Real"),
    Choice("es", r"\b[Bb]otes?\b", "pozo"),
    Choice("es", r"(?<![\w.`/])[Oo]rdagos?\b(?![.`\w])", "órdago, with its accent"),
    Choice(
        "es",
        r"\b([Vv]e|[Vv]en|[Vv]io|[Vv]ieron|[Vv]er) (el|un|tu|su|ese) (envite|órdago)\b|"
        r"\b[Nn]adie (lo|la) (ve|vio)\b",
        "un envite se quiere, no se ve",
    ),
    Choice("es", r"\b[Vv]an? por (\{|\d|\w+ piedras)", "envidar, no: ir por"),
    Choice("es", r"\b[Aa] (grande|chica)\b", "a la grande, a la chica"),
    Choice(
        "es",
        r"(?<!\b[Ss]e )(?<!\bse la )(?<!\bse las )\bapuntan?\b",
        "se apunta dos piedras; anota la partida",
    ),
    Choice(
        "es",
        r"\b[Pp]arejas? (A|B|\{side\}|contesta|cobra|gana|envida|quiere|que antes|se retira)\b|"
        r"\b([Tt]u|[Qq]ué|[Dd]e cada|[Pp]or su|[Pp]ara su|tenía cada) pareja\b",
        "bando: cada lado de la mesa; compañero: uno de los dos",
    ),
    Choice(
        "es", r"\b[Cc]ualesquiera (?!d)|\b[Pp]eleas?\b|\ble trae a\b", "como se dice en la mesa"
    ),
    Choice("es", r"\}[^.:;]*\bde cada cien\b", "de cada 100, o por ciento: cifras con cifras"),
    Choice(
        "es", r"\{lance\}[^.]*\blo (lleva|tiene)\b", "los pares, el juego: cada uno en su número"
    ),
    Choice("es", r"\b([Mm]ejor|[Pp]eor|[Bb]uena|[Mm]ala) mano\b", "la jugada, cuatro cartas"),
    Choice("es", r"\ben (vasco|vascuence|euskara|eusquera)\b", "en euskera"),
    Choice("es", r"\b[Ll]a mano (corta|habla|envida|gana)\b", "el mano, quien habla primero"),
    Choice(
        "fr",
        r"(?<=[\w»)}])[;!?](?=[\s»)]|$)|(?<= )[;!?](?=\s|$)|(?<=\w\u00a0)[;!?]",
        "a thin space before ; ! ?",
        (": ? dit", ", ? pour", "¡", "¿"),
    ),
    Choice(  # outside of `code`: an even number of its signs follows
        "fr",
        rf"(?<!{WIDE}):(?=\s|$)(?=([^`]*`[^`]*`)*[^`]*$)",
        "a space before :",
        ("{{", "cmd: vient", ":::::"),
    ),
    Choice("fr", rf"«(?!{WIDE})|(?<!{WIDE})»|[“”\u2019]", "« guillemets », one apostrophe"),
    Choice(
        "fr",
        r"\b([Vv]euillez|[Vv]otre|[Vv]os|s'il vous plaît)\b|"
        r"(^|[.:;] )(?!Mettez|Chez|Assez)[A-ZÉ]\w+ez\b",
        "tu: écris, choisis; vous is for several",
        ("votre réponse à tous les deux",),
    ),
    Choice(
        "fr",
        r"\b([OoÓó]rdagos?|[Dd]uples|[Ee]nvites?)\b",
        "hordago, doubles, l'enchère",
        ("«", "ordago.", "`ordago", "uples gallegos", "uples castellanos", "{duples}"),
    ),
    Choice(
        "fr",
        r"\b([Ff]old|[Cc]hecke[rz]?|[Rr]aise[rz]?|[Bb]relan|[Dd]ealer|[Ss]e coucher|[Cc]roupier|"
        r"[Bb]lindes?)\b(?!\})",
        "no words of poker",
    ),
    Choice("fr", r"\b[Aa]u (paires|jeux)\b|\b[Àà] (grand|petit|paires)\b", "au grand, aux paires"),
)


def spoken(node: Any, lang: str | None = None) -> Iterator[tuple[str, str]]:
    """The texts of a YAML file, each with its language."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in ("words", "said"):  # what people say and type, as they do
                yield from spoken(value, key if key in {"en", "es", "eu", "fr"} else lang)
    elif isinstance(node, list):
        for value in node:
            yield from spoken(value, lang)
    elif isinstance(node, str) and lang:
        yield lang, node


def catalogue() -> Iterator[tuple[str, str]]:
    for code in ("es", "fr"):
        for message in read(sources()[code]):
            for lang, texts in (("en", message.id), (code, message.string if message.id else "")):
                for text in (texts,) if isinstance(texts, str) else texts:
                    yield lang, text


def written(*folders: str) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((HERE / folder).rglob("*.yaml")):
            if path.stem not in {"asked", "lesson"}:
                own = path.stem if path.stem in {"en", "es", "fr"} else None
                yield from spoken(yaml_text.read(path).data, own)


def titled() -> Iterator[tuple[str, str]]:
    """The French of puzzles and records, whose other words are older than the style sheets."""
    lines = [
        line
        for path in (*HERE.glob("lessons/puzzles/*.jsonl"), *HERE.glob("replays/*.json"))
        for line in path.read_text("utf-8").splitlines()
    ]
    found = (text for line in lines for text in spoken(json.loads(line)))
    return (text for text in found if text[0] == "fr")


@pytest.fixture(scope="module")
def texts() -> list[tuple[str, str]]:
    return [*catalogue(), *titled(), *written("variants", "lessons", "mustutor/cli/lesson_draft")]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: f"{choice.lang}: {choice.instead}")
def test_what_people_read_keeps_to_the_style_sheets(texts, choice):
    wrong = re.compile(choice.wrong)
    found = [
        text[max(0, hit.start() - 40) : hit.end() + 40]
        for lang, text in texts
        if lang == choice.lang
        for hit in wrong.finditer(text)
        if not any(piece in text for piece in choice.but)
    ]
    assert found == []


def translated() -> Iterator[tuple[str, str]]:
    """The English and the Spanish of each sentence of catalogue, lessons and rulebooks."""
    for message in read(sources()["es"]):
        english = message.id if isinstance(message.id, str) else message.id[0]
        for text in (message.string,) if isinstance(message.string, str) else message.string:
            yield english, text
    for path in sorted((HERE / "lessons").glob("*/es.yaml")):
        yield from paired(*(yaml_text.read(path.with_stem(lang)).data for lang in ("en", "es")))
    for path in (*(HERE / "variants").rglob("*.yaml"), *(HERE / "lessons").glob("*.yaml")):
        yield from two_languages(yaml_text.read(path).data)


def paired(english: Any, spanish: Any) -> Iterator[tuple[str, str]]:
    """The texts that have the same place in two YAML files, a text on one side alone left out."""
    if isinstance(english, dict) and isinstance(spanish, dict):
        for key in english.keys() & spanish.keys():
            yield from paired(english[key], spanish[key])
    elif isinstance(english, list) and isinstance(spanish, list):
        for one, other in zip(english, spanish, strict=False):
            yield from paired(one, other)
    elif isinstance(english, str) and isinstance(spanish, str):
        yield english, spanish


def two_languages(node: Any) -> Iterator[tuple[str, str]]:
    """The texts of a YAML file that has English and Spanish side by side."""
    if isinstance(node, dict):
        if {"en", "es"} <= node.keys():
            yield from paired(node["en"], node["es"])
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            yield from two_languages(value)


def test_a_hand_that_is_played_is_a_mano_and_a_deal_a_reparto():
    hands = re.compile(r"(?<!best )\b[Hh]ands?\b(?! in \{share\} of the deals)")
    found = [
        (english, spanish)
        for english, spanish in translated()
        if re.search(r"\b[Rr]epartos?\b", spanish)
        and hands.search(english)
        and not re.search(r"\b[Dd]eals?\b", english)
    ]
    assert found == []


# --- names and docstrings of the code ------------------------------------------------------

RIDDLES = re.compile(
    r"\b(so many|whoever|whatever|as it stands|hangs? on|leans? on|stands for)\b|"
    r"\bwhat (is|was) (told|said)\b",
    re.IGNORECASE,
)
"""Phrases of a docstring's first line that do not say what comes out."""
PARTICIPLES = frozenset(
    "begun counted decided folded heard laid spoken taken taken_up told".split()  # noqa: SIM905
)
"""Names that do not say what a function does: a verb or the noun it returns does."""
LONGEST_FIRST_LINE = 89


@cache
def definitions() -> list[tuple[str, ast.AST]]:
    """Every module, class and function of mustutor, with its place."""
    found: list[tuple[str, ast.AST]] = []
    for path in sorted((HERE / "mustutor").rglob("*.py")):
        found += [
            (f"{path.relative_to(HERE)}:{getattr(node, 'lineno', 1)}", node)
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        ]
    return found


def test_the_first_line_of_a_docstring_is_plain_and_short():
    found = []
    for place, node in definitions():
        first = (ast.get_docstring(node) or "").partition("\n")[0]
        if RIDDLES.search(first) or len(first) > LONGEST_FIRST_LINE:
            found.append(f"{place}: {first}")
    assert found == []


def test_no_function_is_named_by_a_bare_participle():
    assert [
        f"{place}: {node.name}"
        for place, node in definitions()
        if isinstance(node, ast.FunctionDef)
        if node.name in PARTICIPLES
        if not any(isinstance(by, ast.Name) and by.id == "property" for by in node.decorator_list)
    ] == []
