"""The catalogues say every sentence of the code, whole, with the same evidence."""

from __future__ import annotations

import gettext
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mustutor.base.catalogue import compiled
from mustutor.base.language import available, open_language
from mustutor.base.language_state import state_of
from mustutor.locale.compile import compile_all, extract, messages, owed, read, sources

CODE = """
tongue.say("{seat} passes.")
console.count("{number} stone", "{number} stones", stones)
voice.term("rank", "king")
raise ReplayError("No seat {seat}." if known else mark("No seats."), file=file)
Fault("ENC-BET-6", "Raise by two " "at least.", evidence)
text.count("x"); say(sentence); other("not a sentence")
tongue.say("Between {one}.", one=tongue.say("{nested} too"))
"""

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.fixture
def workshop(tmp_path):
    """A package with one module, and a catalogue whose text is given."""
    package = tmp_path / "game"
    source = package / "locale" / "es" / "LC_MESSAGES" / "mustutor.po"
    source.parent.mkdir(parents=True)

    def made(code: str, catalogue: str) -> tuple[Path, Path]:
        (package / "rules.py").write_text(code, "utf-8")
        source.write_text(HEADER + catalogue, "utf-8")
        return source, package

    return made


@pytest.mark.parametrize("code", sorted(sources()))
def test_every_sentence_of_the_code_is_translated(code):
    """What a language states of itself: one under way may lack sentences, and has none wrong."""
    debts = owed(sources()[code])
    if state_of(code).beta:
        debts = [debt for debt in debts if ": not translated: " not in debt]
    assert debts == []


def test_the_spanish_plural_is_one_against_all_else():
    catalogue = read(sources()["es"])
    assert (catalogue.num_plurals, catalogue.plural_expr) == (2, "(n != 1)")


def test_a_language_begins_with_an_empty_file_and_owes_every_sentence(workshop):
    source, package = workshop('tongue.say("{seat} passes.")', "")
    begun = source.parents[2] / "fr" / "LC_MESSAGES" / source.name
    begun.parent.mkdir(parents=True)
    begun.touch()
    extract(package / "locale", package)
    assert owed(begun, package) == ["game/rules.py: not translated: '{seat} passes.'"]


def test_every_way_of_saying_is_found(workshop):
    _, package = workshop(CODE, "")
    found = {(message.context, message.one, message.many) for message in messages(package)}
    assert found == {
        (None, "{seat} passes.", None),
        (None, "{number} stone", "{number} stones"),
        ("rank", "king", None),
        (None, "No seat {seat}.", None),
        (None, "No seats.", None),
        (None, "Raise by two at least.", None),
        (None, "Between {one}.", None),
        (None, "{nested} too", None),
    }


TABLES = {
    "variants/options": """
game.raise:
  decides: How high a raise may be.
  default: none
  idle: [{game.bets: [false]}]
  values: {none: As high as you dare.}
  number: At most {after}.
  least: 1
game.lances:
  decides: Which lances are played.
  default: []
  members:
    grande: {in: Grande is played., out: Grande is not played.}
""",
    "variants/sentences": """
passes: "{seat} passes."
scores: {one: "{side} scores {number} stone."}
answers: {of: players, one: "{seats} answers.", many: "{seats} answer."}
claimed:
  holds: It holds.
  fails: {of: seats, one: "{seats} is wrong.", many: "{seats} are wrong."}
""",
    "variants/wrong_rules": "last_wins: The last wins.\n",
    "variants/drills": """
game.order: {title: The order, sentence: Tell the order., rules: [GAME-1]}
game.asked: {kind: number, prompt: How many?, hints: [Count them., All of them.]}
game.near: {title: Near the end, asks: What now?, hint: Look ahead.}
""",
    "mustutor/cli": """
mustutor hand: {at: hands.hand, says: Tell a hand., wrong: it is wrong, examples: [two words]}
""",
}


