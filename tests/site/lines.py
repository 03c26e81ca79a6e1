"""Command lines that must say the same wherever they are run: every kind of answer and fault."""

from __future__ import annotations

from pathlib import Path

from mustutor.replay.files import packaged

ASKED = (
    "hand RRCA",
    "hand 7o 7e 7b So --json",
    "hand RRCA --variant guipuzcoa_4",
    "hand X",
    "compare grande RRC4 RRSA",
    'compare pares "R R C 4" "R R S A" --json',
    "odds RRCA --seats A,B",
    "rule MUS-DEJE-3",
    "rule irregularities",
    "rule irregularities misdeal",
    "rule partner talks",
    "rule nothing of the kind",
    "settle refusers_cards_win --why-not A1 grande",
    "settle ordago_refused --diff fournier madrid",
    "settle punto --json",
    "settle punto --html -",
    "settle nobody_knows_it",
    "replay show worked_example_1",
    "replay seal punto",
    "replay export punto --text",
    "replay list",
    "replay simulate --seed 7 --matches 1 --hands 2",
    "drill juego.order --seed 7 --number 3 --transcript",
    "drill --list",
    "puzzle cut --seed 3 --number 2 --transcript",
    "puzzle --seed 3 --number 3 --json",
    "learn grande --transcript",
    "lesson list",
    "languages",
    "variant list",
    "variant show madrid",
    "variant diff fournier madrid",
    "variant check nowhere.yaml",
    "schema replay",
    "progress",
    "tour",
    "--version",
    "--help",
    "settle --help",
    "setle punto",
)
"""As they are typed; what goes in at the input stands in `TYPED`."""

QUARREL = ("fournier", "A1", "grande", "", "A1 envido 4, B1 no quiero, B2 no quiero", "A1", "A 1")
QUARREL += ("", "")
RECORD = '{"format":"mustutor-replay-1","variant":{"id":"madrid"},"seats":["A"],"hands":[]}'
TYPED = (
    ("judge", "".join(f"{line}\n" for line in QUARREL)),
    ("judge", "fournier\n"),
    ("drill juego.order --seed 7 --number 2", "A\n"),
    ("settle -", RECORD),
    ("settle -", "[" * 20_000),
    ("settle -", '{"a":1e400}'),
    ("replay verify -", "not a record"),
    ("replay verify -", packaged()["whole_game"].read_text("utf-8")),
    ("hand R R C A --lang es", ""),
)
"""A command line, and what is typed at it."""

RECORDS = tuple(f"settle {name}" for name in packaged())
"""Every record that comes along, settled."""
EVERY = tuple((line, "") for line in (*ASKED, *RECORDS)) + TYPED

EXAMPLE = Path(__file__).with_name("example.mus").read_text("utf-8")

REST = (
    ("archive export nowhere.jsonl -o rows.parquet", ""),
    ("config", ""),
    ("config set variant madrid", ""),
    ("config show", ""),
    ("config unset variant", ""),
    ("lesson check nowhere.yaml", ""),
    ("lesson new mine", ""),
    ("play --no-input --seed 1 --hands 1 --matches 1 --bots easy --json", ""),
    ("play --bots easy --seed 3", "paso\n"),
    ("progress doctor", ""),
    ("progress export mine.json", ""),
    ("progress import nowhere.json", ""),
    ("progress reset grande", ""),
    ("replay analyse ordago_accepted --seed 1 --playouts 50", ""),
    ("replay commit nowhere.json", ""),
    ("replay deal", ""),
    ("replay export ordago_accepted --link", ""),
    ("replay export punto --html", ""),
    ("replay export punto --svg --at 1.grande.1", ""),
    ("replay import -", EXAMPLE),
    ("replay key new mine", ""),
    ("replay merge nowhere.json", ""),
    ("replay play ordago_accepted", "\n\nq\n"),
    ("replay record", "fournier\n"),
    ("replay redact ordago_accepted", ""),
    ("replay reveal nowhere.json", ""),
    ("review", ""),
    ("settle -", EXAMPLE),
    ("variant new mine", ""),
)
"""All other commands, each as far as it comes in an empty folder."""

ELSEWHERE = {
    "archive query": ("faults tables", "it asks DuckDB, which is compiled"),
    "replay key show": ("mine", "signatures need the library cryptography, which is compiled"),
    "replay sign": ("punto --key mine", "it needs the library cryptography as well"),
    "replay verify --jobs": ("2 punto", "a browser starts no processes"),
    "site": ("pages", "pages that a page wrote would hold what that page holds, and no Python"),
}
"""What a browser cannot do as a machine does it: how it is typed, and why."""

_TESTS = Path(__file__).resolve().parents[1]
_SHEETS = sorted([*_TESTS.glob("sheet/cases/*.mus"), *_TESTS.glob("replay/*/*.mus")])
_HANDS = sorted(_TESTS.glob("conformance/*.jsonl"))
SHEETS = tuple(("settle -", path.read_text("utf-8")) for path in _SHEETS)
"""Sheets of quarrels, of what was only partly written down, and of what went against the rules."""
CONFORMANCE = tuple(("replay verify -", path.read_text("utf-8")) for path in _HANDS)
"""The hands that are the standard of every other program that settles."""
