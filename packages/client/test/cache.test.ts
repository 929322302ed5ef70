import { expect, test } from 'vitest'
import type { ClientOptions } from '../src/index.ts'
import { clientOver, serveCalendar } from './open-client.ts'

function openCounted(options: Partial<ClientOptions> = {}) {
  const served = serveCalendar()
  const statuses: number[] = []
  const client = clientOver(async (request) => {
    const response = await served.handler(request)
    statuses.push(response.status)
    return response
  }, options)
  return { ...served, client, statuses }
}

test('a list and a record are confirmed and not sent again', async () => {
  const { client, statuses } = openCounted()
  const { id } = await client.venues.create({ name: 'Hall' })
  const [list, record] = [await client.venues.list(), await client.venues.get(id)]
  expect(await client.venues.list()).toBe(list)
  expect(await client.venues.get(id, { signal: new AbortController().signal })).toBe(record)
  expect(statuses).toEqual([201, 200, 200, 304, 304])
  await client.venues.update(id, { name: 'Big Hall' })
  expect((await client.venues.list()).items).toMatchObject([{ name: 'Big Hall' }])
  expect(statuses.slice(5)).toEqual([200, 200])
})

test('the responses that were used longest ago go first', async () => {
  const { client, statuses } = openCounted({ cache: 2 })
  for (const page of ['a', 'b', 'a', 'c', 'a', 'b']) await client.tags.list({ search: page })
  expect(statuses).toEqual([200, 200, 304, 200, 304, 200])
})

test('walks leave the cache as it is', async () => {
  const { client, statuses } = openCounted({ cache: 1 })
  await client.tags.list()
  for await (const tag of client.tags.each()) void tag
  await client.tags.list()
  expect(statuses).toEqual([200, 200, 304])
})

test.each([false, 0] as const)('cache: %s sends no conditions', async (cache) => {
  const { client, statuses } = openCounted({ cache })
  await client.tags.list()
  await client.tags.list()
  expect(statuses).toEqual([200, 200])
})