def test_every_sentence_of_a_table_is_found(workshop):
    _, package = workshop("", "")
    for folder, table in TABLES.items():
        file = package.parent / folder / "game.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(table, "utf-8")
    assert {(message.one, message.many) for message in messages(package)} == {
        ("How high a raise may be.", None),
        ("As high as you dare.", None),
        ("At most {after}.", None),
        ("Which lances are played.", None),
        ("Grande is played.", None),
        ("Grande is not played.", None),
        ("{seat} passes.", None),
        ("{side} scores {number} stone.", "{side} scores {number} stones."),
        ("{seats} answers.", "{seats} answer."),
        ("It holds.", None),
        ("{seats} is wrong.", "{seats} are wrong."),
        ("The last wins.", None),
        ("The order", None),
        ("Tell the order.", None),
        ("How many?", None),
        ("Count them.", None),
        ("All of them.", None),
        ("Near the end", None),
        ("What now?", None),
        ("Look ahead.", None),
        ("Tell a hand.", None),
        ("it is wrong", None),
    }
    assert {message.file for message in messages(package)} == {
        f"{folder}/game.yaml" for folder in TABLES
    }


@pytest.mark.parametrize(
    ("code", "catalogue", "debt"),
    [
        ('say("A {x}.")', "", "not translated"),
        ('say("A {x}.")', 'msgid "A {x}."\nmsgstr ""\n', "not translated"),
        ('say("A {x}.")', '#, fuzzy\nmsgid "A {x}."\nmsgstr "La {x}."\n', "fuzzy"),
        ('say("A {x}.")', 'msgid "A {x}."\nmsgstr "La {y}."\n', "other {evidence}"),
        ('say("A {x}.")', 'msgid "A {x}."\nmsgstr "La."\n', "other {evidence}"),
        ("", 'msgid "A."\nmsgstr "La."\n', "no longer in the code"),
        ("", '#~ msgid "A."\n#~ msgstr "La."\n', "obsolete"),
        ('term("rank", "ace")', 'msgid "ace"\nmsgstr "as"\n', "not translated"),
        (
            'count("{number} a", "{number} as", n)',
            'msgid "{number} a"\nmsgid_plural "{number} as"\nmsgstr[0] "{number}"\nmsgstr[1] ""\n',
            "not translated",
        ),
    ],
)
def test_what_is_owed_is_seen(workshop, code, catalogue, debt):
    assert [line for line in owed(*workshop(code, catalogue)) if debt in line]


def test_a_whole_catalogue_owes_nothing(workshop):
    assert owed(*workshop('say("A {x}.")', 'msgid "A {x}."\nmsgstr "{x}, la A."\n')) == []


def test_refreshing_brings_new_sentences_drops_old_ones_keeps_translations(workshop):
    source, package = workshop(
        'say("A {x}."); say("B.")', 'msgid "A {x}."\nmsgstr "La {x}."\n\nmsgid "C."\nmsgstr "Ce."\n'
    )
    extract(package / "locale", package)
    texts = {entry.id: entry.string for entry in read(source) if entry.id}
    assert texts == {"A {x}.": "La {x}.", "B.": ""}
    once = source.read_bytes()
    extract(package / "locale", package)
    assert source.read_bytes() == once


def test_refreshing_keeps_what_a_language_states_of_itself(workshop):
    source, package = workshop('say("A {x}.")', "")
    stated = '"X-State: beta\\n"\n"X-Falls-Back-To: es\\n"\n'
    source.write_text(HEADER.rstrip("\n") + "\n" + stated, "utf-8")
    extract(package / "locale", package)
    assert stated in source.read_text("utf-8")


def test_compiling_replaces_what_was_there(workshop):
    source, package = workshop("", 'msgid "A."\nmsgstr "La."\n')
    source.with_suffix(".mo").write_bytes(b"stale")
    assert compile_all(package / "locale") == [source.with_suffix(".mo")]
    assert b"La." in source.with_suffix(".mo").read_bytes()
    assert [path.suffix for path in sorted(source.parent.iterdir())] == [".mo", ".po"]


