// Descriptions of what extensions add to the interface, in English. An extension brings its own, so that others cost a bundle nothing.

/** Those of `fullcalendar()`. */
export const enFullcalendar = {
  listFullcalendarItems: 'List the events of a window for a calendar component, such as FullCalendar',
  windowStart: 'The first moment of the window: a date, or a time with or without an offset',
  windowEnd: 'The first moment after the window: a date, or a time with or without an offset',
  windowTimeZone: 'The time zone of times without an offset, and of the times sent',
  itemStart: 'When the event starts: a time with its offset, or the first day of an all-day event',
  itemEnd: 'When the event ends: a time with its offset, or the day after the last one of an all-day event',
  itemGroupId: 'The id of the series, if the event repeats',
  itemColor: 'The background color, as in CSS',
  itemTextColor: 'The color of the text, as in CSS',
  itemContrastColor: 'The same as textColor, by its name in FullCalendar 7',
  itemClassName: 'The CSS class event-cancelled, event-postponed or event-moved-online, if the event does not take place as announced',
  itemProps: 'More about the event',
  venuesSent: 'The venues',
  itemsSent: 'The events that overlap the window, by their start',
} as const

/** Those of `changes()`. */
export const enChanges = {
  listChanges: 'Read what has changed since a token',
  changesSince: 'The token of the last response; without it the response has no changes, and the token of now',
  changesKinds: 'The kinds of records to follow; without it all five',
  changesLimit: 'The most writes that one response looks at, from 1 to 1,000',
  changesWait: 'How many seconds the response may wait for a change, from 0 to 30',
  changesSent: 'One change for each record, in the order of their last writes',
  changesToken: 'The token for the next request',
  changesMore: 'Whether more changes can be read at once',
  changeKind: 'The kind of record',
  changeId: 'The id of the record',
  changeGone: 'Whether the record is gone: deleted, not readable any more, or outside of the filter',
  changeRecord: 'The current record; absent if it is gone',
} as const

/** Those of `counts()`. */
export const enCounts = {
  countEvents: 'Count events by day, month, category, tag, venue or organizer',
  countsBy: 'One or two of: day, month, category, tag, venue, organizer',
  countsSent: 'The counts, ascending by key',
  countDay: 'The day on which the events start, by their own wall clock',
  countMonth: 'The month in which the events start, by their own wall clock',
  countNumber: 'The number of events',
} as const

/** Those of `explain()`. */
export const enExplain = {
  explainEvent: 'Explain why the list of events has an event, or lacks it; for those who may update the event',
  explainAs: 'Whose list is explained: `anonymous` for that of strangers; the default is that of the caller',
  explanationListed: 'Whether one of the pages of the list has the event',
  explanationPage: 'The number of that page; absent after the first 10,000 events of the list',
  explanationReasons: 'Why the list lacks the event; absent if it has it',
  reasonFilter: 'The parameter that refuses the event; `access` for what no parameter changes',
  reasonCode: 'The reason, as one of a closed set',
  reasonMessage: 'The reason, for people',
  reasonValue: 'What the event has',
  reasonWanted: 'What the list asks for; of a search, the words that are missing',
  reasonSuggestion: 'Parameters with which the reason falls away; absent where the parameter only has to be left out',
} as const

/** Those of `freeBusy()`. */
export const enFreeBusy = {
  freeBusy: 'Read when venues are taken',
  freeBusyVenue: 'The ids of the venues',
  freeBusyStart: 'The first moment; a date alone is its first moment',
  freeBusyEnd: 'The last moment, at most 366 days later; a date alone is that whole day',
  busySent: 'The times at which the venues are taken, by venue, then start',
  busyVenue: 'The id of the venue',
  busyStart: 'When it begins, in UTC',
  busyEnd: 'When it ends, in UTC',
  busyEvents: 'The ids of the events that the caller may read',
} as const

/** Those of `history()`. */
export const enHistory = {
  readHistory: 'Read who has changed a record, and what each write has changed; for those who may update it',
  revertRecord: 'Give a record the values of an earlier version, by an update',
  historyLimit: 'The most entries of one response, from 1 to 100',
  revertTo: 'The version to go back to',
  historySent: 'The writes, newest first',
  historySeq: 'The number of the write; `next_before` of one response is `before` of the next request, which gets earlier writes',
  historyAt: 'When, in UTC',
  historyActor: 'The id of the user; empty for the application itself',
  historyVerb: 'What the write did',
  historyScope: 'How much of a series the write was for',
  historyChanges:
    'The members that have changed, with their values before and after the write; `cut` where a text is not whole, or where a later write has kept no values, so that `to` may not be the value of this write',
  headerRevertedWithout:
    'Members that link fewer records than at that version, separated by commas, because some are deleted or hidden from the caller',
} as const

/** Those of `idempotency()`. */
export const enIdempotency = {
  headerIdempotencyKey:
    'Creates the record once, however often the request is sent: 1 to 255 visible ASCII characters, new for each record',
  headerIdempotencyReplayed: 'The record was created by an earlier request with this key',
} as const

/** Those of `theEventsCalendar()`. */
export const enTheEventsCalendar = {
  strictDates: 'Whether the times of start_date and end_date count (true) or both mean whole days (false)',
  selection: 'The members of the response, separated by commas',
} as const

/** Those of `preview()`. */
export const enPreview = {
  previewToken: 'A token with which everybody may read the event before it is published; one that shows nothing here is ignored',
} as const
