import { type Calendar, type Event, invalidInput, isCalendarError, type Page } from '@kalends/core'
import type { Argument } from '../argument.ts'
import { createPresenter } from '../presenter.ts'
import type { Answer, Call, Route } from '../route.ts'
import { eventFilters } from '../routes/event-arguments.ts'
import { type ItemColors, toItem } from './item.ts'
import { isInWindow, readWindow, toListFilters, windowArguments } from './window.ts'

/** What is a feed's own. */
export interface FeedSettings {
  /** How many events one answer can hold. */
  readonly maxEvents: number
  /** The colors of events. */
  readonly colors: ((event: Event) => ItemColors | undefined) | undefined
}

/** Filters of lists that say which dates, how many and in which order, as a feed does by itself. */
const replaced = new Set('page per_page start_date end_date starts_before starts_after ends_before ends_after orderby order'.split(' '))

const feedArguments: readonly Argument[] = [...windowArguments, ...eventFilters.filter(({ name }) => !replaced.has(name))]

/** The route of a feed. */
export const defineFeed = (feed: FeedSettings): Route => ({
  path: '/feed',
  parameters: [],
  endpoints: [
    {
      methods: ['GET'],
      id: 'readFeed',
      text: 'listEvents',
      permission: 'reads what the caller may see',
      query: feedArguments,
      answers: 'Feed',
      status: 200,
      isKept: () => true,
      run: (call) => answer(call, feed),
    },
  ],
})

async function answer(call: Call, { maxEvents, colors }: FeedSettings): Promise<Answer> {
  const { settings, language } = call
  const window = readWindow(call, feedArguments)
  const { start: _start, end: _end, timeZone: _timeZone, ...filters } = call.query
  const candidates = await listAll(call.calendar, { ...filters, ...toListFilters(window) }, maxEvents)
  const events = candidates.filter((event) => isInWindow(event, window))
  const presenter = await createPresenter(settings, language, events)
  const context = {
    presenter,
    zone: window.zone,
    pageUrl: (event: Event) => settings.links?.('event', event),
    colors: (event: Event) => colors?.(event),
  }
  return { body: events.map((event) => toItem(event, context)) }
}

/** Lists are read as large as the calendar allows; what asks for more gets that. */
const perPage = 1_000

/**
 * All events of a list, each once.
 * @throws invalid_input there are more than a feed may hold
 */
async function listAll({ events }: Calendar, filters: object, maxEvents: number): Promise<readonly Event[]> {
  const found = new Map<number, Event>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { items, total, totalPages } = await listPage(events, { ...filters, page, perPage })
    if (total > maxEvents) {
      throw invalidInput({ end: `must come sooner: around these days are ${total} events, and at most ${maxEvents} are sent` })
    }
    for (const event of items) found.set(event.id, event)
    pages = totalPages
  }
  return [...found.values()]
}

type EventPage = Pick<Page<Event>, 'items' | 'total' | 'totalPages'>

/** A page; what was deleted meanwhile can have taken the last one with it. */
async function listPage(events: { list(input: object): Promise<EventPage> }, input: object): Promise<EventPage> {
  try {
    return await events.list(input)
  } catch (error) {
    if (isCalendarError(error, 'page_out_of_range')) return { items: [], total: 0, totalPages: 0 }
    throw error
  }
}
