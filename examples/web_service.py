"""A web service that settles: who wins, what a hand is worth, what a record comes to.

    python examples/web_service.py 8080

    GET  /compare?lance=grande&hand=RRCA&hand=RR7A&variant=madrid
    GET  /hand?cards=RRCA
    POST /settle          a record, as JSON

It listens on this machine alone and reads so much and no more. Answers are JSON; what is wrong
comes as ``{"error": "a sentence"}`` with its status. `service` is a WSGI application: any server of
WSGI runs it. Variants go by their names, so nobody reads files of yours by asking.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from mustutor import MustutorError, classify, compare, load_replay, load_variant, settle

LARGEST = 1_000_000
"""So many bytes of a record are read."""
LONGEST_QUERY = 1_000
SECONDS = 10
"""So long somebody may take to ask."""
MOST_HANDS = 8


class Refused(Exception):
    """What cannot be answered: the status, and a sentence."""


def service(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer one request."""
    try:
        status, found = "200 OK", _answer(environ)
    except Refused as problem:
        status, found = problem.args[0], {"error": problem.args[1]}
    except MustutorError as problem:
        status, found = "400 Bad Request", {"error": str(problem)}
    body = json.dumps(found, ensure_ascii=True).encode()
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    start_response(status, [*headers, ("X-Content-Type-Options", "nosniff")])
    return [body]


def _answer(environ: dict[str, Any]) -> Any:
    asked = (environ["REQUEST_METHOD"], environ.get("PATH_INFO", ""))
    if asked == ("POST", "/settle"):
        return settle(load_replay(_record(environ))).as_json()
    if asked == ("GET", "/compare"):
        query = _query(environ)
        hands = query.get("hand", [])
        if not 2 <= len(hands) <= MOST_HANDS:
            raise Refused("400 Bad Request", f"Give from 2 to {MOST_HANDS} hands: hand=RRCA")
        found = compare(query.get("lance", ["grande"])[0], hands, _variant(query))
        return {"winner": found.winner, "order": list(found.order), "tie": found.tie}
    if asked == ("GET", "/hand"):
        query = _query(environ)
        row = classify(query.get("cards", [""])[0], _variant(query))
        return {"grande": row.grande_place, "chica": row.chica_place, "points": row.points}
    if asked[1] in ("/settle", "/compare", "/hand"):
        raise Refused("405 Method Not Allowed", f"{asked[1]} is not asked like that.")
    raise Refused("404 Not Found", "There are /compare, /hand and /settle.")


def _query(environ: dict[str, Any]) -> dict[str, list[str]]:
    asked = environ.get("QUERY_STRING", "")
    if len(asked) > LONGEST_QUERY:
        raise Refused("414 URI Too Long", f"A question has at most {LONGEST_QUERY} characters.")
    return parse_qs(asked)


def _variant(query: dict[str, list[str]]) -> Any:
    name = query.get("variant", ["fournier"])[0]
    if not name.replace("_", "").isalnum():  # anything else may be the name of a file
        raise Refused("400 Bad Request", "A variant goes by its name, as in variant=madrid.")
    return load_variant(name)


def _record(environ: dict[str, Any]) -> Any:
    length = environ.get("CONTENT_LENGTH") or ""
    if not (length.isascii() and length.isdecimal()):
        raise Refused("411 Length Required", "Say how long the record is: Content-Length.")
    if len(length) > len(str(LARGEST)) or int(length) > LARGEST:
        raise Refused("413 Content Too Large", f"A record has at most {LARGEST} bytes.")
    try:
        text = environ["wsgi.input"].read(int(length)).decode("utf-8", "replace").strip()
    except OSError:
        raise Refused("408 Request Timeout", "The record did not come in time.") from None
    if not text.startswith("{"):  # anything else would be taken for the name of a file
        raise Refused("400 Bad Request", "A record is a JSON object.")
    return text


class Quiet(WSGIRequestHandler):
    """Waits so long and no longer, and writes no line for each request."""

    timeout = SECONDS

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def serving(port: int = 0) -> WSGIServer:
    """The server on this machine, at a port (a free one for 0); `serve_forever` runs it."""
    return make_server("127.0.0.1", port, service, handler_class=Quiet)


if __name__ == "__main__":
    serving(int(sys.argv[1]) if len(sys.argv) > 1 else 8080).serve_forever()
