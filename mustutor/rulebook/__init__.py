"""The rulebook: an article for each rule, its source, its options, and the words that find it."""

from mustutor.rulebook.book import (
    Article,
    Found,
    Source,
    Term,
    article,
    articles,
    sources,
    spoken,
    terms,
)
from mustutor.rulebook.search import find

__all__ = [
    "Article",
    "Found",
    "Source",
    "Term",
    "article",
    "articles",
    "find",
    "sources",
    "spoken",
    "terms",
]
