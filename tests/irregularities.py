"""The irregularities as the rules have them, written by hand, apart from the shipped table.

A line is an id, its articles (of Mus without ``MUS-``, of regions without ``REG-``; a region's own
follow its short name), and the ways in the order they are tried: what a region prescribes follows
its short name, and ``>`` begins those that count later in the hand. What a source says bears ``!``.
"""

from __future__ import annotations

from typing import NamedTuple

SHORT = {
    "st": "stands",
    "no": "not_said",
    "ask": "ask",
    "fix": "put_right",
    "re": "dealt_again",
    "mv": "mus_visto",
    "lan": "lance_annulled",
    "hand": "hand_annulled",
    "P": "paid",
    "G": "game_lost",
}
REGIONS = {
    "Ara": ("aragon",),
    "Ast": ("asturias",),
    "Can": ("cantabria",),
    "CLM": ("castilla_la_mancha",),
    "Cat": ("catalunya",),
    "Mad": ("madrid",),
    "Gal": ("galicia",),
    "Rio": ("la_rioja",),
    "Alv": ("alava_vizcaya",),
    "Gui": ("guipuzcoa_4", "guipuzcoa_8"),
}

# Behind the ways are the other games in which it goes wrong too, and whether no rule speaks of it.
MUS = """
seats | SEAT-1 SEAT-2 SEAT-3 DLR-1 | fix st | encaje
wrong_dealer | DLR-2 DLR-3 DEAL-3 DEAL-4 FIRST-3 | fix st re | encaje
wrong_shuffle | DEAL-1 MAD-5 | fix st re | encaje
no_cut | DEAL-1 CAN-8 | st re | encaje | Can: CAN-8: mv
wrong_cut | DEAL-1 DEAL-2 MAD-6 | fix st re | encaje
misdeal | DEAL-3 | re > re hand st | encaje
bad_deck | DECK-1 RIO-6 | ask re st | encaje silent
card_exposed | VISTO-1 VISTO-2 | mv! st | encaje | Ara: ARA-6: mv st | Can: CAN-3: mv st |
    Ast: AST-2: re | Mad: MAD-7: re
card_dropped | BET-18 SIG-4 | st lan hand | encaje
card_to_partner | SIG-4 | st lan hand |
card_seen | DISC-2 | fix st re | encaje
mixed | | ask fix re st | encaje silent
wrong_mano | DLR-3 FIRST-4 LANCE-2 CMP-T1 | fix > st fix | encaje
corrido | FIRST-1 FIRST-2 CAN-6 | st no re | encaje
out_of_turn | BET-3 BET-5 | no st | encaje | Alv: ALV-5: st
two_answers | BET-5 | st! ask |
skipped | BET-3 BET-7 | fix st | encaje
wrong_lance | LANCE-1 | fix st | encaje
late_mus | MUS-3 | no! | encaje
mus_changed | MUS-3 | st fix | encaje silent | Alv: ALV-5: G
mus_unclear | MUS-1 CAN-4 AST-4 | ask | encaje | Can: CAN-4: st
late_discard | MUS-3 | fix re hand | encaje
misserved | DISC-3 DISC-4 DISC-5 DISC-6 | fix re hand | encaje
discard_back | DISC-2 | no fix | encaje silent
joke | ALV-5 MAD-1 | st no | encaje silent | Alv: ALV-5: st | Mad: MAD-1:
changed | ALV-5 | st fix | encaje silent | Alv: ALV-5: G
no_number | BET-10 BET-11 BET-12 | st! ask | encaje
small_bet | BET-1 BET-2 | fix no st | encaje
small_raise | BET-3 | st fix | silent
too_large | BET-17 | st! ask | | Ast: AST-7 AST-8 AST-9: fix | Ara: ARA-3: st ask
no_answer | DEJE-1 | ask no st | encaje
quiero_nothing | BET-13 | no | encaje silent
paso_to_bet | BET-8 | st! > no! | encaje | Alv: ALV-5: G
late_word | BET-16 | no | encaje
own_side | BET-4 | no st |
forbidden_bet | DECL-2 DECL-3 | no | encaje
minimum_accepts | MAD-2 GAL-2 | st | | Mad: MAD-2: st | Gal: GAL-2: st
stake_disputed | BET-15 | ask | encaje
false_yes | DECL-8 | fix lan st | encaje | Alv: ALV-5: G | CLM: CLM-1: | Cat: CAT-2: |
    Rio: RIO-3: | Gui: GUI-4: | Gal: GAL-1:
false_no | DECL-7 DECL-8 | fix st | encaje | Alv: ALV-5: G | CLM: CLM-1: | Cat: CAT-2: |
    Rio: RIO-3: | Gui: GUI-4: | Gal: GAL-1:
no_declaration | DECL-1 DECL-5 | ask fix st | encaje
perete | NAME-4 | no |
false_signal | SIG-2 | st lan hand | encaje | Ara: ARA-5:
forbidden_signal | SIG-3 | st lan hand | encaje | Ast: AST-3 AST-23: | Can: CAN-7: | Rio: RIO-4:
signal_seen | SIG-1 | st |
naming | SIG-4 | st lan hand | | Ara: ARA-4: st | Mad: MAD-3: st |
    Ast: AST-11 AST-12 AST-13 AST-14 AST-15: | CLM: CLM-3 CLM-4 CLM-5 CLM-6: | Gal: GAL-4:
forbidden_question | AST-5 | st hand | | Ast: AST-5: hand
forbidden_talk | TALK-1 | st lan hand | encaje | CLM: CLM-2: st | Mad: MAD-3: st |
    Gal: GAL-3: st | Ast: AST-4 AST-6 AST-10 AST-16 AST-23: | Rio: RIO-5: | Gui: GUI-4:
bait | AST-17 | st hand | | Ast: AST-17: hand
pass_order | AST-19 | st lan hand |
mano_31_pass_order | AST-20 AST-21 AST-22 | st lan | | Ast: AST-20 AST-21 AST-22: lan
mano_30_pass_order | AST-24 | st hand | | Ast: AST-24: hand
lie | CAT-2 RIO-3 GUI-4 ALV-4 GAL-1 | st lan hand | encaje | Ara: ARA-4: st | CLM: CLM-1: st |
    Mad: MAD-1: st | Alv: ALV-4 ALV-5: G | Cat: CAT-2: | Rio: RIO-3: | Gui: GUI-4: | Gal: GAL-1:
forgotten_stones | CNT-7 DEJE-2 | fix! > no! |
overcounted | CNT-5 CNT-6 STN-5 | fix | silent
slates_differ | CNT-6 | ask |
count_order | CNT-1 CNT-2 | fix! |
after_game | END-2 CNT-2 ORD-2 | no! |
adentro | STN-6 | st |
not_shown | CNT-3 | fix ask st |
rules_differ | OBJ-6 | st ask |
looked | | st re hand | encaje enfle mau_mau silent
left | | ask no G | encaje enfle mau_mau silent
"""
OTHERS = """
enc_too_many | ENC-BET-1 ENC-BET-3 ENC-BET-7 | fix no | encaje
enc_small_raise | ENC-BET-6 | fix no | encaje
enc_no_stones | ENC-BET-9 ENC-BET-10 ENC-PAR-2 ENC-PAR-5 | no! | encaje
enc_ordago | ENC-BET-11 | no! ask | encaje
enc_pot | ENC-SET-6 ENC-SET-8 ENC-SET-9 ENC-SET-11 ENC-STN-1 | fix! | encaje
enc_out | ENC-STN-5 ENC-END-1 | fix! | encaje
enc_fifth | ENC-DEAL-4 ENC-DEAL-5 | fix re no! | encaje
enf_revoke | ENF-9 ENF-11 | fix st P | enfle
enf_lead | ENF-8 ENF-10 ENF-11 | fix st | enfle
enf_deal | ENF-2 ENF-4 ENF-6 | fix re | enfle
enf_out | ENF-14 | st! | enfle
mau_drew | MAU-10 MAU-11 | P! | mau_mau
mau_mismatch | MAU-8 | fix P st | mau_mau
mau_one_card | MAU-17 MAU-18 | fix! | mau_mau
mau_blocked | MAU-12 MAU-13 | fix | mau_mau
mau_jack | MAU-14 MAU-15 | st! no | mau_mau
mau_turn | MAU-8 MAU-21 | fix | mau_mau
mau_deal | MAU-5 MAU-6 MAU-7 | fix re | mau_mau
mau_points | MAU-2 MAU-19 MAU-20 MAU-21 MAU-22 | fix! | mau_mau
"""

