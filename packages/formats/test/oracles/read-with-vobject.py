"""Prints what Python's vobject understands of calendars."""

from datetime import datetime, timezone

import vobject
from documents import answer


def time_of(value):
    """A day, or seconds since 1970."""
    return int(value.timestamp()) if isinstance(value, datetime) else value.isoformat()


def value_of(event, name, otherwise=None):
    return event.contents[name][0].value if name in event.contents else otherwise


def dates_of(event, start, length, until):
    if "rrule" not in event.contents:
        return None
    dates = []
    for date in event.getrruleset(addRDate=True):
        # It counts in wall times, and gives the day of an all-day event as a time.
        begin = date if isinstance(start, datetime) else date.date()
        if date.replace(tzinfo=date.tzinfo or timezone.utc).timestamp() >= until:
            break
        dates.append([time_of(begin), time_of(begin + length)])
    return dates


def event_of(event, until):
    start = value_of(event, "dtstart")
    end = value_of(event, "dtend", start)
    recurrence_id = value_of(event, "recurrence-id")
    return {
        "uid": value_of(event, "uid"),
        "start": time_of(start),
        "end": time_of(end),
        "recurrenceId": None if recurrence_id is None else time_of(recurrence_id),
        "title": value_of(event, "summary", ""),
        "description": value_of(event, "description", ""),
        "location": value_of(event, "location", ""),
        "status": value_of(event, "status", ""),
        "categories": value_of(event, "categories", []),
        "dates": dates_of(event, start, end - start, until),
    }


def read(text, until):
    # It would take the zones of the document before.
    vars(vobject.icalendar)["__tzidMap"].clear()
    calendar = vobject.readOne(text)
    calendar.validate(raiseException=True)
    return {"errors": [], "events": [event_of(event, until) for event in calendar.contents.get("vevent", [])]}


answer(read)
