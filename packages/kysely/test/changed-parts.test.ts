import { type CalendarStore, isCalendarError } from '@kalends/core'
import type { EventRecord } from '@kalends/core/store'
import { buildEventDraft, buildOrganizerDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'
import { statementLog } from './statements.ts'

const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

describe.each(engines)('updates of events on $name', (engine) => {
  const log = statementLog()
  let database: TestDatabase
  let store: CalendarStore
  let [venue, organizer, tag] = [0, 0, 0]

  beforeAll(async () => {
    database = await engine.open({ log: log.log })
    store = kyselyStore(database.db, database.options)
    venue = (await store.venues.insert(buildVenueDraft())).id
    organizer = (await store.organizers.insert(buildOrganizerDraft())).id
    tag = (await store.terms.insert(buildTermDraft({ taxonomy: 'tag' }))).id
  })
  afterAll(() => database.close())

  let last = 0
  const insert = async (count: number): Promise<readonly EventRecord[]> => {
    const links = { venueIds: [venue], organizerIds: [organizer], categoryIds: [], tagIds: [tag] }
    const events = await store.events.insertMany(upTo(count).map(() => buildEventDraft(links, ++last)))
    return events.filter((event) => event !== null)
  }

  /** What the statements of a write change: each as its verb and its table without prefix, and for an `update` its columns. */
  async function written(work: () => Promise<unknown>): Promise<readonly string[]> {
    const { statements } = await log.during(work)
    return statements.flatMap((text) => {
      const [, verb = '', rest = ''] = /^\s*(insert into|update|delete from) (.*)/s.exec(text) ?? []
      const [head = '', set = ''] = verb === 'update' ? rest.split(/ set /) : [rest.split(' ', 1)[0]]
      // On MariaDB the table that changes comes after the joined ones.
      const table = head.slice(head.lastIndexOf(database.options.prefix) + database.options.prefix.length).match(/^[a-z_]+/)?.[0] ?? ''
      const columns = [...(/^(.*?)(?: from | where |$)/s.exec(set)?.[1] ?? '').matchAll(/(\w+)["`]? = /g)].map(([, column = '']) => column)
      return verb === '' || table === 'changes' ? [] : [[verb, table, ...columns.toSorted()].join(' ')]
    })
  }

  const shapes: readonly (readonly [name: string, update: (events: readonly EventRecord[]) => Promise<unknown>])[] = [
    ['one event', async ([first]) => first && store.events.update(first)],
    ['several events', (events) => store.events.updateMany(events)],
  ]

  test.each(shapes)('write only the changed columns: %s', async (_name, update) => {
    const events = await insert(3)
    expect(await written(() => update(events.map((event) => ({ ...event, title: 'Another' }))))).toEqual(['update events title version'])
    expect(await store.events.getMany(events.slice(0, 1).map(({ id }) => id))).toMatchObject([{ title: 'Another', version: 2 }])
  })

  test.each(shapes)('write links only in the tables where they change: %s', async (_name, update) => {
    const events = await insert(3)
    expect(await written(() => update(events.map((event) => ({ ...event, venueIds: [] }))))).toEqual([
      'update events version',
      'delete from event_venues',
    ])
  })

  test.each(shapes)('copy the changed columns to the links: %s', async (_name, update) => {
    const events = await insert(3)
    const private_ = events.map((event): EventRecord => ({ ...event, status: 'private' }))
    expect(await written(() => update(private_))).toEqual([
      'update events status version',
      'update event_venues status',
      'update event_organizers status',
      'update event_terms status',
      'insert into event_counts',
    ])
    const [first] = events
    const filter = { ids: [first?.id ?? 0], venueIds: [venue], readable: [{ status: 'private' as const }] }
    expect(await store.events.count(filter)).toBe(1)
  })

  test('change no event if the last of 150 gets the slug of another event', async () => {
    const [other] = await insert(1)
    const events = await insert(150)
    const changed = events.map((event, i) => ({ ...event, slug: i === 149 ? (other?.slug ?? '') : `own-${i}` }))
    await store.transaction(async (tx) => {
      const error = await tx.events.updateMany(changed).catch((reason: unknown) => reason)
      expect(isCalendarError(error, 'slug_taken')).toBe(true)
      const ids = events.map(({ id }) => id)
      expect((await tx.events.getMany(ids)).toSorted((a, b) => a.id - b.id)).toEqual(events)
    })
  })
})
