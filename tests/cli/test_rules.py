"""`rule`: an article whole, or found by words in any language."""

from __future__ import annotations

import json

import pytest

from mustutor.games.rulebook import articles


def test_alone_it_lists_every_article(mustutor):
    listed = mustutor("rule")
    assert (listed.status, listed.err) == (0, "")
    assert all(id_ in listed.out for id_ in articles())


@pytest.mark.parametrize("code", ["en", "es"])
@pytest.mark.parametrize("id_", ["ENC-SET-11", "ENC-BET-6", "MUS-CMP-J2"])
def test_an_article_is_read_out_whole(mustutor, id_, code):
    entry = articles()[id_]
    shown = mustutor("rule", id_, "--lang", code)
    joined = " ".join(shown.out.split())
    assert shown.status == 0
    assert shown.out.startswith(f"{id_} · {entry.title[code]}\n")
    assert " ".join(entry.text[code].split()) in joined
    for option in entry.options:
        assert option in joined
    for other in entry.see:
        assert other in joined


def test_an_article_names_its_source_and_what_the_variants_say(mustutor):
    shown = " ".join(mustutor("rule", "ENC-BET-6").out.split())
    assert "Encaje (Mus francés), F. Hernández Morondo and E. Capo, at pagat.com, line 22" in shown
    assert "bet.min_raise The fewest stones a raise must add. 2 in every variant" in shown
    told = " ".join(mustutor("rule", "REG-CAN-6").out.split())
    assert "pares_and_juego in cantabria any in all other variants" in told
    assert "never in encaje, encaje_five_card, wikipedia_en, wikipedia_en_north game in all" in told


def test_the_beginning_of_an_id_lists_its_chapter(mustutor):
    listed = mustutor("rule", "mus-deje").out.splitlines()
    assert [line.split()[0] for line in listed] == [
        id_ for id_ in articles() if id_.startswith("MUS-DEJE-")
    ]


@pytest.mark.parametrize("written", ["enc-set-11", "ENC SET 11", "Enc-Set-11"])
def test_an_id_is_read_however_it_is_written(mustutor, written):
    assert mustutor("rule", *written.split()).out.startswith("ENC-SET-11 ")


@pytest.mark.parametrize(
    ("words", "code", "first"),
    [
        ("raise", "en", "ENC-BET-6"),
        ("no quiero", "es", "ENC-BET-4"),
        ("mus visto", "es", "MUS-VISTO-1"),
        ("hordago", "en", "MUS-ORD-1"),
    ],
)
def test_words_find_the_article(mustutor, words, code, first):
    found = mustutor("rule", *words.split(), "--lang", code)
    assert found.status == 0
    assert f"{first} · {articles()[first].title[code]}" in found.out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("ENC-BET-99", "There is no article ENC-BET-99 in the rulebook"),
        ("MUS-XYZ-1", "There is no article MUS-XYZ-1"),
        ("qwertyuiop", "The rulebook has nothing on qwertyuiop."),
        ("\x1b[qwertyuiop", "The rulebook has nothing on \\x1b[qwertyuiop."),
    ],
)
def test_what_is_not_there_is_wrong_usage_in_one_line(mustutor, words, problem):
    refused = mustutor("rule", words)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(problem)
    assert refused.err.splitlines()[1] == "Type mustutor rule --help to see how."


def test_a_program_gets_articles_by_id_by_chapter_and_by_words(mustutor):
    def asked(*words: str) -> list[dict[str, object]]:
        told = mustutor("rule", *words, "--json")
        assert (told.status, told.err) == (0, "")
        return [json.loads(line) for line in told.out.splitlines()]

    (one,) = asked("enc-bet-6")
    entry = articles()["ENC-BET-6"]
    assert one == entry.as_json()
    assert one["text"] == dict(entry.text)
    assert [each["id"] for each in asked("ENC-SES")] == ["ENC-SES-1", "ENC-SES-2"]
    assert "MUS-STN-2" in [each["id"] for each in asked("amarrako")]
    assert [each["id"] for each in asked()] == list(articles())
    assert mustutor("rule", "zzzz", "--json").status == 2


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("en", "irregularities"),
        ("es", "irregularidades"),
        ("es", "irregularities"),
        ("fr", "irrégularités"),
        ("fr", "IRREGULARITES"),
        ("eu", "irregulartasunak"),
    ],
)
def test_the_irregularities_are_asked_for_by_their_word_in_each_language(mustutor, code, word):
    told = mustutor("rule", word, "misdeal", "--lang", code)
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("misdeal · ")


@pytest.mark.parametrize(
    ("said", "found"),
    [("se me cayó una carta", "card_dropped"), ("I dropped my card", "card_dropped")],
)
def test_an_irregularity_is_found_by_what_is_nearly_said_of_it(mustutor, said, found):
    assert mustutor("rule", "irregularities", said).out.startswith(f"{found} · ")
    assert mustutor("rule", "irregularities", "the cat ate it").status == 2
