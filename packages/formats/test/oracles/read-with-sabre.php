<?php
// Prints what sabre/vobject understands of calendars. start-oracle.ts says how they come.

// Version 2.1 is older than PHP 8, and PHP tells it so.
error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(function (int $level, string $message) {
    throw new ErrorException($message, 0, $level);
}, E_ALL & ~E_DEPRECATED);
require_once 'Sabre/VObject/autoload.php';
// PHP does not look at TZ.
date_default_timezone_set(getenv('TZ') ?: 'UTC');

use Sabre\VObject\Property\DateTime as Time;
use Sabre\VObject\Component\VCalendar;
use Sabre\VObject\{Reader, RecurrenceIterator};

function time_of(?Time $property): int|string|null {
    if ($property === null) return null;
    $time = $property->getDateTime();
    return $property->getDateType() === Time::DATE ? $time->format('Y-m-d') : $time->getTimestamp();
}

/** Start and end. An event without end ends as it begins. */
function times_of($event): array {
    $start = time_of($event->DTSTART);
    return [$start, time_of($event->DTEND) ?? $start];
}

function event_of($event, ?array $dates): array {
    [$start, $end] = times_of($event);
    return [
        'uid' => (string)$event->UID,
        'start' => $start,
        'end' => $end,
        'recurrenceId' => time_of($event->{'RECURRENCE-ID'}),
        'title' => (string)$event->SUMMARY,
        'description' => (string)$event->DESCRIPTION,
        'location' => (string)$event->LOCATION,
        'status' => (string)$event->STATUS,
        'categories' => isset($event->CATEGORIES) ? [$event->CATEGORIES->value] : [],
        'dates' => $dates,
    ];
}

/** The dates of a rule that begin before a time, without overrides. */
function dates_of($event, int $until): ?array {
    if (!isset($event->RRULE)) return null;
    $calendar = new VCalendar();
    $calendar->add(clone $event);
    $times = [];
    for ($dates = new RecurrenceIterator($calendar, (string)$event->UID); $dates->valid() && $dates->getDtStart()->getTimestamp() < $until; $dates->next()) {
        $times[] = times_of($dates->getEventObject());
    }
    return $times;
}

while (($head = fgets(STDIN)) !== false) {
    [$length, $until] = array_map('intval', explode(' ', $head));
    $text = stream_get_contents(STDIN, $length);
    $answer = ['errors' => [], 'events' => []];
    try {
        $calendar = Reader::read($text);
        foreach ($calendar->validate() as $problem) $answer['errors'][] = $problem['message'];
        foreach ($calendar->select('VEVENT') as $event) $answer['events'][] = event_of($event, dates_of($event, $until));
    } catch (Throwable $error) {
        $answer['errors'][] = (string)$error;
    }
    echo json_encode($answer, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
}
