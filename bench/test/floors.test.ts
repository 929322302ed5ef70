import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore } from '@kalends/kysely'
import { expect, test } from 'vitest'
import { openFilled } from '../src/data/databases.ts'
import { sqlFloor } from '../src/floors/sql-floor.ts'
import { base, clock, publicUrl } from '../src/setting.ts'

test('the floor returns the same bytes as the handler', async () => {
  const { db, options, address, close } = await openFilled('sqlite', 1_000)
  const handler = createHandler(createCalendar({ store: kyselyStore(db, options), clock }), { access: publicReadOnly(), publicUrl })
  const answer = async (path: string): Promise<string | undefined> => {
    const response = await handler(new Request(publicUrl + base + path))
    return response.ok ? response.text() : undefined
  }
  const floor = sqlFloor(address)
  const list = await answer('/events')
  expect(JSON.parse(list ?? '').total).toBeGreaterThan(300)
  expect(String(floor.list())).toBe(list)
  // Nothing for events that the public may not read.
  for (let id = 1; id <= 1_000; id++) expect(floor.event(id)?.toString()).toBe(await answer(`/events/${id}`))
  await close()
})