def test_a_catalogue_that_is_not_compiled_speaks_from_its_source(workshop, monkeypatch):
    source, package = workshop("", 'msgid "A."\nmsgstr "La."\n')
    monkeypatch.setattr("mustutor.base.language.FOLDER", package / "locale")
    for _ in range(2):
        assert available.__wrapped__() == ("en", "es")
        assert open_language.__wrapped__("es").say("A.") == "La."
        compile_all(package / "locale")
        assert source.with_suffix(".mo").exists()


@pytest.mark.parametrize("code", [code for code in sources() if not state_of(code).beta])
def test_what_we_compile_is_what_babel_compiles(code):
    """Of a catalogue that lacks nothing: Babel takes a lacking plural for an empty one."""
    source = sources()[code]
    from babel.messages.mofile import write_mo

    theirs = io.BytesIO()
    write_mo(theirs, read(source))
    theirs.seek(0)
    ours = io.BytesIO(compiled(source.read_text("utf-8")))
    catalogues = [gettext.GNUTranslations(made) for made in (ours, theirs)]
    texts = [{key: text for key, text in made._catalog.items() if key} for made in catalogues]
    assert texts[0] == texts[1]
    heads = [dict(made.info()) for made in catalogues]
    for head in heads:
        del head["generated-by"]  # Babel writes the version that is installed here
    assert heads[0] == heads[1]


def test_what_is_owed_or_gone_is_not_compiled(workshop):
    source, _ = workshop(
        "",
        'msgid "A."\nmsgstr ""\n#, fuzzy\nmsgid "B."\nmsgstr "Be."\n\n'
        '#~ msgid "C."\n#~ msgstr "Ce."\n'
        'msgctxt "rank"\nmsgid "ace"\nmsgstr ""\n"a"\n"s"\n',
    )
    made = gettext.GNUTranslations(io.BytesIO(compiled(source.read_text("utf-8"))))
    assert {key for key in made._catalog if key} == {"rank\4ace"}
    assert made.pgettext("rank", "ace") == "as"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes that are closed are those of POSIX")
def test_what_is_owed_may_be_read_as_far_as_one_likes():
    reading, writing = os.pipe()
    os.close(reading)
    words = [sys.executable, "-m", "mustutor.locale.compile", "--missing"]
    told = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert told.stderr == ""


def test_spanish_counts_and_lists():
    spanish = open_language("es")
    assert spanish.join_list(["A", "B", "C"]) == "A, B y C"


WRITTEN_OUT = {
    "31": r"treinta y un[ao]?|trente et un|hogeita hamaika",
    "100": r"\b(?:a hundred|hundredths|cien(?:to)?s?|cent(?:ième)?s?|ehun)\b",
}
"""Numbers that one language writes in figures and another in words."""
SIGNS = re.compile(r"(?<![\w.-])\d+(?:\.\d+)*(?!\d|\.\d)|\b(?:MUS|ENC|REG|ENF|MAU)-[A-Z0-9-]+")


def signs_of(sentence: str) -> set[str]:
    """The numbers and articles in a sentence, whatever its language."""
    text = re.sub(r"\{[^}]*\}", " ", sentence)
    for figures, words in WRITTEN_OUT.items():
        text = re.sub(words, f" {figures} ", text, flags=re.IGNORECASE)
    return {*SIGNS.findall(text)}


@pytest.mark.parametrize("code", sorted(sources()))
def test_every_language_has_the_numbers_and_articles_of_the_english(code):
    other = [
        entry.id
        for entry in read(sources()[code])
        if entry.id and all(forms := texts_of(entry.string))
        if signs_of(texts_of(entry.id)[-1]) != signs_of(forms[-1])
    ]
    assert other == []


def texts_of(text):
    return (text,) if isinstance(text, str) else tuple(text)
