import type { Direction, FieldCondition } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'

const dayMs = 86_400_000
const firstMs = Date.UTC(2027, 0, 1)
const local = (ms: number) => new Date(ms).toISOString().slice(0, 19)

/** The keys of an event: every third of the first 30 has two; each of the 85 after them has a hundred. */
const keysOf = (index: number): readonly string[] => {
  if (index >= 30) return Array.from({ length: 100 }, (_, key) => `n${500 + key}`)
  return index % 3 === 0 ? ['n100', 'n101'] : []
}

const indexes = Array.from({ length: 115 }, (_, index) => index)

const range = (gte: string, lt: string): FieldCondition => ({ name: 'codes', range: { gte, lt } })

const cases: readonly (readonly [name: string, condition: FieldCondition, found: readonly number[]])[] = [
  ['few keys, with two ends', range('n100', 'n102'), indexes.filter((index) => index < 30 && index % 3 === 0)],
  ['few keys, with an open end', range('n', 'n102'), indexes.filter((index) => index < 30 && index % 3 === 0)],
  ['more keys than are sorted, with two ends', range('n500', 'n600'), indexes.filter((index) => index >= 30)],
  ['more keys than are sorted, with an open end', range('n102', 'o'), indexes.filter((index) => index >= 30)],
  ['all keys', range('n', 'o'), indexes.filter((index) => index >= 30 || index % 3 === 0)],
  ['no keys', range('n700', 'o'), []],
]

const ways = (['asc', 'desc'] as const).flatMap((direction) => [0, 1, 4, 9].map((offset) => [direction, offset] as const))

describe.each(engines)('pages by a range of keys on $name', ({ open }) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    const drafts = indexes.map((index) => {
      const startMs = firstMs + index * dayMs
      const times = { startLocal: local(startMs), endLocal: local(startMs + 3_600_000), startMs }
      return buildEventDraft({ slug: `event-${index}`, times, fields: { values: { codes: index }, keys: { codes: keysOf(index) } } }, index)
    })
    await kyselyStore(database.db, database.options).events.insertMany(drafts)
  })
  afterAll(() => database.close())

  test.each(cases)('of %s', async (_name, condition, found) => {
    const { events } = kyselyStore(database.db, database.options)
    const pageOf = (direction: Direction, offset: number) => ({
      filter: {
        readable: [{ status: 'publish' as const }],
        hidden: false,
        roles: ['single', 'occurrence'] as const,
        startLocal: { gte: local(firstMs), lt: local(firstMs + 200 * dayMs) },
        fields: [condition],
      },
      order: [
        { key: 'startLocal' as const, direction },
        { key: 'id' as const, direction },
      ],
      offset,
      limit: 2,
    })
    for (const [direction, offset] of ways) {
      const inOrder = direction === 'asc' ? found : found.toReversed()
      const page = await events.find(pageOf(direction, offset))
      const read = page.map(({ slug }) => slug)
      expect(read, `${direction} ${offset}`).toEqual(inOrder.slice(offset, offset + 2).map((index) => `event-${index}`))
    }
  })
})
