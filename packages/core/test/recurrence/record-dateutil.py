"""Records what python-dateutil 2.9.0 makes of 20,000 random rules: python3 record-dateutil.py > dateutil.txt.gz

A line has the start, the rule, the number of occurrences (at most 300, until 2200), the CRC-32 of their days counted from 1970-01-01, and
the distances of the first ones in days: the first distance is the one from the start. The seed is fixed, so every run writes the same lines.
"""

import datetime
import gzip
import random
import sys
import zlib

from dateutil.rrule import rrulestr

RULES = 20_000
MOST = 300
SHOWN = 8
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
EPOCH = datetime.date(1970, 1, 1).toordinal()

# dateutil reads the last year of its searches from here.
datetime.MAXYEAR = 2200

chance = random.Random(5545)


def one_in(number):
    return chance.randrange(number) == 0


def some(values, most):
    return chance.sample(values, chance.randint(1, min(most, len(values))))


def signed(most):
    return [*range(-most, 0), *range(1, most + 1)]


def text_of(values):
    return ",".join(str(value) for value in values)


def weekdays(numbers):
    names = some(WEEKDAYS, chance.choice([1, 1, 2, 3, 5, 7]))
    return text_of(f"{chance.choice(numbers)}{name}" if numbers else name for name in names)


def random_start():
    first = datetime.datetime(1900, 1, 1) if one_in(10) else datetime.datetime(1970, 1, 1)
    days = chance.randrange(365 * (280 if one_in(10) else 80))
    time = chance.choice([(0, 0, 0), (9, 0, 0), (19, 30, 0), (23, 59, 59)])
    return first + datetime.timedelta(days=days, hours=time[0], minutes=time[1], seconds=time[2])


def day_parts(freq, parts):
    if freq == "WEEKLY":
        if not one_in(6):
            parts["BYDAY"] = weekdays(None)
        return
    if freq == "YEARLY" and one_in(5):
        parts["BYWEEKNO"] = text_of(some(signed(53), 3) if one_in(2) else some([1, 2, 52, 53, -1, -2, -53, -52, 20], 4))
        if not one_in(5):
            parts["BYDAY"] = weekdays(None)
        return
    if freq == "YEARLY" and one_in(5):
        parts["BYYEARDAY"] = text_of(some(signed(366), 6) if one_in(2) else some([1, 59, 60, 61, 365, 366, -1, -365, -366, -306], 5))
    wants_month_day = one_in(3) and (freq != "YEARLY" or "BYMONTH" in parts)
    if wants_month_day:
        parts["BYMONTHDAY"] = text_of(some(signed(31), 5) if one_in(2) else some([1, 13, 28, 29, 30, 31, -1, -2, -31], 4))
    if one_in(4) or (not wants_month_day and one_in(2)):
        in_month = [*range(-5, 0), *range(1, 6)]
        in_year = signed(53) if freq == "YEARLY" and "BYMONTH" not in parts else in_month
        is_numbered = freq != "DAILY" and chance.randrange(5) > 1
        numbers = chance.choice([in_month, in_year, ["", *in_month]]) if is_numbered else None
        parts["BYDAY"] = weekdays(numbers)


def random_rule(start):
    freq = chance.choice(["DAILY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY", "YEARLY"])
    parts = {}
    if one_in(4) or (freq == "YEARLY" and one_in(2)):
        parts["BYMONTH"] = text_of(some(range(1, 13), 4))
    day_parts(freq, parts)
    if "BYWEEKNO" not in parts:
        if one_in(2):
            parts["INTERVAL"] = chance.choice([2, 2, 2, 3, 4, 5, 6, 7, 12, 18, chance.randint(1, 60)])
        if freq in ("MONTHLY", "YEARLY") and parts and list(parts) != ["INTERVAL"] and one_in(3):
            parts["BYSETPOS"] = text_of(some([-3, -2, -1, 1, 2, 3], 3) if one_in(2) else some(signed(chance.choice([10, 366])), 8))
    if one_in(3):
        parts["WKST"] = chance.choice(WEEKDAYS)
    if one_in(6):
        parts["COUNT"] = chance.randint(1, 60)
    elif one_in(6):
        until = start + datetime.timedelta(days=chance.randrange(12_000), seconds=chance.choice([-1, 0, 1]))
        parts["UNTIL"] = until.strftime("%Y%m%dT%H%M%S") if one_in(2) else until.strftime("%Y%m%d")
    names = list(parts)
    chance.shuffle(names)
    return ";".join([f"FREQ={freq}", *(f"{name}={parts[name]}" for name in names)])


def for_dateutil(rule, start):
    """A day as UNTIL includes the whole day, and BYWEEKNO without BYDAY means the weekday of the start: dateutil reads both differently."""
    parts = dict(part.split("=") for part in rule.split(";"))
    if len(parts.get("UNTIL", "")) == 8:
        parts["UNTIL"] += "T235959"
    if "BYWEEKNO" in parts:
        parts.setdefault("BYDAY", WEEKDAYS[start.weekday()])
    return ";".join(f"{name}={value}" for name, value in parts.items())


def record():
    start = random_start()
    rule = random_rule(start)
    days = []
    for occurrence in rrulestr(for_dateutil(rule, start), dtstart=start):
        if len(days) == MOST or occurrence.year > 2200:
            break
        days.append(occurrence.toordinal() - EPOCH)
    digest = zlib.crc32(" ".join(str(day) for day in days).encode())
    before = [start.toordinal() - EPOCH, *days]
    distances = [day - earlier for earlier, day in zip(before, days[:SHOWN])]
    return f"{start.isoformat()} {rule} {len(days)} {digest:08x} {text_of(distances)}"


lines = "".join(f"{record()}\n" for _ in range(RULES))
sys.stdout.buffer.write(gzip.compress(lines.encode(), 9, mtime=0))
