import { readFileSync } from 'node:fs'
import { countDrafts } from '@kalends/testing/conformance'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type DialectName, kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

const page = readFileSync(new URL('../../../docs/operate/caching.md', import.meta.url), 'utf8')
const [onSqlite = '', onPostgres = '', onMysql = ''] = [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text]) => text)
const statements: Readonly<Record<DialectName, string>> = { sqlite: onSqlite, postgres: onPostgres, mysql: onMysql }

test.each(engines)('a program without the store expires the cache by the row of caching.md on $name', async (engine) => {
  const { db, options, close } = await engine.open()
  onTestFinished(close)
  const store = kyselyStore(db, options)
  const draft = countDrafts()
  const insert = () => store.venues.insert(draft.venue())
  for (let i = 0; i < 3; i++) await insert()
  await store.log.number()
  const tokens: string[] = []
  const look = async () => {
    const { token, mark } = await store.revision(0)
    tokens.push(token)
    return mark
  }
  for (const _ of ['first', 'second']) {
    const before = await look()
    expect(await store.log.writtenSince(before)).toEqual([])
    await sql.raw(statements[engine.dialect].replaceAll('kalends_', options.prefix)).execute(db)
    expect(await store.log.writtenSince(before)).toBeNull()
    await look()
    await store.log.number()
  }
  expect(new Set(tokens).size).toBe(3)
  expect((await store.log.read({ after: 3, limit: 9 })).map(({ seq, id, verb }) => `${seq} ${id} ${verb}`)).toEqual([
    '4 0 indexed',
    '5 0 indexed',
  ])
  // The number of writes counts on from the rows: three are older than these two.
  await insert()
  await insert()
  expect(await store.log.prune({ beforeMs: 0, keptRows: 2 })).toBe(5)
})
