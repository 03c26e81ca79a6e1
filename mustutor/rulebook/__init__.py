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

__all__ = [
    "Article",
    "Found",
    "Source",
    "Term",
    "article",
    "articles",
    "sources",
    "spoken",
    "terms",
]