# What an option settles whole leaves a club nothing to choose.
SETTLED = {"card_exposed", "forgotten_stones", "paso_to_bet"}

# What has the price of something else; all others have a price of their own.
PRICES = {
    "card_dropped": "shown_card",
    "card_to_partner": "shown_card",
    "card_seen": "looked",
    "corrido": "corrido_cut",
    "late_mus": "late_talk",
    "mus_changed": "word_taken_back",
    "mus_unclear": "forbidden_talk",
    "late_discard": "late_talk",
    "misserved": "misdeal",
    "changed": "word_taken_back",
    "paso_to_bet": "word_taken_back",
    "false_yes": "false_declaration",
    "false_no": "false_declaration",
    "naming": "forbidden_naming",
    "bait": "bait_as_mano_max",
    "pass_order": "real_pass_order",
    "enf_revoke": "enfle.revoke",
}


class Expected(NamedTuple):
    """A row as it is written above."""

    id: str
    games: tuple[str, ...]
    articles: tuple[str, ...]
    ways: tuple[str, ...]
    later: tuple[str, ...]
    from_source: tuple[str, ...]
    silent: bool
    regions: tuple[tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]

    @property
    def open(self) -> tuple[str, ...]:
        """The ways among which a club may choose; none where there is no choice."""
        ways = tuple(dict.fromkeys((*self.ways, *self.later)))
        return ways if len(ways) > 1 and self.id not in SETTLED else ()


