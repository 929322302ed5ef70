import type { CalendarStore } from '@kalends/core'
import { type EventFilter, type EventRecord, type EventSort, eventSortValue, matchesEvent, type ReadScope } from '@kalends/core/store'
import { buildEventDraft, buildTermDraft, buildVenueDraft } from '@kalends/testing/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { oneEngineOfEachDialect, type TestDatabase } from './engines.ts'

const dayMs = 86_400_000
const firstMs = Date.UTC(2026, 0, 1)
const local = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

/** Lengths on both sides of the bound of every length class. */
const lengthsMs = [0, dayMs, dayMs + 1_000, 8 * dayMs, 9 * dayMs, 64 * dayMs, 65 * dayMs, 512 * dayMs, 513 * dayMs, 3_000 * dayMs]
const statuses = ['publish', 'publish', 'draft', 'pending', 'private', 'trash'] as const

/** Events in random order, some at the same time, with one to four categories out of twelve. */
function draftOf(index: number) {
  const startMs = firstMs - (((index * 37) % 90) - 45) * dayMs
  const endMs = startMs + (lengthsMs[index % lengthsMs.length] ?? 0)
  return buildEventDraft(
    {
      times: { startLocal: local(startMs), endLocal: local(endMs), startMs, endMs },
      status: statuses[index % statuses.length] ?? 'publish',
      statusBeforeTrash: index % statuses.length === 5 ? 'publish' : null,
      authorId: ['', '1', '2'][index % 3] ?? '',
      publishedMs: (index * 7) % 50,
      hidden: index % 11 === 0,
      categoryIds: [...new Set(upTo((index % 4) + 1).map((step) => ((index * step) % 12) + 1))].toSorted((a, b) => a - b),
      venueIds: index % 5 === 0 ? [] : [(index % 4) + 1, (index % 3) + 5],
    },
    index,
  )
}

const spanAt = (day: number) => ({ startMs: firstMs + day * dayMs, endMs: firstMs + (day + 2) * dayMs })

const overlapping: ReadScope = [
  { status: 'publish', publishedMs: { lt: 40 } },
  { status: 'publish', authorIds: ['', '1'] },
  { status: 'draft', authorIds: ['2'] },
]

const ofPlaces: ReadScope = [
  { status: 'publish', venueIds: [1, 6], publishedMs: { lt: 40 } },
  { status: 'draft', categoryIds: [3, 3, 4], authorIds: ['', '1'] },
  { status: 'private', venueIds: upTo(9) },
  { status: 'trash', statusBeforeTrash: 'publish', venueIds: [2, 3] },
]

/** Filters of events that are not hidden. */
const filters: readonly (readonly [name: string, filter: EventFilter])[] = [
  ['one category', { categoryIds: [3] }],
  ['a category that is listed twice', { categoryIds: [3, 3, 5] }],
  ...[2, 16, 64, 65, 600].map((length) => [`${length} categories`, { categoryIds: upTo(length) }] as const),
  ['categories at venues', { categoryIds: [1, 2, 3, 4], venueIds: [1, 5] }],
  ['many venues', { venueIds: upTo(70) }],
  ['still running', { endLocal: { gte: local(firstMs) } }],
  ['still running, of categories', { endLocal: { gte: local(firstMs) }, categoryIds: [1, 2] }],
  ['running, with a bound for the start', { endLocal: { gte: local(firstMs) }, startLocal: { gte: local(firstMs - 10 * dayMs) } }],
  ['of a window of instants', { fromMs: { start: firstMs, end: firstMs }, startMs: { lt: firstMs + 30 * dayMs } }],
  ['ended', { endLocal: { lt: local(firstMs) } }],
  ['a window', { startLocal: { gte: local(firstMs), lt: local(firstMs + 20 * dayMs) } }],
]

/** Filters of events whether they are hidden or not. */
const filtersWithHidden: typeof filters = [
  ['of a window, hidden ones too', { fromLocal: { start: local(firstMs), end: local(firstMs) } }],
  ['of authors, hidden ones too of one of them', { authorIds: ['1', '2'], hiddenBy: ['2'] }],
  ['of everybody, hidden ones too of an author', { hiddenBy: ['2'] }],
  ['of an author, hidden ones too of nobody', { authorIds: ['1'], hiddenBy: [] }],
  ['that overlap two times at venues, hidden ones too', { venueIds: [1, 2, 5], overlaps: [spanAt(3), spanAt(9)] }],
]

const scopes: readonly (readonly [name: string, scope: ReadScope])[] = [
  ['published', [{ status: 'publish' }]],
  ['overlapping clauses', overlapping],
  ['the published events, and the drafts of venues', [{ status: 'publish' }, { status: 'draft', venueIds: [2, 5, 7] }]],
  ['events of venues and of categories', ofPlaces],
  ['nobody', []],
]

const orders = (['startLocal', 'startMs', 'titleKey', 'endLocal'] as const).flatMap((key) =>
  (['asc', 'desc'] as const).map((direction): readonly EventSort[] => [
    { key, direction },
    { key: 'id', direction },
  ]),
)

function compare(order: readonly EventSort[]) {
  return (a: EventRecord, b: EventRecord): number => {
    for (const { key, direction } of order) {
      const [left, right] = [eventSortValue(a, key), eventSortValue(b, key)]
      if (left !== right) return left < right === (direction === 'asc') ? -1 : 1
    }
    return 0
  }
}

describe.each(oneEngineOfEachDialect)('pages on $name', (engine) => {
  let database: TestDatabase
  let store: CalendarStore
  let events: readonly EventRecord[]

  beforeAll(async () => {
    database = await engine.open()
    // Other tests run beside these: a scan of many categories may take seconds.
    store = kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 60_000 } })
    events = await store.transaction(async (tx) => {
      // In new tables, ids begin with 1.
      for (const index of upTo(12)) await tx.terms.insert(buildTermDraft({ taxonomy: 'category' }, index))
      for (const index of upTo(7)) await tx.venues.insert(buildVenueDraft({}, index))
      const written: EventRecord[] = []
      for (const index of upTo(150)) written.push(await tx.events.insert(draftOf(index)))
      return written
    })
  })
  afterAll(() => database.close())

  describe.each(scopes)('with the read scope: %s', (_scope, readable) => {
    test.each([...filters.map(([name, filter]) => [name, { hidden: false, ...filter }] as const), ...filtersWithHidden])(
      'contain the matching events in order: %s',
      async (_name, members) => {
        const filter: EventFilter = { readable, ...members }
        const matching = events.filter((event) => matchesEvent(filter, event, { venue: () => undefined, organizer: () => undefined }))
        expect(await store.events.count(filter)).toBe(matching.length)
        for (const order of orders) {
          const expected = matching.toSorted(compare(order)).map(({ id }) => id)
          for (const [offset, limit] of [
            [0, 7],
            [7, 20],
            [0, 3_000],
            [expected.length, 5],
          ] as const) {
            const found = await store.events.find({ filter, order, offset, limit })
            expect(found.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit))
          }
        }
      },
    )
  })
})
