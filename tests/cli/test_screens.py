"""Every command as it meets the eye: plain, narrow, in colour, in ASCII, in both languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest

from mustutor.base.language import open_language
from mustutor.cli.command_table import COMMANDS, CommandGroup

RECORD = "worked_example_1_b_better"
SCREENS = [
    (),
    ("tour",),
    ("hand", "R", "3", "C", "A"),
    ("compare", "grande", "R R 7 4", "R C C A", "3 R 7 4"),
    ("settle", RECORD),
    ("settle", "punto"),
    ("replay", "verify", RECORD, "punto"),
    ("replay", "show", "punto"),
    ("replay", "play", "punto"),
    ("variant", "list"),
    ("variant", "show", "encaje"),
    ("variant", "diff", "encaje", "encaje_five_card"),
    ("variant", "diff", "fournier", "asturias"),
    ("hand", "--variant", "asturias", "7", "7", "7", "S"),
    ("settle", "madrid_refused_raise"),
    ("settle", "match_to_three_games"),
    ("settle", "madrid_refused_raise", "--diff", "fournier", "madrid"),
    ("settle", "asturias_41_counts_as_2", "--diff", "asturias", "madrid"),
    ("replay", "show", "dispute_before_all_cards_are_shown"),
    ("replay", "play", "corrido_full_round_moves_mano"),
    ("rule",),
    ("rule", "ENC-SET-11"),
    ("rule", "raise"),
    ("schema",),
]
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
screens = pytest.mark.parametrize("words", SCREENS, ids=" ".join)
languages = pytest.mark.parametrize("code", ["en", "es"])


@screens
@languages
def test_plain_gives_no_escape_codes_even_where_colour_is_forced(
    mustutor, monkeypatch, words, code
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    told = mustutor(*words, "--plain", "--lang", code)
    assert told.status == 0
    assert "\x1b" not in told.out


@screens
def test_no_color_is_heeded(mustutor, monkeypatch, words):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in mustutor(*words).out


@screens
@languages
def test_colour_says_nothing_that_the_words_do_not(mustutor, words, code):
    painted = mustutor(*words, "--color", "always", "--lang", code).out
    assert ESCAPES.sub("", painted) == mustutor(*words, "--lang", code).out


@pytest.mark.parametrize("words", [("tour",), ("settle", RECORD), ("rule", "ENC-SET-11")])
def test_colour_is_there_when_it_is_asked_for(mustutor, words):
    assert ESCAPES.search(mustutor(*words, "--color", "always").out)


@screens
@languages
@pytest.mark.parametrize("width", [40, 80])
def test_everything_fits_the_page_but_what_is_one_word(mustutor, words, code, width):
    told = mustutor(*words, "--width", str(width), "--lang", code).out
    for line in told.splitlines():
        shown = sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in line)
        unbroken = line.lstrip().startswith("mustutor ") or len(line.split()) == 1
        assert shown <= width or unbroken, line


@screens
@languages
def test_ascii_is_ascii(mustutor, words, code):
    told = mustutor(*words, "--ascii", "--lang", code)
    assert told.out.isascii()
    assert "\\x" not in told.out


@screens
def test_no_line_ends_in_a_space(mustutor, words):
    for width in ("40", "80"):
        told = mustutor(*words, "--width", width).out
        assert not [line for line in told.splitlines() if line != line.rstrip()]


@screens
def test_the_two_languages_say_as_much(mustutor, words):
    english, spanish = (mustutor(*words, "--lang", code).out for code in ("en", "es"))
    if words != ("schema",):
        assert english != spanish
    # The same articles in the same order; only the words between them differ.
    facts = re.compile(r"\b(?:ENC|MUS)-[A-Z]+-\w+")
    assert facts.findall(english) == facts.findall(spanish)


# --- help --------------------------------------------------------------------------------


def paths(branch: CommandGroup, *before: str) -> Iterator[tuple[str, ...]]:
    for word, found in branch.commands.items():
        yield (*before, word)
        if isinstance(found, CommandGroup):
            yield from paths(found, *before, word)


@languages
@pytest.mark.parametrize("path", [(), *paths(COMMANDS)], ids=" ".join)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_whole_and_names_only_what_is_there(mustutor, path, code, flag):
    told = mustutor(*path, flag, "--lang", code)
    assert (told.status, told.err) == (0, "")
    listed = {line.split()[0] for line in told.out.splitlines() if re.match(r"  \w", line)}
    assert "Usually ." not in told.out
    branch = COMMANDS
    for word in path:
        found = branch.commands[word]
        if not isinstance(found, CommandGroup):
            break
        branch = found
    else:
        assert listed - {"mustutor"} == set(branch.commands)  # examples begin with the program


@languages
def test_help_is_in_the_language_asked_for(mustutor, code):
    told = mustutor("settle", "--help", "--lang", code).out
    sentence = "Recompute a record, explain every stone and judge what was claimed."
    assert open_language(code).say(sentence) in " ".join(told.split())
