import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pendingMigrations } from '../../src/index.ts'
import { engines, type TestDatabase } from '../engines.ts'
import { describeSchema } from '../schema.ts'
import { runProcess, startProcess } from './processes.ts'
import { servers } from './servers.ts'

/** Processes that share a file. */
const fileDrivers = ['node-sqlite', 'better-sqlite3', 'libsql', 'libsql', 'libsql', 'node-sqlite', 'better-sqlite3', 'libsql']

const eight = Array.from({ length: 8 })
const all = ['0001-initial', '0002-status-reason']

async function recorded({ db, options }: TestDatabase): Promise<readonly unknown[]> {
  const { rows } = await sql`select name from ${sql.table(`${options.prefix}migration`)} order by name`.execute(db)
  expect(rows).toContainEqual({ name: all[0] })
  return rows
}

describe.each(engines.filter(({ isShared }) => isShared))('processes that migrate $name', (engine) => {
  test('eight at once, after one was killed halfway: one runs the migrations, and all succeed', async () => {
    const [database, whole] = [await engine.openEmpty(), await engine.open()]
    onTestFinished(async () => {
      await database.close()
      await whole.close()
    })
    const place = database.path ?? servers.find(({ name }) => name === engine.name)?.address ?? ''
    const args = [engine.name, place, database.options.prefix]

    const dying = startProcess('migrate.ts', [...args, '9'])
    expect(await dying.ended).toEqual({ code: 'SIGKILL', errors: '' })
    expect(await pendingMigrations(database.db, database.options)).toEqual(all)

    const ran = await Promise.all(eight.map(() => runProcess('migrate.ts', args)))
    expect(ran.flat().toSorted()).toEqual([...eight.slice(1).map(() => ''), all.join(',')])
    expect(await describeSchema(database)).toEqual(await describeSchema(whole))
    expect(await recorded(database)).toEqual(await recorded(whole))
  })

  test('eight at once on an empty database: one runs the migrations, and all succeed', async () => {
    const database = await engine.openEmpty()
    onTestFinished(() => database.close())
    const place = database.path ?? servers.find(({ name }) => name === engine.name)?.address ?? ''
    const drivers = database.path === undefined ? eight.map(() => engine.name) : fileDrivers
    const ran = await Promise.all(drivers.map((driver) => runProcess('migrate.ts', [driver, place, database.options.prefix])))
    expect(ran.flat().toSorted()).toEqual([...eight.slice(1).map(() => ''), all.join(',')])
    expect(await pendingMigrations(database.db, database.options)).toEqual([])
  })
})
