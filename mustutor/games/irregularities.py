"""The irregularities: everything that is known to go wrong at a table, one value for each.

They are data, in ``variants/conduct/irregularities.yaml``. Start at `irregularities`. A referee
asks one for what it is `under` a rulebook; in the option `irregular` (`club_option`) a club decides
what the rulebooks leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from mustutor.base.errors import Unreadable
from mustutor.base.json_text import ReadOnlyMap, changeable, read_only
from mustutor.base.language import Language, available, mark
from mustutor.base.schema import closest_match
from mustutor.base.shipped import in_every_language, said_in, words_table
from mustutor.games.rulebook import in_language
from mustutor.model.calls import normalized_words
from mustutor.model.options import Json, RuleOption, closed, options_of
from mustutor.model.variant import Variant

CLUB_DECIDES = "both"
"""Said of an irregularity in the option `irregular`: the club decides when it happens."""
ALIKE = 0.8
"""How much of what people say has to be a phrase of the table, letter by letter."""
CHOICE = "choice"
"""The part of the option `irregular` that says who chooses among several ways."""
REFEREE = "referee"
"""The value of `choice` where whoever referees chooses, with the club."""

Texts = Mapping[str, str]
DECIDED = {"when": {}, "later_after": "", "later": (), "from_source": (), "silent": False}
"""What is no longer open where a rulebook or a club has said which ways there are."""


class KnownIrregularity(NamedTuple):
    """Something that goes wrong at a table, and how it may be taken.

    `name` is a text by language that can begin a sentence, `said` what people say of it, `words`
    words of the table in other languages. `ways` are in the order a referee tries them: ``stands``,
    ``not_said``, ``ask``, ``put_right``, ``dealt_again``, ``mus_visto``, ``lance_annulled``,
    ``hand_annulled``, ``paid``, ``game_lost``. `when` gives the condition of a way, and once
    `later_after` holds, the ways are `later`. Those a source prescribes are `from_source`; where no
    rule speaks of it at all it is `silent`. It can happen in its `lances` alone, if it has any. Its
    `options` change it, or leave nothing open where it is `settled`. `price` is its part of the
    option `penalty`, or an option that is its price; `reach` the most it may change (``nothing``,
    ``call``, ``lance``, ``hand``, ``slate``, ``game``), `limit` until when it may be claimed
    (``next_call``, ``show``, ``next_cut``, ``end``).
    """

    id: str
    games: tuple[str, ...]
    group: str
    name: Texts
    said: Mapping[str, tuple[str, ...]]
    articles: tuple[str, ...]
    ways: tuple[str, ...]
    reach: str
    limit: str
    lances: tuple[str, ...] = ()
    words: Texts = ReadOnlyMap()
    articles_of: Mapping[str, tuple[str, ...]] = ReadOnlyMap()
    silent: bool = False
    from_source: tuple[str, ...] = ()
    when: Mapping[str, str] = ReadOnlyMap()
    later_after: str = ""
    later: tuple[str, ...] = ()
    told: Mapping[str, Texts] = ReadOnlyMap()
    rulebooks: tuple[Mapping[str, Any], ...] = ()
    options: tuple[str, ...] = ()
    settled: bool = False
    price: str = ""
    limit_from_source: bool = False
    note: Texts = ReadOnlyMap()

    @property
    def all_ways(self) -> tuple[str, ...]:
        """Every way there is, earlier and later ones, each once.

        >>> irregularity("mus", "misdeal").all_ways
        ('dealt_again', 'hand_annulled', 'stands')
        """
        return tuple(dict.fromkeys((*self.ways, *self.later)))

    @property
    def of_the_hand(self) -> bool:
        """Whether it is about a whole hand, whenever it was seen.

        >>> [irregularity("mus", id).of_the_hand for id in ("misdeal", "joke", "too_large")]
        [True, False, False]
        """
        of_a_call = self.group == "bets" or {"not_said", "lance_annulled", "mus_visto"} & {
            *self.all_ways
        }
        return self.reach in ("hand", "slate", "game") and not of_a_call

    def belongs_in(self, lance: str) -> bool:
        """Whether it is about a call, and one of this lance may be meant."""
        return not self.of_the_hand and lance in (self.lances or (lance,))

    def under(self, variant: Variant) -> KnownIrregularity:
        """What it is by a rulebook: with its articles, and only the ways that it leaves open.

        What the club itself has chosen (`irregular`) goes before all else, then comes the rulebook
        of its region, then what everybody plays.

        >>> from mustutor.model.variant import load_variant
        >>> joke = irregularity("mus", "joke")
        >>> [joke.under(load_variant(id)).ways for id in ("fournier", "alava_vizcaya")]
        [('stands', 'not_said'), ('stands',)]
        """
        own, region = options_of(variant.game).own, self._own(variant)
        stated = {
            "articles": (*self.articles, *self.articles_of.get(variant.game, ())),
            "options": tuple([option for option in self.options if option in own]),
            **({**DECIDED, "from_source": region["ways"]} if "ways" in region else {}),
            **{field: told for field, told in region.items() if field != "of"},
            "told": {**self.told, **region.get("told", {})},
        }
        club: Any = variant.rules["irregular"]
        chosen = club.get(self.id, CLUB_DECIDES)
        if chosen != CLUB_DECIDES:
            stated |= {**DECIDED, "ways": (chosen,)}
        return self._replace(**stated)

    def _own(self, variant: Variant) -> Mapping[str, Any]:
        """What a rulebook says of its own, or the one it extends."""
        names = {variant.id, variant.extends}
        return next((each for each in self.rulebooks if names & {*each["of"]}), ReadOnlyMap())

    def article(self, variant: Variant, otherwise: str = "") -> str:
        """The article that speaks of it: the rulebook's own, `otherwise` one that everybody has.

        >>> from mustutor.model.variant import load_variant
        >>> bait = irregularity("mus", "bait")
        >>> [bait.article(load_variant(id)) for id in ("fournier", "asturias")]
        ['', 'REG-AST-17']
        """
        everybody = () if self.silent else [one for one in self.articles if one[:4] != "REG-"]
        return next(iter(self._own(variant).get("articles", ())), "") or next(
            iter(filter(None, (otherwise, *everybody))), ""
        )

    def way_said(self, way: str, language: str) -> str:
        """One of its ways in words, as a clause: ``the cards are dealt again``.

        >>> irregularity("mus", "wrong_cut").way_said("put_right", "en")
        'the deck is cut again'
        """
        return in_language(self.told.get(way) or table_of_words("ways")[way], language)

    def said_in(self, code: str) -> tuple[str, ...]:
        """What people say of it in a language, or in English where nothing is known of that.

        >>> irregularity("mus", "joke").said_in("es")[0]
        'dijo órdago en broma'
        """
        english = self.said["en"]
        return self.said.get(code) or tuple(said_in(code, each) or each for each in english)

    def as_json(self) -> dict[str, Any]:
        """The irregularity as JSON, in every language, without what it lacks.

        >>> irregularity("mus", "wrong_cut").as_json()["told"]["put_right"]["fr"]
        'on coupe de nouveau'
        """
        told: dict[str, Any] = _in_all_languages(changeable(ReadOnlyMap(self._asdict())))
        return {key: value for key, value in told.items() if value or key == "articles"}


def _in_all_languages(node: Any) -> Any:
    """A part of a row, its texts and phrases in every language that has them."""
    if isinstance(node, list):
        return [_in_all_languages(each) for each in node]
    if not isinstance(node, dict):
        return node
    english = node.get("en")
    if isinstance(english, str):
        return node | in_every_language(node)
    if english is None:
        return {key: _in_all_languages(each) for key, each in node.items()}
    others = [code for code in available() if code not in node]
    said = {code: [*filter(None, [said_in(code, each) for each in english])] for code in others}
    return node | {code: words for code, words in said.items() if words}


def irregularities(game: str) -> Mapping[str, KnownIrregularity]:
    """The irregularities of a game by their ids, in the order of the table.

    >>> list(irregularities("mau_mau"))[-2:]
    ['mau_deal', 'mau_points']
    """
    return _by_game().get(game, ReadOnlyMap())


def irregularity(game: str, id: str) -> KnownIrregularity:  # noqa: A002 - as articles have it
    """One of a game's irregularities by its id.

    Raises Unreadable, with the closest id, for an unknown one.
    """
    rows = irregularities(game)
    if id not in rows:
        hint = closest_match(id, rows)
        raise Unreadable(mark("There is no irregularity {id}."), hint=hint, id=id)
    return rows[id]


def table_of_words(kind: str) -> Mapping[str, Texts]:
    """All words of one kind: ``ways``, ``conditions``, ``groups``, ``reaches``, ``limits``.

    There are ``choices`` and ``prices`` as well.

    >>> table_of_words("ways")["dealt_again"]["es"]
    'se vuelve a repartir'
    """
    words: Mapping[str, Texts] = _contents()[kind]
    return words


def plain(words: str) -> str:
    """The words without accents, capitals and punctuation, as `phrases` has them.

    >>> plain("¿Qué digo?")
    'que digo'
    """
    return normalized_words(words).replace("?", "")


@cache
def phrases(game: str) -> Mapping[str, KnownIrregularity]:
    """What people say of each irregularity of a game, `plain`, in all languages.

    >>> phrases("mus")["tengo cinco"].id
    'misdeal'
    """
    return MappingProxyType(
        {
            plain(words): row
            for row in irregularities(game).values()
            for code in available()
            for words in (*row.said_in(code), in_language(row.name, code))
        }
    )


def matching(words: str) -> tuple[KnownIrregularity, ...]:
    """The irregularities of a name: an id, a game, or something that people say.

    Where nobody says just that, those of whose phrases it is a part, or else the one of the phrase
    most like it; without a name, all of them.

    >>> [[row.id for row in matching(words)] for words in ("misdeal", "¡Tengo cinco!", "enfle")]
    [['misdeal'], ['misdeal'], ['looked', 'left', 'enf_revoke', 'enf_lead', 'enf_deal', 'enf_out']]
    """
    rows = {row.id: row for game in _by_game().values() for row in game.values()}
    wanted = plain(words)
    if words in rows:
        return (rows[words],)
    if words in _by_game():
        return tuple(_by_game()[words].values())
    said = [(text, row) for game in _by_game() for text, row in phrases(game).items()]
    exact = [row for text, row in said if text == wanted]
    found = exact or [row for text, row in said if f" {wanted} " in f" {text} "]
    near = "" if found else closest_match(wanted, [text for text, _ in said], ALIKE)
    found = found or [row for text, row in said if text == near]
    return tuple({row.id: row for row in found}.values() if wanted else rows.values())


@cache
def _by_game() -> Mapping[str, Mapping[str, KnownIrregularity]]:
    entries = _contents()["irregularities"].items()
    rows = [KnownIrregularity(id=name, **{"price": name, **entry}) for name, entry in entries]
    played = dict.fromkeys([game for row in rows for game in row.games])
    return {game: {row.id: row for row in rows if game in row.games} for game in played}


@cache
def _contents() -> Any:
    return read_only(words_table("irregularities"))


# --- what a club decides ------------------------------------------------------------------


class ClubWays(NamedTuple):
    """How a club takes each irregularity of a game: in one of its ways, or in ``both``.

    Where it is both, the club decides when it happens, and every way is told.
    """

    game: str

    @property
    def open(self) -> Mapping[str, KnownIrregularity]:
        """Those that may be taken in several ways, and that no other option settles."""
        rows = irregularities(self.game).items()
        return {name: row for name, row in rows if len(row.all_ways) > 1 and not row.settled}

    def schema(self) -> Json:
        """List the ways of each."""
        ways = {name: (CLUB_DECIDES, *row.all_ways) for name, row in self.open.items()}
        stated = {CHOICE: tuple(table_of_words("choices")), **ways}
        return closed({name: {"type": "string", "enum": [*all_]} for name, all_ in stated.items()})

    def sentences(self, before: Any, after: Any, language: Language) -> Iterator[str]:
        """Say for each that changed how it is taken now."""
        if before[CHOICE] != after[CHOICE]:
            yield in_language(table_of_words("choices")[after[CHOICE]], language.code)
        for name, row in self.open.items():
            if before.get(name, CLUB_DECIDES) != after[name]:
                known = {"way": row.way_said(after[name], language.code)}
                known["irregularity"] = in_language(row.name, language.code)
                yield language.say("{irregularity}: {way}.", **known)


def club_option(game: str) -> RuleOption:
    """The option in which a club fills in how it takes the irregularities of a game.

    Only what a club fills in is part of the rules' digest.

    >>> club_option("mus").kind.schema()["properties"]["small_raise"]["enum"]
    ['both', 'stands', 'put_right']
    """
    kind = ClubWays(game)
    default = {CHOICE: REFEREE, **dict.fromkeys(kind.open, CLUB_DECIDES)}
    return RuleOption(
        "irregular",
        mark("How the club takes each irregularity that the rules leave open."),
        default,
        kind,
        since=2,
        younger=tuple(default),
    )


def prices(games: Iterable[str]) -> Mapping[str, Texts]:
    """The names of what may have a price in some games, by the part of `penalty` that has it.

    >>> prices(["mus"])["no_cut"]["en"]
    'Dealing without offering the cut'
    """
    rows = [row for game in games for row in irregularities(game).values()]
    shared = table_of_words("prices")
    found = [(each.get("price", row.price), row) for row in rows for each in (*row.rulebooks, {})]
    return {price: shared.get(price, row.name) for price, row in found if "." not in price}
