"""Prints what Python's icalendar understands of calendars."""

from datetime import datetime

import icalendar
from documents import answer


def time_of(value):
    """A day, or seconds since 1970."""
    return int(value.timestamp()) if isinstance(value, datetime) else value.isoformat()


def event_of(event):
    start = event.decoded("dtstart")
    end = event.decoded("dtend", start)
    categories = event.get("categories", [])
    return {
        "uid": str(event["uid"]),
        "start": time_of(start),
        "end": time_of(end),
        "recurrenceId": time_of(event.decoded("recurrence-id")) if "recurrence-id" in event else None,
        **{name: str(event.get(property, "")) for name, property in TEXTS.items()},
        "categories": [str(category) for category in getattr(categories, "cats", [])],
        "dates": None,
    }


TEXTS = {"title": "summary", "description": "description", "location": "location", "status": "status"}


def read(text, _until):
    # It would take the zones of the document before.
    icalendar.cal._timezone_cache.clear()
    calendar = icalendar.Calendar.from_ical(text)
    errors = [str(error) for component in calendar.walk() for error in component.errors]
    return {"errors": errors, "events": [event_of(event) for event in calendar.walk("VEVENT")]}


answer(read)
