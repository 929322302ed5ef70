import { type Calendar, type Event, isCalendarError } from '@kalends/core'
import { invalidInput } from '@kalends/core/internal'
import type { FullcalendarSettings } from '../options/fullcalendar.ts'
import { eventFilters, isSameForReaders, toEventListInput } from '../parameters/event.ts'
import { isInWindow, readWindow, toListFilters, windowParameters } from '../parameters/fullcalendar.ts'
import { listConditions } from '../parameters/list-conditions.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { maxPageCharacters } from '../response/encode-body.ts'
import { createPacedWriter } from '../response/paced-writer.ts'
import { toJsonList } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { EndpointContext, Route } from '../routing/route.ts'
import {
  extendedProperties,
  itemOrganizerProperties,
  itemProperties,
  itemTermProperties,
  itemVenueProperties,
  toItem,
} from '../wire/fullcalendar.ts'
import { createPresenter } from '../wire/presenter.ts'
import { refTo } from '../wire/property.ts'

/** Filters of lists for dates, page size and order. This route sets those itself. */
const replaced = new Set(
  'page per_page start_date end_date from to window starts_before starts_after ends_before ends_after orderby order'.split(' '),
)

const parameters: readonly Parameter[] = [...windowParameters, ...eventFilters.filter(({ name }) => !replaced.has(name))]

/** The route of the events of a window, for calendar components such as FullCalendar. */
export const toFullcalendarRoute = (options: FullcalendarSettings): Route => ({
  path: '/events/fullcalendar',
  parameters: [],
  schemas: {
    FullcalendarItems: ({ itemsSent }) => ({ type: 'array', items: refTo('FullcalendarItem'), description: itemsSent }),
    FullcalendarItem: itemProperties,
    FullcalendarProps: extendedProperties,
    FullcalendarTerm: itemTermProperties,
    FullcalendarVenue: itemVenueProperties,
    FullcalendarOrganizer: itemOrganizerProperties,
  },
  endpoints: [
    {
      methods: ['GET'],
      id: 'listFullcalendarItems',
      text: 'listFullcalendarItems',
      permission: 'public',
      query: parameters,
      fieldsOf: 'event',
      answers: 'FullcalendarItems',
      status: 200,
      isCacheable: isSameForReaders,
      // Refusing a window with too many events takes as much reading as a page of a list.
      isErrorCacheable: (error) => isCalendarError(error, 'invalid_input'),
      run: (call) => listItems(call, options),
    },
  ],
})

/**
 * How many events are converted between two turns of the event loop; this stays within the time for which the event loop may be blocked.
 */
const itemsAtOnce = 200

async function listItems(call: EndpointContext, { maxEvents, colors }: FullcalendarSettings): Promise<Answer> {
  const { settings, language, calendar, query } = call
  const window = readWindow(query, settings, parameters)
  const { start: _start, end: _end, timeZone: _timeZone, ...filters } = query
  const writer = createPacedWriter()
  let events: Event[] = []
  const shapeEvents = async (): Promise<void> => {
    const presenter = await createPresenter(settings, language, events)
    const context = {
      presenter,
      zone: window.zone,
      colors: (event: Event) => colors?.(event),
    }
    for (const event of events) {
      const turn = writer.write(JSON.stringify(toItem(event, context)))
      if (turn !== undefined) await turn
      if (writer.length() > maxPageCharacters)
        throw invalidInput({
          end: { code: 'days_too_large', max: maxPageCharacters },
        })
    }
    events = []
  }
  const conditions = listConditions(call, 'event', parameters)
  const input = { ...toEventListInput({ ...filters, window: 'all' }, settings), ...conditions, ...toListFilters(window) }
  // The list is wider than the window: its next date of a series may be before the window.
  const isItem = query['series'] === 'next' ? firstOfSeries((event) => isInWindow(event, window)) : () => true
  for await (const event of listAll(calendar, input, maxEvents, isItem)) {
    if (isInWindow(event, window)) events.push(event)
    if (events.length === itemsAtOnce) await shapeEvents()
  }
  await shapeEvents()
  return { body: toJsonList(writer.texts) }
}

/** How many events are read before the limit is checked with a query. Few windows have more. */
const eventsBeforeCheck = 200

/** Whether an event meets a condition, and no date of its series before it did. */
function firstOfSeries(isMet: (event: Event) => boolean): (event: Event) => boolean {
  const found = new Set<number>()
  return (event) => {
    const id = event.recurrence?.seriesId
    if (!isMet(event) || (id !== undefined && found.has(id))) return false
    if (id !== undefined) found.add(id)
    return true
  }
}

/**
 * Yields each event of a list once, in one scan by start; other requests get their turn in between.
 * @param isItem whether an event counts
 * @throws invalid_input there are more events than one response may hold
 */
async function* listAll(
  { events }: Calendar,
  filters: object,
  maxEvents: number,
  isItem: (event: Event) => boolean,
): AsyncGenerator<Event, void, undefined> {
  let found = 0
  const tooMany = (): Error => invalidInput({ end: { code: 'too_many_around', max: maxEvents } })
  for await (const event of events.each({ ...filters, series: 'all' }, { by: 'start' })) {
    if (!isItem(event)) continue
    found++
    if (found > maxEvents) throw tooMany()
    // A window that is refused is not read to its end.
    if (found === eventsBeforeCheck && (await events.count(filters, { atMost: maxEvents + 1 })) > maxEvents) throw tooMany()
    yield event
  }
}
