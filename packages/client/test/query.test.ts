import { isCalendarError } from '@kalends/core'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import {
  calendarKey,
  createEventMutation,
  type EventRemoval,
  eventQuery,
  eventsQuery,
  removeEventMutation,
  updateEventMutation,
} from '../src/query.ts'
import { clientOver, type Fields, serveCalendar } from './open-client.ts'

const evening = { title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }

/** A machine can be busy. */
const patient = { timeout: 20_000 }

function open() {
  const { handler, calendar } = serveCalendar()
  const requests: Request[] = []
  const client = clientOver(async (request) => {
    requests.push(request)
    return handler(request)
  })
  return { client, calendar, requests, queries: new QueryClient() }
}

describe('queries', () => {
  test('read a list once while it is fresh, and one event by its slug', async () => {
    const { client, calendar, requests, queries } = open()
    await calendar.events.create({ ...evening, fields: { level: 'pro' } })
    const query = eventsQuery<Fields>(client, { fields: { level: 'pro' } })
    const { items } = await queries.fetchQuery(query)
    expect(items.map(({ title, fields }) => [title, fields.level])).toEqual([['Choir', 'pro']])
    expect(await queries.fetchQuery(eventsQuery<Fields>(client, { fields: { level: 'pro' } }))).toBe(queries.getQueryData(query.queryKey))
    expect(await queries.fetchQuery(eventQuery<Fields>(client, 'choir'))).toMatchObject({ id: items[0]?.id })
    expect(requests).toHaveLength(2)
  })

  test('have a key for each set of filters, and for each scope', () => {
    const { client } = open()
    const keys = [
      eventsQuery<Fields>(client),
      eventsQuery<Fields>(client, { search: 'choir' }),
      eventsQuery<Fields>(client, { startsAfter: new Date('2026-05-01') }),
      eventsQuery<Fields>(client, {}, { scope: 'editor' }),
      eventQuery<Fields>(client, 1),
      eventQuery<Fields>(client, '1'),
    ].map(({ queryKey }) => JSON.stringify(queryKey))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are aborted with their last observer', async () => {
    const { queries } = open()
    const requests: Request[] = []
    const client = clientOver((request) => {
      requests.push(request)
      return new Promise(() => undefined)
    })
    const stop = new QueryObserver(queries, { ...eventsQuery<Fields>(client), gcTime: 0 }).subscribe(() => undefined)
    await expect.poll(() => requests.length, patient).toBe(1)
    stop()
    await expect.poll(() => requests[0]?.signal.aborted, patient).toBe(true)
  })

  test('fail at once where another attempt cannot help', async () => {
    const { client, requests, queries } = open()
    const failed = await queries.fetchQuery(eventQuery<Fields>(client, 'nothing')).catch((error: unknown) => error)
    expect(isCalendarError(failed, 'not_found')).toBe(true)
    expect(requests).toHaveLength(1)
  })

  test('take a calendar in process', async () => {
    const { calendar, queries } = open()
    await calendar.events.create(evening)
    expect((await queries.fetchQuery(eventsQuery<Fields>(calendar))).total).toBe(1)
  })
})

describe('mutations', () => {
  /** The titles of a list that is shown, and a query of the host's own. */
  async function show({ client, queries }: ReturnType<typeof open>, scope?: string) {
    const observer = new QueryObserver(queries, eventsQuery<Fields>(client, {}, { scope }))
    let reads = 0
    const venues = new QueryObserver(queries, { queryKey: [...calendarKey({ scope }), 'venues'], queryFn: async () => ++reads })
    const stops = [observer.subscribe(() => undefined), venues.subscribe(() => undefined)]
    await expect.poll(() => observer.getCurrentResult().isSuccess && reads, patient).toBe(1)
    const read = () => [observer.getCurrentResult().data?.items.map(({ title }) => title), reads]
    const stop = (): void => {
      for (const each of stops) each()
    }
    return { read, stop }
  }

  test('create, update and remove, and what is shown follows', async () => {
    const opened = open()
    const { client, queries, calendar } = opened
    const { read, stop } = await show(opened)
    const event = await new MutationObserver(queries, createEventMutation<Fields>(client)).mutate(evening)
    expect(read()).toEqual([['Choir'], 2])
    const update = new MutationObserver(queries, updateEventMutation<Fields>(client))
    await update.mutate({ ref: event.id, input: { title: 'Jazz' }, version: event.version })
    expect(read()).toEqual([['Jazz'], 3])
    const stale = await update.mutate({ ref: event.id, input: { title: 'Tango' }, version: event.version }).catch((error: unknown) => error)
    expect(isCalendarError(stale, 'version_conflict')).toBe(true)
    const remove = new MutationObserver(queries, removeEventMutation<Fields>(client))
    await remove.mutate({ ref: event.id })
    expect(read()).toEqual([[], 4])
    const trashed = await calendar.events.get(event.id).catch((error: unknown) => error)
    expect(isCalendarError(trashed, 'in_trash')).toBe(true)
    stop()
  })

  test('change a whole series, and delete for ever', async () => {
    const { client, queries, calendar } = open()
    const created = await new MutationObserver(queries, createEventMutation<Fields>(client)).mutate({
      ...evening,
      recurrence: 'FREQ=DAILY;COUNT=3',
    })
    const [second] = (await calendar.events.list({ seriesIds: [created.id] })).items.slice(1)
    const ref = second?.id ?? 0
    await new MutationObserver(queries, updateEventMutation<Fields>(client)).mutate({ ref, input: { title: 'Jazz' }, scope: 'all' })
    expect((await calendar.events.list()).items.map(({ title }) => title)).toEqual(['Jazz', 'Jazz', 'Jazz'])
    const removal: EventRemoval = { ref, scope: 'all', forever: true }
    await new MutationObserver(queries, removeEventMutation<Fields>(client)).mutate(removal)
    expect((await calendar.events.list()).total).toBe(0)
    expect(await calendar.events.find(created.id)).toBeNull()
  })

  test('leave queries of another scope alone, and name the keys that they invalidate', async () => {
    const opened = open()
    const { read, stop } = await show(opened, 'visitor')
    const mutation = createEventMutation<Fields>(opened.client, { scope: 'editor' })
    await new MutationObserver(opened.queries, mutation).mutate(evening)
    expect(read()).toEqual([[], 1])
    expect(mutation.meta.invalidates).toEqual([calendarKey({ scope: 'editor' })])
    // An earlier TanStack Query gives no client.
    await mutation.onSuccess(await opened.calendar.events.get(1), evening, undefined)
    stop()
  })
})
