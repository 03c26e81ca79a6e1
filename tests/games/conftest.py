"""What the tests of games need: one game more than the house has."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mustutor.base import register
from mustutor.model.variant import load_variant

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def rojo(monkeypatch):
    """The house with one game more."""
    monkeypatch.syspath_prepend(str(HERE))
    register.register("rojo", "rojo")
    yield load_variant("rojo")
    register.unregister("rojo")
    sys.modules.pop("rojo", None)
