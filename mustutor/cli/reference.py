"""The commands `rule` and `schema`: the rulebook for people, the formats for machines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from mustutor.base import schema as schemas
from mustutor.base.errors import Unreadable
from mustutor.base.language import available, mark
from mustutor.base.language_state import state_of
from mustutor.base.register import games, title
from mustutor.cli.common_options import UsageError, nearest, refused_as_usage
from mustutor.cli.console import Console, wrapped
from mustutor.cli.parameters import JSON, argument
from mustutor.games.explain import clauses_text
from mustutor.games.irregularities import KnownIrregularity, matching, table_of_words
from mustutor.games.rulebook import Article, Term, article, articles, in_language, sources
from mustutor.games.rulebook_search import find, search_words
from mustutor.model.options import options_of
from mustutor.model.variant import NOT_PLAYED, load_variant
from mustutor.model.variant_file import variant_ids

IRREGULARITIES = mark("irregularities")
MOST_OTHERS = 8
BOOKS = ("MUS", "REG", "ENC")  # the order the articles are listed in: Mus, its regions, Encaje
AN_ID = re.compile(r"((ENC|MUS|REG)-[A-Z]+|ENF|MAU)-[A-Z]*\d+", re.IGNORECASE)


def rule(
    console: Console,
    words: list[str] | None = argument(
        "ID|WORDS", "An article, such as ENC-BET-6, or words to look for.", None
    ),
    json: bool = JSON,
) -> None:
    """Read an article of the rulebook, find it by words, or list them all."""
    asked = " ".join(words or ())
    first = search_words(asked.partition(" ")[0])
    if first in (IRREGULARITIES, search_words(console.language.say(IRREGULARITIES))):
        tell_irregularities(console, asked.partition(" ")[2], json=json)
    elif json:
        for entry in asked_for(asked, console.language.code):
            console.document(entry.as_json())
    elif not asked.strip():
        contents(console)
    elif "-".join(asked.upper().split()) in articles() or AN_ID.fullmatch(asked.strip()):
        with refused_as_usage(Unreadable):
            read_out(console, article(asked))
    elif "-" in asked and (chapter := chapter_of(asked)):
        code = console.language.code
        console.rows((id_, in_language(articles()[id_].title, code)) for id_ in chapter)
    else:
        found(console, asked)


def languages(console: Console, json: bool = JSON) -> None:
    """Say which languages there are, and how far each is."""
    states = [state_of(code) for code in available()]
    for state in states if json else ():
        console.document(
            {
                "code": state.code,
                "name": state.name,
                "share": round(state.share, 3),
                "beta": state.beta,
                "falls_back": list(state.order[1:]),
            }
        )
    if json:
        return
    say = console.language.say
    whole, beta = mark("{name}: whole"), mark("{name}: beta, {share} % of the sentences")
    console.rows(
        # Rounded down: what lacks a sentence has no hundred.
        (one.code, say(beta if one.beta else whole, name=one.name, share=int(100 * one.share)))
        for one in states
    )
    console.write()
    console.say("--lang CODE speaks one of them; mustutor config set lang CODE speaks it always.")


def asked_for(asked: str, code: str) -> list[Article]:
    """Find articles by id, beginning of ids or words, the nearest first; all for no words.

    Raises UsageError where there is nothing.
    """
    if not asked.strip():
        return list(articles().values())
    if AN_ID.fullmatch(asked.strip()):
        with refused_as_usage(Unreadable):
            return [article(asked)]
    if "-" in asked and (chapter := chapter_of(asked)):
        return [articles()[id_] for id_ in chapter]
    terms, texts = near(asked, code)
    named = [*(id_ for term in terms for id_ in term.articles), *(text.id for text in texts)]
    if not named:
        raise UsageError("The rulebook has nothing on {words}.", words=asked)
    return [articles()[id_] for id_ in dict.fromkeys(named)]


def near(asked: str, code: str) -> tuple[list[Term], list[Article]]:
    """The terms and the articles that are nearest to some words, the nearest first."""
    finds = find(asked, code)
    entries = [each.entry for each in finds if each.score * 3 >= finds[0].score]
    terms = [entry for entry in entries if isinstance(entry, Term)]
    return terms, [entry for entry in entries if isinstance(entry, Article)]


def contents(console: Console) -> None:
    """List every article, a chapter at a time."""
    code = console.language.code
    # The books of other games after the first, as they come.
    ids = sorted(articles(), key=lambda id_: (*BOOKS, book := id_.partition("-")[0]).index(book))
    for _, chapter in groupby(ids, key=lambda id_: id_.rpartition("-")[0]):
        console.rows((id_, in_language(articles()[id_].title, code)) for id_ in chapter)
        console.write()
    console.say("mustutor rule with an article, or with a word of the table, shows the whole text.")


def chapter_of(asked: str) -> list[str]:
    """The articles of a chapter named by the beginning of their ids, as ``MUS-DEJE``.

    >>> chapter_of("enc-ses")
    ['ENC-SES-1', 'ENC-SES-2']
    """
    wanted = "-".join(asked.upper().split())
    return [id_ for id_ in articles() if id_.rpartition("-")[0] == wanted]


def read_out(console: Console, entry: Article) -> None:
    """Write an article whole: text, our reading, source, options and what to read next."""
    say, code = console.language.say, console.language.code
    write_article(console, entry)
    if entry.reading:
        _section(console, say("How mustutor reads it"))
        console.paragraph(in_language(entry.reading, code), indent=2)
    _section(console, say("Source"))
    for place in entry.source:
        name, _, line = place.partition(":L")
        told = sources()[name]
        console.paragraph(
            say("{title}, {who}, line {line}", title=told.name, who=told.who, line=line),
            indent=2,
            hang=2,
        )
    if entry.options:
        _options(console, entry.options)
    if entry.see:
        _section(console, say("See also"))
        console.rows((id_, in_language(articles()[id_].title, code)) for id_ in entry.see)


def write_article(console: Console, entry: Article) -> None:
    """Write the title and the text of an article."""
    code = console.language.code
    console.heading(wrapped(f"{entry.id} · {in_language(entry.title, code)}", console.width))
    console.paragraph(in_language(entry.text, code), indent=2)


def found(console: Console, words: str) -> None:
    """Write what the rulebook has on some words: meaning, the nearest article, the others."""
    say, code = console.language.say, console.language.code
    terms, texts = near(words, code)
    if not terms and not texts:
        raise UsageError("The rulebook has nothing on {words}.", words=words)
    if not texts:
        texts = [articles()[id_] for term in terms[:1] for id_ in term.articles]
    if terms:
        term = terms[0]
        console.heading(wrapped(", ".join(term.words.get(code) or term.words["en"]), console.width))
        console.paragraph(in_language(term.text, code), indent=2)
        console.write()
    if not texts:
        return
    first, *others = texts
    write_article(console, first)
    if others:
        _section(console, say("Also"))
        console.rows((each.id, in_language(each.title, code)) for each in others[:MOST_OTHERS])
    console.write()
    console.say(
        "mustutor rule {rule} shows its source and the options that change it.", rule=first.id
    )


def _section(console: Console, heading: str) -> None:
    console.write()
    console.heading(heading)


def _options(console: Console, options: Iterable[str]) -> None:
    """Say which options change the article, and how each packaged variant answers them."""
    say = console.language.say
    variants = [load_variant(name) for name in variant_ids()]
    _section(console, say("Options that change it"))
    for option in options:
        console.paragraph(option, indent=2)
        own = [variant for variant in variants if option in variant.rules]
        rows = {each.game: options_of(each.game).rows[option] for each in own}
        console.paragraph(say(rows[own[0].game].decides), indent=4)
        unplayed = [game for game, row in rows.items() if row.advisory]
        if len(unplayed) == len(rows):
            console.paragraph(say(NOT_PLAYED), indent=4)
        elif unplayed:
            told = say(
                "In {games} it is for people to know: no rule of the program looks at it.",
                games=", ".join(unplayed),
            )
            console.paragraph(told, indent=4)
        answers: dict[str, list[str]] = {}
        for variant in own:
            row = rows[variant.game]
            told = row.spelled_beside(variant.rules[option], row.default)
            answers.setdefault(told, []).append(variant.id)
        # What nearly all answer alike is said last, in a word: who differs is what one looks for.
        usual = max(answers, key=lambda answer: len(answers[answer]))
        for answer, names in answers.items():
            if answer != usual:
                told = say("{answer} in {variants}", answer=answer, variants=", ".join(names))
                console.paragraph(told, indent=4, hang=2)
        told = say("{answer} in all other variants", answer=usual)
        if len(answers) == 1:
            told = say("{answer} in every variant", answer=usual)
        console.paragraph(told, indent=4, hang=2)


# --- what goes wrong ----------------------------------------------------------------------


def tell_irregularities(console: Console, asked: str, *, json: bool) -> None:
    """List the irregularities there are, or those of a game, or tell one by its id or in words."""
    rows, code = matching(asked), console.language.code
    if not rows:
        hint = nearest(asked, [row.id for row in matching("")])
        raise UsageError("There is no irregularity {id}.", id=asked, hint=hint)
    for row in rows if json else ():
        console.document(row.as_json())
    if json or len(rows) == 1:
        return None if json else _tell_irregularity(console, rows[0])
    wanted = [asked] if asked in games() else []
    for (game, group), alike in groupby(rows, lambda row: ((*wanted, *row.games)[0], row.group)):
        console.heading(f"{title(game)} · {in_language(table_of_words('groups')[group], code)}")
        for row in alike:
            console.paragraph(f"{row.id} · {in_language(row.name, code)}", indent=2, hang=2)
            if len(row.games) > 1 and not wanted:
                console.paragraph(", ".join(map(title, row.games)), indent=6)
            console.paragraph(_people_say(console, row), indent=6)
            silence = [console.language.say("The rules are silent.")] if row.silent else []
            console.paragraph(" · ".join([*row.articles, *silence]), indent=6)
            told = clauses_text(_ways(console, row, row.all_ways), console.language)
            console.paragraph(f"{told}.", indent=6)
        console.write()
    return console.say("mustutor rule irregularities with one of these names tells all about it.")


def _people_say(console: Console, row: KnownIrregularity) -> str:
    said = row.said_in(console.language.code)
    return ", ".join(console.language.say("{words!r}", words=words) for words in said)


def _ways(console: Console, row: KnownIrregularity, ways: Iterable[str]) -> Iterator[str]:
    """Ways in words, with the condition of each, and whether the rules say so."""
    say, code = console.language.say, console.language.code
    for way in ways:
        told = row.way_said(way, code)
        if way in row.when:
            condition = in_language(table_of_words("conditions")[row.when[way]], code)
            told = say("{way}, {condition}", way=told, condition=condition)
        yield say("{way} (the rules say so)", way=told) if way in row.from_source else told


def _tell_irregularity(console: Console, row: KnownIrregularity) -> None:
    """Tell all about an irregularity: what people say, articles, ways, and what a club decides."""
    say, code = console.language.say, console.language.code
    own = [*row.articles, *(id_ for ids in row.articles_of.values() for id_ in ids)]
    ways = [*_ways(console, row, row.ways)]
    if row.later:
        after = in_language(table_of_words("conditions")[row.later_after], code)
        ways += [say("And once {condition}:", condition=after), *_ways(console, row, row.later)]
    for region in row.rulebooks:
        regional = row.under(load_variant(region["of"][0]))._replace(from_source=())
        named = f"{', '.join(region['of'])} ({', '.join(regional.articles)}): "
        ways.append(named + clauses_text(_ways(console, regional, regional.ways), console.language))
    table = options_of(row.games[0]).own
    answers = table["irregular"].tariff.get(row.id)
    club = [f"irregular.{row.id}: {' | '.join(answers['enum'])}"] if answers else []
    club += [f"penalty.{row.price}"] if "penalty" in table else [row.price] * (row.price in table)
    limits = (table_of_words("reaches")[row.reach], table_of_words("limits")[row.limit])
    told = [in_language(limit, code) for limit in limits]
    told += [say("The rules say so.")] if row.limit_from_source else []
    where = [*map(title, row.games), in_language(table_of_words("groups")[row.group], code)]
    sections = {
        f"{row.id} · {in_language(row.name, code)}": [" · ".join(where)],
        say("People say"): [_people_say(console, row), *map(": ".join, row.words.items())],
        say("What the rules say"): [
            *([say("No rule says what follows.")] if row.silent else []),
            *(f"{id_} · {in_language(articles()[id_].title, code)}" for id_ in own),
        ],
        say("How it may be taken"): ways,
        say("What a club decides"): [*club, *row.options],
        say("What it may change"): told,
        say("How mustutor reads it"): [in_language(row.note, code)] if row.note else [],
    }
    for heading, lines in sections.items():
        if lines:
            console.heading(wrapped(heading, console.width))
            for line in lines:
                console.paragraph(line, indent=2, hang=2)
            console.write()


def schema(
    console: Console,
    name: str = argument("NAME", "Which schema; without a name, the list of them.", ""),
) -> None:
    """Write a JSON Schema as it is shipped, or name those there are."""
    known = schemas.names()
    if not name:
        for each in known:
            console.write(each)
        return
    if name not in known:
        raise UsageError(
            "There is no schema {name}: there are {names}.",
            name=name,
            names=console.language.join_list(known),
            hint=nearest(name, known),
        )
    console.write(schemas.text(name).rstrip("\n"))