def _article(short: str) -> str:
    head = short.partition("-")[0]
    if head in ("ENC", "ENF", "MAU"):
        return short
    return f"REG-{short}" if head.capitalize() in REGIONS or head in REGIONS else f"MUS-{short}"


def _articles(text: str) -> tuple[str, ...]:
    return tuple(map(_article, text.split()))


def _ways(text: str) -> tuple[str, ...]:
    return tuple(SHORT[way.rstrip("!")] for way in text.split())


def _lines(text: str) -> list[str]:
    """The rows; what is indented goes on with the one before it."""
    return text.replace("|\n    ", "| ").strip().splitlines()


def _read(line: str, *games: str) -> Expected:
    id_, articles, ways, more, *regions = (part.strip() for part in line.split("|"))
    earlier, _, later = ways.partition(">")
    marked = [way.rstrip("!") for way in ways.split() if way.endswith("!")]
    own = [[part.strip() for part in region.split(":")] for region in regions]
    return Expected(
        id_,
        (*games, *[word for word in more.split() if word != "silent"]),
        _articles(articles),
        _ways(earlier),
        _ways(later),
        tuple(SHORT[way] for way in dict.fromkeys(marked)),
        "silent" in more.split(),
        tuple((REGIONS[name], _articles(its), _ways(told)) for name, its, told in own),
    )


EXPECTED = {
    row.id: row
    for row in (
        *(_read(line, "mus") for line in _lines(MUS)),
        *(_read(line) for line in _lines(OTHERS)),
    )
}


PRICED = tuple(
    dict.fromkeys(
        PRICES.get(row.id, row.id) for row in EXPECTED.values() if {"mus", "encaje"} & {*row.games}
    )
)
"""What may have a price in Mus and Encaje; `broken_word` may as well."""


def open_to_a_club(game: str) -> dict[str, tuple[str, ...]]:
    """What a club may choose in a game: its irregularities of several ways."""
    return {row.id: row.open for row in EXPECTED.values() if game in row.games and row.open}


