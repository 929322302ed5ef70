import { type ChangeItem, publicReadOnly } from '@kalends/core'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type CopyChange, type CopyStore, changesOf, createCopy } from '../src/copy.ts'
import { createClient, isCalendarError } from '../src/index.ts'
import { type Fault, faultyFetch } from './faults.ts'
import { clientOver, type Fields, type Opened, serveCalendar, ways } from './open-client.ts'
import { followRandomly } from './random-copy.ts'

const seed = Number(process.env['KALENDS_SEED'] ?? 1)
const times = Number(process.env['KALENDS_TIMES'] ?? 1)
const choir = { title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' }
const opened: Opened[] = []
afterAll(async () => void (await Promise.all(opened.map(({ close }) => close()))))

const textOf = (item: ChangeItem<Fields>): string => `${item.kind} ${item.id}${item.gone ? ' gone' : ''}`
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (isCalendarError(error) ? error.code : error),
  )

describe.each(ways)('$name', ({ name, open }) => {
  const openOne = async (...[access]: Parameters<typeof open>): Promise<Opened> => {
    const one = await open(access)
    opened.push(one)
    return one
  }

  test('a copy equals the lists after random writes, publications and moves of the window', async () => {
    const steps = Math.ceil((name === 'in process' ? 10_000 : 1_500) * times)
    await followRandomly(await openOne(publicReadOnly()), { steps, seed: seed + 3 })
  }, 600_000)

  test('sync returns what changed', async () => {
    const { client, calendar } = await openOne()
    const copy = createCopy<Fields>(client, { events: {}, venues: {} })
    const { id } = await calendar.events.create({ ...choir, venues: { name: 'Hall' }, categories: 'Music' })
    expect((await copy.sync()).map(textOf).slice(0, 2)).toEqual([`event ${id}`, 'venue 1'])
    expect(await copy.sync()).toEqual([])
    expect(copy.events.get(id)).toEqual(await client.events.get(id))
    await calendar.events.trash(id)
    await calendar.venues.update(1, { name: 'Town Hall' })
    expect((await copy.sync()).map(textOf)).toEqual([`event ${id} gone`, 'venue 1'])
    expect(copy.events.size).toBe(0)
    expect(copy.venues.get(1)).toEqual(await client.venues.get(1))
    expect([copy.categories.size, copy.tags.size, copy.organizers.size]).toEqual([0, 0, 0])
  })

  test('since has the records and errors of a calendar in process', async () => {
    const { client, calendar } = await openOne()
    const changes = changesOf(client)
    const first = await changes.token()
    const { id } = await calendar.events.create({ ...choir, fields: { seats: 9 }, tags: 'free' })
    await calendar.events.create({ ...choir, fields: { seats: 3 } })
    const page = await changes.since(first, { events: { fields: { seats: { gte: 5 } } }, tags: {}, limit: 9 })
    expect(page.items.map(textOf)).toEqual(['tag 1', `event ${id}`])
    expect(page.items.find(({ kind }) => kind === 'event')).toEqual({ kind: 'event', id, gone: false, record: await client.events.get(id) })
    expect(page.more).toBe(false)
    expect((await changes.since(page.token, { events: { fields: { seats: { gte: 5 } } }, tags: {} })).token).toBe(page.token)
    expect(await codeOf(changes.since(page.token, { tags: {} }))).toBe('token_expired')
    const failures = [
      changes.since('none', { tags: {} }),
      changes.since(first, {}),
      changes.since(first, { events: { startsAfter: 'never' } }),
      changes.since(first, { tags: {}, limit: 0 }),
      changes.since(first, { tags: {} }, { waitMs: 31_000 }),
    ]
    const fields = await Promise.all(
      failures.map((one) => one.catch((error) => isCalendarError(error, 'invalid_input') && Object.keys(error.details.params))),
    )
    expect(fields).toEqual([['token'], ['events'], ['startsAfter'], ['limit'], ['waitMs']])
  })

  test('a wait ends with the first change', async () => {
    const { client, calendar } = await openOne()
    const token = await changesOf(client).token()
    const page = changesOf(client).since(token, { events: {} }, { waitMs: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await calendar.venues.create({ name: 'Hall' })
    const { id } = await calendar.events.create(choir)
    expect((await page).items.map(textOf)).toEqual([`event ${id}`])
  })

  test('follow reports each change until it is aborted', async () => {
    const { client, calendar } = await openOne()
    const copy = createCopy<Fields>(client, { events: {} })
    const end = new AbortController()
    const reported: string[] = []
    const followed = copy.follow({ signal: end.signal, onChange: (changes) => void reported.push(...changes.map(textOf)) })
    const { id } = await calendar.events.create(choir)
    await vi.waitFor(() => expect(reported).toEqual([`event ${id}`]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await calendar.events.delete(id)
    await vi.waitFor(() => expect(reported).toEqual([`event ${id}`, `event ${id} gone`]), 10_000)
    end.abort()
    expect(await followed).toBe(undefined)
    await calendar.events.create(choir)
    expect(copy.events.size).toBe(0)
    expect(await copy.follow({ signal: end.signal })).toBe(undefined)
  })

  test('a token that is of another access begins anew, and reports what is gone', async () => {
    const { client, calendar } = await openOne()
    const copy = createCopy<Fields>(client, { events: { near: { lat: 48, lng: 10, radiusKm: 50 } } })
    const place = (lat: number) => ({ ...choir, venues: { name: `At ${lat}`, geoLat: lat, geoLng: 10 } })
    const [a, b] = [await calendar.events.create(place(48)), await calendar.events.create(place(20))]
    expect((await copy.sync()).map(textOf)).toEqual([`event ${a.id}`])
    await calendar.venues.update(a.venues[0]?.id ?? 0, { geoLat: 20 })
    await calendar.venues.update(b.venues[0]?.id ?? 0, { geoLat: 48 })
    expect((await copy.sync()).map(textOf)).toEqual([`event ${b.id}`, `event ${a.id} gone`])
    expect([...copy.events.keys()]).toEqual([b.id])
  })
})

describe('over HTTP', () => {
  test('a filter that does not travel is a TypeError', async () => {
    const { handler } = serveCalendar()
    const changes = changesOf(clientOver(handler))
    const token = await changes.token()
    await expect(changes.since(token, { venues: { search: 'x' } })).rejects.toThrow(
      new TypeError('Over HTTP, changes of venues cannot be filtered by search'),
    )
    await expect(changes.since(token, { events: { series: 'next' } })).rejects.toThrow('changes of events cannot be filtered by series')
    await expect(changes.since(token, JSON.parse('{"halls":{}}'))).rejects.toThrow(new TypeError('There is no such kind: halls'))
    expect((await changes.since(token, { events: { series: 'all', page: 2 }, venues: { search: undefined } })).items).toEqual([])
    expect(() => createCopy(JSON.parse('{}'), {})).toThrow('client must be a calendar, or a client of createClient')
  })

  test('an unchanged token is confirmed without a body', async () => {
    const { calendar, handler } = await serveCalendar()
    const answers: string[] = []
    const changes = changesOf(
      clientOver(async (request) => {
        const response = await handler(request)
        answers.push(`${request.headers.get('if-none-match')} ${response.status}`)
        return response
      }),
    )
    const first = await changes.token()
    const { token } = await changes.since(first, { events: {} })
    expect(await changes.since(token, { events: {} })).toEqual({ items: [], token, more: false })
    await calendar.events.create(choir)
    expect((await changes.since(token, { events: {} })).items).toHaveLength(1)
    expect(answers).toEqual(['null 200', `"${first}" 200`, `"${token}" 304`, `"${token}" 200`])
  })

  test('a copy equals the lists although requests and responses are lost', async () => {
    const { handler, calendar, clock } = serveCalendar(publicReadOnly())
    const given: Fault[] = []
    const losses: readonly Fault[] = ['cut before', 'cut after', 'cut inside', 'bad gateway', 'gateway timeout', 'none', 'none', 'none']
    for (let at = 0; at < 20_000; at++) given.push(losses[(at * 7 + (at >> 3) * 3) % losses.length] ?? 'none')
    const client = clientOver(faultyFetch(handler, given), { retries: 0 })
    let failures = 0
    await followRandomly(
      { client, calendar, clock },
      {
        steps: Math.ceil(1_000 * times),
        seed: seed + 5,
        reader: clientOver(handler),
        sync: async (copy) => {
          for (let tries = 0; ; tries++) {
            const code = await codeOf(copy.sync())
            if (code === 'no error') return
            expect(['unavailable', 'internal']).toContain(code)
            expect(tries).toBeLessThan(200)
            failures++
          }
        },
      },
    )
    expect(failures).toBeGreaterThan(10)
  }, 600_000)

  test('follow goes on when the service is back, and rejects on other failures', async () => {
    const { handler, calendar } = serveCalendar()
    await calendar.events.create(choir)
    const client = clientOver(faultyFetch(handler, ['none', 'cut before']), { retries: 0 })
    const copy = createCopy<Fields>(client, { events: {} })
    const end = new AbortController()
    const failures: unknown[] = []
    await copy.follow({ signal: end.signal, onChange: () => end.abort(), onUnavailable: (error) => void failures.push(error) })
    expect(failures.map((error) => isCalendarError(error) && error.code)).toEqual(['unavailable'])
    expect(copy.events.size).toBe(1)
    const wrong = createClient({ baseUrl: 'https://town.example/nothing', fetch: handler })
    await expect(createCopy(wrong, { events: {} }).follow({ signal: new AbortController().signal })).rejects.toSatisfy(isCalendarError)
    const broken = createCopy<Fields>(clientOver(handler), { events: {} }).follow({
      signal: new AbortController().signal,
      onChange: () => {
        throw new Error('of the host')
      },
    })
    await expect(broken).rejects.toThrow('of the host')
  })

  test('a signal ends a sync that waits, and its connection', async () => {
    const { handler } = serveCalendar()
    const copy = createCopy<Fields>(clientOver(handler), { events: {} })
    await copy.sync()
    const end = new AbortController()
    const waiting = copy.sync({ waitMs: 20_000, signal: end.signal })
    setTimeout(() => end.abort(new Error('The page was left.')), 20)
    await expect(waiting).rejects.toThrow('The page was left.')
    expect(await copy.sync()).toEqual([])
  })
})

/** A store that keeps what a disk would: JSON. `fail` makes it fail before or after it has written. */
function jsonStore(): CopyStore & { readonly saved: string[]; fail: 'before' | 'after' | undefined } {
  const rows = new Map<string, string>()
  let token: string | undefined
  const store = {
    saved: [] as string[],
    fail: undefined as 'before' | 'after' | undefined,
    load: () => ({ token, records: [...rows.values()].map((row) => JSON.parse(row)) }),
    save: async (changes: readonly CopyChange[], next: string) => {
      if (store.fail === 'before') throw new Error('full')
      for (const change of changes) {
        const key = `${change.kind} ${change.id}`
        if (change.gone) rows.delete(key)
        else rows.set(key, JSON.stringify(change))
      }
      token = next
      store.saved.push(...changes.map(({ kind, id, gone }) => `${kind} ${id}${gone ? ' gone' : ''}`))
      if (store.fail === 'after') throw new Error('killed')
    },
  }
  return store
}

describe.each(ways)('a copy with a store, $name', ({ open }) => {
  const lists = { events: {}, venues: {} }
  test('goes on in the next process from where the last one ended', async () => {
    const { client, calendar } = await open()
    const store = jsonStore()
    const { id } = await calendar.events.create({ ...choir, venues: { name: 'Hall' } })
    const gone = await calendar.events.create(choir)
    await createCopy<Fields>(client, lists, { store }).sync()
    await calendar.events.update(id, { title: 'Band' })
    await calendar.events.trash(gone.id)
    store.saved.length = 0
    const copy = createCopy<Fields>(client, lists, { store })
    expect((await copy.sync()).map(textOf).sort()).toEqual([`event ${id}`, `event ${gone.id} gone`])
    expect([...copy.events.values()]).toEqual([await client.events.get(id)])
    expect([...copy.venues.values()]).toEqual([await client.venues.get(1)])
    // What has not changed is not stored again, and a sync without changes stores nothing.
    expect(store.saved.sort()).toEqual([`event ${id}`, `event ${gone.id} gone`])
    await copy.sync()
    expect(store.saved).toHaveLength(2)
    const later = createCopy<Fields>(client, lists, { store })
    expect(await later.sync()).toEqual([])
    expect([later.events, later.venues]).toEqual([copy.events, copy.venues])
  })

  test('is an earlier state after a failure of the store, and loses nothing', async () => {
    const { client, calendar } = await open()
    const store = jsonStore()
    const copy = createCopy<Fields>(client, lists, { store })
    await copy.sync()
    const { id } = await calendar.events.create(choir)
    for (const fail of ['before', 'after'] as const) {
      store.fail = fail
      await expect(copy.sync()).rejects.toThrow(fail === 'before' ? 'full' : 'killed')
      expect(copy.events.size).toBe(0)
      // A process that is killed there leaves a whole state as well.
      store.fail = undefined
      const next = createCopy<Fields>(client, lists, { store })
      const reported = (await next.sync()).map(textOf)
      expect([reported, [...next.events.keys()]]).toEqual([fail === 'before' ? [`event ${id}`] : [], [id]])
      store.fail = fail
    }
    store.fail = undefined
    expect([(await copy.sync()).map(textOf), [...copy.events.keys()]]).toEqual([[`event ${id}`], [id]])
  })

  test('reads its lists again if the service does not know the stored token', async () => {
    const { client, calendar } = await open()
    const { id } = await calendar.events.create(choir)
    const store: CopyStore = {
      ...jsonStore(),
      load: () => ({ token: 'of another version', records: [{ kind: 'event', record: { id: 99 } }] }),
    }
    const copy = createCopy<Fields>(client, lists, { store })
    expect((await copy.sync()).map(textOf).sort()).toEqual([`event ${id}`, 'event 99 gone'])
    expect([await copy.sync(), [...copy.events.keys()]]).toEqual([[], [id]])
  })

  test('reads other lists again, and drops the kinds that they lack', async () => {
    const { client, calendar } = await open()
    const store = jsonStore()
    const one = await calendar.events.create({ ...choir, venues: { name: 'Hall' }, featured: true })
    const other = await calendar.events.create(choir)
    await createCopy<Fields>(client, lists, { store }).sync()
    const copy = createCopy<Fields>(client, { events: { featured: true } }, { store })
    expect((await copy.sync()).map(textOf).sort()).toEqual([`event ${one.id}`, `event ${other.id} gone`, 'venue 1 gone'])
    expect([[...copy.events.keys()], copy.venues.size]).toEqual([[one.id], 0])
    const again = createCopy<Fields>(client, { events: { featured: true } }, { store })
    expect([await again.sync(), [...again.events.keys()], again.venues.size]).toEqual([[], [one.id], 0])
  })
})
