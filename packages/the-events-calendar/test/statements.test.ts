import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { countStatements, type StatementCounter } from '@kalends/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kyselyStore } from '../../kysely/src/index.ts'
import { enginesOfLane } from '../../kysely/test/engines.ts'
import { theEventsCalendar } from '../src/index.ts'

const engine = enginesOfLane.find(({ name }) => name === 'node-sqlite-memory')

let close = async (): Promise<unknown> => undefined
let counter: StatementCounter
let handler: Handler

beforeAll(async () => {
  const database = await engine?.open()
  if (database === undefined) throw new Error('these tests need node:sqlite')
  close = database.close
  counter = countStatements(database.db)
  handler = createHandler(createCalendar({ store: kyselyStore(database.db, database.options) }), {
    ...{ access: publicReadOnly(), basePath: '/wp-json', namespace: 'tribe/events/v1', use: [theEventsCalendar()] },
  })
})
afterAll(() => close())

const list = (length: number, first: string | number): string => Array.from({ length }, (_, index) => `${first}${index}`).join()
const filters = (first: string | number): string =>
  ['categories', 'tags', 'venue', 'organizer'].map((name) => `${name}=${list(100, first)}`).join('&')

// Each name of an unknown record was looked for: up to 4,001 statements for one request of anybody.
test.each([
  ['4,000 slugs', `/wp/v2/tribe_venue?slug=${list(4_000, 'a')}`, 5, { slug: expect.stringContaining('100') }],
  ['unknown ids', `/tribe/events/v1/events?${filters(1)}`, 125, { tags: expect.stringMatching(/10, 11, .*19$/) }],
  ['unknown slugs', `/tribe/events/v1/events?${filters('a')}`, 81, { venue: expect.stringMatching(/a0, .*a9$/) }],
])('a list by %s is refused after few statements', async (_, path, most, params) => {
  const { result, statements } = await counter.during(() => handler(new Request(`http://localhost/wp-json${path}`)))
  expect([result.status, (await result.json()).data]).toMatchObject([400, { params }])
  expect(statements.length).toBeLessThanOrEqual(most)
})
