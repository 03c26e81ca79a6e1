"""What a device keeps: judged records, the quarrel under way, settings, progress.

A file a record, whose name says when it was last asked for; the oldest make room. What is handed
out, a file or a link, lies in `handed` until the page takes it.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from mustutor.base.errors import MustutorError, ProgressError, Unreadable
from mustutor.base.files import read_at_most
from mustutor.base.json_text import digest, small
from mustutor.base.language import Language, mark
from mustutor.cli import config
from mustutor.cli.output_files import write
from mustutor.cli.settings import settings_in
from mustutor.cli.site.running import CONFIG, PROGRESS
from mustutor.games.rulebook import in_language
from mustutor.present.desk_pages import KeptRecord
from mustutor.replay.files import load_replay
from mustutor.replay.format import Replay, rules_of
from mustutor.replay.names import in_one_line
from mustutor.replay.reader import LARGEST_MATCH, loads
from mustutor.replay.writer import dumps
from mustutor.tutor.progress_file import (
    LARGEST,
    ProgressStore,
    contents_of,
    contents_read,
    written,
)

MOST_KEPT = 50
RECORDS, QUARREL, NAMES = "records", "quarrel.json", "names"
LETTERS: Final = 12
"""Of the digest of a record, in the name of its file."""


class DeviceShelf:
    """The records, settings and progress in a `folder`; `address` is that of the page."""

    def __init__(self, folder: Path, language: Language) -> None:
        self.folder = folder
        self.language = language
        self.address = ""
        self.handed: dict[str, str] = {}

    # --- records -------------------------------------------------------------------------

    def keep(self, replay: Replay) -> str:
        """Keep a record as the one that was asked for last; returns its name."""
        text = dumps(replay)
        about = digest(text)[:LETTERS]
        folder = self.folder / RECORDS
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"*-{about}.json"):
            old.unlink()
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        name = f"{now}-{about}.json"
        write(text, folder / name, force=True)
        for old in sorted(folder.iterdir(), reverse=True)[MOST_KEPT:]:
            old.unlink()
        return name

    def names(self) -> list[str]:
        """The names of what is kept, the last asked for first."""
        folder = self.folder / RECORDS
        found = sorted(folder.glob("*.json"), reverse=True) if folder.is_dir() else []
        return [path.name for path in found]

    def record(self, name: str) -> Replay:
        """A record that is kept, or that comes along, by its name."""
        if name in self.names():
            return loads(read_at_most(self.folder / RECORDS / name, LARGEST_MATCH))
        return load_replay(name)

    def remove(self, name: str) -> None:
        """Keep a record no longer."""
        (self.folder / RECORDS / name).unlink(missing_ok=True)

    def records(self) -> list[KeptRecord]:
        """What is kept, each with what it is called; what cannot be read is left out."""
        told = []
        for name in self.names():
            try:
                replay = self.record(name)
                rules = in_language(rules_of(replay)[0].name, self.language.code)
            except MustutorError:
                continue
            about, players = replay.about, replay.about.get("players", {})
            called = [one["name"] if isinstance(one, dict) else one for one in players.values()]
            claim = next(iter(replay.claims or ()), {})
            facts = [about.get("date", ""), about.get("event", ""), ", ".join(called), rules]
            facts += [claim.get("by", ""), claim.get("text", claim.get("about", ""))]
            words = " · ".join([in_one_line(one, self.language.code) for one in facts if one])
            told.append(KeptRecord(name, words))
        return told

    # --- the quarrel under way -----------------------------------------------------------

    @property
    def answers(self) -> list[str]:
        """The answers of the quarrel under way, as they were given."""
        try:
            found = small(read_at_most(self.folder / QUARREL, LARGEST_MATCH))
        except (OSError, Unreadable):
            return []
        return [str(one) for one in found] if isinstance(found, list) else []

    def keep_answers(self, answers: list[str]) -> None:
        """Keep them, so that the quarrel goes on where it was when the page is opened again."""
        write(json.dumps(answers), self.folder / QUARREL, force=True)

    # --- settings ------------------------------------------------------------------------

    @property
    def players(self) -> str:
        """Who sits where, as it was set."""
        return settings_in(self.folder / CONFIG).get(NAMES, "")

    def set_players(self, names: str) -> None:
        """Set who sits where; nothing takes it back. Raises NotationError."""
        told = {key: value for key, value in self._settings().items() if key != NAMES}
        if names.strip():
            told[NAMES] = config.checked(NAMES, names)
        config.keep(self.folder / CONFIG, told)

    def _settings(self) -> dict[str, str]:
        return dict(settings_in(self.folder / CONFIG))

    # --- all of it in a file -------------------------------------------------------------

    def export(self) -> None:
        """Hand out all of it: a file of progress, with records and settings beside the events."""
        contents = contents_of(self.folder / PROGRESS)
        records = [self.record(name).as_json() for name in reversed(self.names())]
        more = {**contents.more, "records": records, "settings": self._settings()}
        self.hand("mustutor-progress.json", written(contents._replace(more=more)))

    def take_in(self, text: str) -> str:
        """Add what such a file holds to what is here, and say how much of it was new.

        Raises ProgressError for another file; nothing of it is then taken.
        """
        if len(text) > LARGEST:
            raise ProgressError(mark("It is too large to be read."))
        found = contents_read(text.encode())
        records = found.more.get("records", [])
        told: Any = found.more.get("settings", {})
        replays = [loads(json.dumps(one)) for one in records] if isinstance(records, list) else []
        number = ProgressStore(self.folder / PROGRESS).merge(found.events)
        for replay in replays[-MOST_KEPT:]:
            self.keep(replay)
        if isinstance(told, dict) and isinstance(names := told.get(NAMES), str):
            self.set_players(names)
        say = self.language.say
        return say(
            "Taken in: answers and steps {number}, records {records}.",
            number=number,
            records=len(replays),
        )

    # --- handing out ---------------------------------------------------------------------

    def hand(self, name: str, text: str) -> None:
        """Hand a file to the page."""
        self.handed = {"name": name, "text": text}

    def share(self, link: str) -> None:
        """Hand a link to the page."""
        self.handed = {"link": link}
