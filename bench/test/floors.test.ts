import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { sqliteFile } from '../src/data/sqlite-file.ts'
import { sqlFloor } from '../src/floors/sql-floor.ts'
import { silentProgress } from '../src/progress.ts'
import { base, clock, publicUrl } from '../src/setting.ts'

const size = 1_000
const folder = mkdtempSync(join(tmpdir(), 'kalends-bench-'))
const path = await sqliteFile(size, silentProgress, { folder })
const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(path) })
const handler = createHandler(createCalendar({ store: kyselyStore(db), clock }), { access: publicReadOnly(), publicUrl })
const floor = sqlFloor(path)
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const answer = async (address: string): Promise<string | undefined> => {
  const response = await handler(new Request(publicUrl + base + address))
  return response.ok ? response.text() : undefined
}

describe('the floor returns the same bytes as the handler for', () => {
  test('lists', async () => {
    const list = await answer('/events')
    expect(JSON.parse(list ?? '')).toMatchObject({ total: 376 })
    expect(String(floor.list())).toBe(list)
  })

  test('events by id, and nothing for events that the public may not read', async () => {
    for (let id = 1; id <= size; id++) expect(floor.event(id)?.toString()).toBe(await answer(`/events/${id}`))
  })
})
