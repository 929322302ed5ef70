"""Prints what Python's feedparser understands of RSS and Atom."""

from calendar import timegm

import feedparser
from documents import answer


def entry_of(entry):
    return {
        "title": entry.title,
        "link": entry.link,
        "id": entry.id,
        "html": entry.summary,
        "published": timegm(entry.published_parsed),
        "categories": [tag.term for tag in entry.get("tags", [])],
    }


def read(text, _until):
    feed = feedparser.parse(text)
    errors = [str(feed.bozo_exception)] if feed.bozo else []
    return {"errors": errors, "version": feed.version, "title": feed.feed.title, "entries": list(map(entry_of, feed.entries))}


answer(read)
