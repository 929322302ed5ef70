import { postgresDialect } from '@kalends/kysely/pg'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, postgresUrl } from '../../kysely/test/engines.ts'
import { skipWithout } from '../../kysely/test/skip-without.ts'
import { openClub } from './program.ts'

const servers = engines.filter(({ name }) => name === 'postgres')
skipWithout(servers)

describe.each(servers)('in $name', () => {
  test('an archive does without the tables of imports of another schema, and goes to a schema of the address', async () => {
    const { call } = await openClub()
    const db = new Kysely<unknown>({ dialect: postgresDialect({ connectionString: postgresUrl }) })
    const names = [`cli_${process.pid}_a`, `cli_${process.pid}_b`]
    onTestFinished(async () => {
      for (const name of names) await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db)
      await db.destroy()
    })
    for (const name of names) await sql`create schema ${sql.id(name)}`.execute(db)
    const [own, other] = names.map((name) => ['--database', `${postgresUrl}?options=-c%20search_path%3D${name}`])
    expect(await call(['archive', 'club.ndjson'])).toMatchObject({ code: 0 })
    const named = ['--database', postgresUrl, '--schema', names[1] ?? '']
    expect(await call(['restore', 'club.ndjson', ...named])).toMatchObject({
      ...{ code: 2, stderr: 'An archive of what imports know takes the schema from the address: ?options=-csearch_path%3DNAME.\n' },
    })
    expect((await call(['archive', 'empty.ndjson', ...named, '--json'])).json()).toMatchObject({ events: 0, rows: 0 })
    expect((await call(['restore', 'club.ndjson', ...(own ?? []), '--json'])).json()).toMatchObject({ events: 7, rows: 2 })
    expect((await call(['import', 'club.ics', ...(own ?? []), '--json'])).json()).toMatchObject({ created: 0, unchanged: 2 })
    expect(await call(['migrate', ...(other ?? [])])).toMatchObject({ code: 0 })
    expect((await call(['archive', 'empty.ndjson', ...(other ?? []), '--json'])).json()).toMatchObject({ events: 0, rows: 0 })
    expect((await call(['import', 'club.ics', '--dry-run', ...(other ?? []), '--json'])).json()).toMatchObject({ created: 2 })
  })
})
