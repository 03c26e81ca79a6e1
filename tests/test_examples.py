"""What stands in `examples/` runs as it stands, and does what it says."""

from __future__ import annotations

import ast
import doctest
import json
import re
import runpy
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import pytest

import mustutor
from mustutor.cli.main import main
from mustutor.games import seat_view
from mustutor.replay import dumps

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PAGE = (EXAMPLES / "README.md").read_text("utf-8")
LONGEST = 120


def _example(name: str) -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / name)))


PROGRAMS = [*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")]
PUBLIC = {"mustutor", "mustutor.replay", "mustutor.gym"}
IN_THE_PAGE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def _code(path: Path) -> Iterator[str]:
    """The Python of a program, of each cell of a notebook, or of each example of the page."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        yield text
    elif path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        yield from ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    else:
        for block in IN_THE_PAGE.findall(text):
            typed = doctest.DocTestParser().get_examples(block)
            yield "".join(example.source for example in typed) if ">>>" in block else block


@pytest.mark.parametrize("path", [*PROGRAMS, EXAMPLES / "README.md"], ids=str)
def test_an_example_imports_of_mustutor_what_is_public_and_nothing_else(path):
    trees = [ast.parse(code) for code in _code(path)]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    wholes = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    taken = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    of_ours = [node for node in taken if str(node.module).partition(".")[0] == "mustutor"]
    assert of_ours
    assert {str(node.module) for node in of_ours} <= PUBLIC
    assert {name for name in wholes if name.partition(".")[0] == "mustutor"} <= PUBLIC
    names = {name.name for node in of_ours for name in node.names if node.module == "mustutor"}
    assert names <= {*mustutor.__all__, "replay", "gym"}
    assert not any(node.level for node in taken)


@pytest.mark.parametrize("path", PROGRAMS, ids=str)
def test_every_example_is_short_and_the_page_leads_to_it(path):
    assert f"({path.name})" in PAGE
    lines = path.read_text("utf-8").splitlines()
    if path.suffix == ".ipynb":
        lines = [line for cell in json.loads("\n".join(lines))["cells"] for line in cell["source"]]
    assert len(lines) <= LONGEST


# --- the notebook --------------------------------------------------------------------------


def test_the_notebook_runs_cell_by_cell_and_every_value_shows_itself():
    book = json.loads((EXAMPLES / "a_hand.ipynb").read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])
    names, values = {}, []
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            values.append(_run("".join(cell["source"]), names))
    assert all(value is not None for value in values)
    shown = [type(value).__name__ for value in values if hasattr(value, "_repr_html_")]
    assert shown == ["SeatView", "Replay", "Verdict", "Settlement", "Explained"]
    assert all(value._repr_html_() for value in values if hasattr(value, "_repr_html_"))


def _run(source: str, names: dict[str, object]) -> object:
    """Run a cell; gives the value of its last line, as a notebook shows it."""
    cell = ast.parse(source)
    last = cell.body.pop()
    assert isinstance(last, ast.Expr)
    exec(compile(cell, "cell", "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307


# --- the chat bot --------------------------------------------------------------------------


def test_the_bot_says_in_its_docstring_what_it_replies():
    module = doctest.DocTestParser().get_doctest(
        ast.get_docstring(ast.parse((EXAMPLES / "who_wins.py").read_text("utf-8"))),
        vars(_example("who_wins.py")),
        "who_wins",
        None,
        0,
    )
    assert doctest.DocTestRunner().run(module).failed == 0


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("juego: RRRA / 7 7 7 S", "JUEGO: A wins, because the hands are equal"),
        ("big, rey rey rey as vs R R R R", "GRANDE: B wins."),
        ("pares 4 5 6 7 / R 5 6 S", "PARES: nobody has it."),
        ("punto RRRA / RR7A", "PUNTO: B wins."),
        ("hello", "hello is not a card. Write a lance"),
        ("", "Write a lance and hands"),
        ("grande RRCA / \x1b[31m", "is not a card"),
        ("grande " + "RRCA / " * 1000, "Write a lance and hands"),
    ],
)
def test_the_bot_replies_to_whatever_is_written(asked, said):
    reply = _example("who_wins.py").reply(asked)
    assert said in reply
    assert "\x1b" not in reply


def test_the_bot_tells_every_lance_where_none_is_named():
    lines = _example("who_wins.py").reply("RRCA / 7 7 7 S", lang="es").splitlines()
    assert [line.split(":")[0] for line in lines] == ["GRANDE", "CHICA", "PARES", "JUEGO"]
    assert lines[2] == "PARES: gana B."


# --- the web service -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def ask():
    served = _example("web_service.py").serving()
    assert served.server_address[0] == "127.0.0.1"
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()

    def asked(method, path, body=None, headers=None):
        connection = HTTPConnection("127.0.0.1", served.server_address[1], timeout=20)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        found = json.loads(answer.read())
        connection.close()
        return answer.status, found

    yield asked
    served.shutdown()
    thread.join()
    served.server_close()


def test_the_service_compares_classifies_and_settles(ask):
    assert ask("GET", "/compare?lance=grande&hand=RRCA&hand=RR7A&variant=madrid") == (
        200,
        {"winner": 0, "order": [0, 1], "tie": False},
    )
    assert ask("GET", "/hand?cards=RRRA")[1]["points"] == 31
    record = mustutor.load_replay("punto")
    status, found = ask("POST", "/settle", dumps(record).encode())
    assert status == 200
    assert found["after"] == mustutor.settle(record).after


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/", None, 404),
        ("POST", "/hand", b"", 405),
        ("GET", "/hand?cards=RRX", None, 400),
        ("GET", "/compare?lance=grande&hand=RRCA", None, 400),
        ("GET", "/compare?lance=nothing&hand=RRCA&hand=RRRA", None, 400),
        ("GET", "/compare?hand=RRCA&hand=RRRA&variant=/etc/passwd", None, 400),
        ("GET", "/hand?cards=RRRA&variant=mau_mau", None, 400),
        ("GET", "/compare?hand=RRCA&hand=RRRA&variant=enfle", None, 400),
        ("GET", "/compare?lance=%00&hand=RRCA&hand=RRRA", None, 400),
        ("GET", "/hand?cards=" + "R" * 5000, None, 414),
        ("POST", "/settle", b"punto", 400),
        ("POST", "/settle", b"{", 400),
        ("POST", "/settle", b'{"format":"mus-replay/1","variant":{"id":"/etc/passwd"}}', 400),
        ("POST", "/settle", b'"\xff\xfe', 400),
    ],
)
def test_what_the_service_cannot_answer_is_a_sentence_in_json(ask, method, path, body, status):
    found = ask(method, path, body)
    assert found[0] == status
    assert list(found[1]) == ["error"]
    assert found[1]["error"]


@pytest.mark.parametrize(
    ("length", "status"),
    [("1000001", 413), ("9" * 5_000, 413), ("-1", 411), ("1e3", 411), ("\u0663", 411), ("", 411)],
)
def test_the_service_does_not_read_more_than_it_takes(ask, length, status):
    found = ask("POST", "/settle", b"{}", {"Content-Length": length.encode()})
    assert found[0] == status
    assert found[1]["error"]


def test_who_does_not_send_the_record_he_announced_is_told_so():
    class Slow:
        def read(self, _: int) -> bytes:
            raise TimeoutError

    begun = []
    asked = {"REQUEST_METHOD": "POST", "PATH_INFO": "/settle", "CONTENT_LENGTH": "9"}
    service = _example("web_service.py").service
    (body,) = service({**asked, "wsgi.input": Slow()}, lambda *told: begun.append(told))
    assert begun[0][0] == "408 Request Timeout"
    assert json.loads(body)["error"]


# --- the agent -----------------------------------------------------------------------------


def test_the_agent_plays_in_a_loop_and_no_call_of_its_is_refused(monkeypatch):
    agent = _example("agent.py")
    refused = []
    monkeypatch.setattr(agent.Counter, "refused", lambda *given: refused.append(given))
    assert set(agent.played(hands=4, seed=2)) == {"A", "B"}
    assert refused == []


@pytest.mark.parametrize("variant", ["madrid", "encaje"])
def test_the_agent_sits_down_at_the_table_of_the_house(variant, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    seat = {"madrid": "B1", "encaje": "A"}[variant]
    words = ["play", "--no-input", "--json", "--variant", variant, "--hands", "2", "--seed", "4"]
    assert main([*words, "--seat", f"{seat}=agent:Counter", "--bots", "easy"]) == 0
    record = mustutor.load_replay(capsys.readouterr().out.strip())
    assert mustutor.verify(record).ok
    assert not record.notes
    assert seat_view.view(mustutor.settle(record).hands[0].end, seat).seat == seat