# How a table tells of each, in its own words.
SAID = """
seats: empatamos a rey | we sat wrong
wrong_dealer: te tocaba dar a ti | empezó por él | he dealt by twos
wrong_shuffle: en Madrid barajan dos | nobody shuffled
no_cut: dio sin cortar | you didn't let me cut
wrong_cut: levantó dos cartas | wrong person cut
misdeal: tengo cinco | we had five cards
bad_deck: dos ases de oros | a card was missing
card_exposed: se vio un rey al dar | you flipped my card
card_dropped: enseñó un caballo | he laid them face up
card_to_partner: se las enseñó al compañero | he showed her his hand
card_seen: vio la de abajo | miró el mazo | he peeked at the deck
mixed: cogí las tuyas | our cards got mixed
wrong_mano: era mano Bea | Ane opened, not her turn
corrido: era la segunda mano | cortó sin juego | no corrido now
out_of_turn: quiso él por mí | it wasn't your turn
two_answers: quiero – no quiero | they both answered
skipped: me saltasteis | you skipped me
wrong_lance: nos saltamos la chica | we forgot chica
late_mus: dije mus y ya habían cortado | I still wanted mus
mus_changed: mus… no, corto | I meant no mus
mus_unclear: hasta allí | le hizo un gesto | he nodded
late_discard: tiró dos y cogió dos | he drew after the cut
misserved: pedí dos y me dio tres | he drew one too many
discard_back: esa no la quería tirar | I want it back
joke: dijo órdago en broma | he was only kidding
changed: digo diez… no, cinco | I take it back
no_number: envido fuerte | ¿y yo son cuatro o el doble? | a few
small_bet: envido una | I bet one
small_raise: una más | three! | she raised by one
too_large: cuarenta y una | ¡todas! | all of it
no_answer: echó diez y seguimos | nadie dijo nada | he bet ten, nobody said anything
quiero_nothing: quiero, ¿a qué? | I see – what?
paso_to_bet: pasé, no dije no quiero | you were out
late_word: ya estaba querido | too late, it was seen
own_side: subió a su compañera | he raised me, his partner
forbidden_bet: envidó sin pares | they couldn't bet
minimum_accepts: con dos ases no se quiere | dealer can't see that
stake_disputed: ¿eran cinco o diez? | they say ten, we say five
false_yes: cantó juego con treinta | she had no pairs
false_no: dijo que no y llevaba duples | we played punto and she had juego
no_declaration: no dijo si tenía | she never said
perete: too late for perete
false_signal: pasó duples y no llevaba | that's not a sign
forbidden_signal: guiñó a grande | signs while dealing
signal_seen: os vi la seña | I saw your sign
naming: llevo dos reyes | I've three kings
forbidden_question: ¿qué digo? | what do I say?
forbidden_talk: con rey caballo quiere | ¿lo de grande es nuestro? | yo juego solo | no talking here
bait: a mí no me dicen | he faked a no
pass_order: pasa tú | he told her to pass
lie: dijo que iba ciego | he lied
forgotten_stones: no cogimos el no | olvidamos apuntar los pares | we forgot our pairs
overcounted: os apuntáis de más | contasteis los pares dos veces | that's too many
slates_differ: la cuenta no cuadra | we have 31, not 28
count_order: empezó por los pares | we both got there
after_game: ya estábamos a cuarenta | the órdago ended it
adentro: no dijo adentro | he never said it
not_shown: las tiró al mazo | she threw them in
rules_differ: aquí es a treinta | threes aren't kings
looked: me miró las cartas | he saw my hand
left: se levantó | no contesta | he left
enc_too_many: echa ocho con cinco | she only had five
enc_small_raise: cuatro… cinco | one more
enc_no_stones: sin piedras no se habla | you're all in
enc_ordago: órdago en encaje | no órdago here
enc_pot: el bote es del peor | he paid the wrong one
enc_out: ya estaba fuera | she's not out yet
enc_fifth: no echó la quinta | she kept five
enf_revoke: tenías corazones | you had a heart
enf_lead: no le tocaba salir | it was my lead
enf_deal: mal dado, no puso | he didn't ante
enf_out: salí yo antes | I was out first
mau_drew: robó pudiendo echar | you had a club
mau_mismatch: no pega | that doesn't match
mau_one_card: no dijo «una carta» | you never said it
mau_blocked: tiró tras un ocho | draw three!
mau_jack: no cantó palo | you never named it
mau_turn: echó dos | my turn
mau_deal: mal dado | I got eight
mau_points: mal contado | spades double
"""
