import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { engines, type TestEngine } from '../../../packages/kysely/test/engines.ts'

/** The engines with a database that outlives the process of the server. */
export const lastingEngines = engines.filter(({ isShared }) => isShared)

/** An empty database for a server. */
export interface OwnDatabase {
  /** The variables that name it. */
  readonly environment: { readonly STORE: string; readonly DATABASE_URL: string }
  /** Removes it. */
  remove(): Promise<void>
}

/** Creates a database of its own: a file on SQLite. */
export async function createOwnDatabase(engine: TestEngine): Promise<OwnDatabase> {
  const { dialect: STORE, address } = engine
  if (address === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'kalends-server-'))
    const DATABASE_URL = join(folder, 'calendar.sqlite')
    return { environment: { STORE, DATABASE_URL }, remove: () => rm(folder, { recursive: true, force: true }) }
  }
  const { db, close } = await engine.openEmpty()
  const name = `server_${randomUUID().slice(0, 8)}`
  await sql`create database ${sql.table(name)}`.execute(db)
  const DATABASE_URL = Object.assign(new URL(address), { pathname: name }).href
  return { environment: { STORE, DATABASE_URL }, remove: () => sql`drop database ${sql.table(name)}`.execute(db).then(close) }
}
