"""A run of pytest in which there is no orjson: ``pytest -p tests.without_orjson …``."""

import sys

sys.modules["orjson"] = None  # type: ignore[assignment]
