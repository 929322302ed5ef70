import { registerConformance } from '@kalends/testing'
import { createConnection } from 'mysql2'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, mysqlUrl, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { skipWithout } from './skip-without.ts'

// The conformance suite under all flags of sql_mode. Their list comes from the server, so a new flag is tested automatically.

const mariadb = engines.filter(({ name }) => name === 'mysql')
const isLong = process.env['KALENDS_LANE'] === 'long'

/** The store refuses a host's own pool under these flags; sql-modes.test.ts tests that. */
const refused = ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL', 'ORACLE']

/** Flags under which the server refuses values that do not fit instead of changing them. They are its default, so all other tests cover them. */
const strict = ['STRICT_TRANS_TABLES', 'STRICT_ALL_TABLES', 'TRADITIONAL']

const flags = mariadb.length === 0 ? [] : await flagsOf()

function flagsOf(): Promise<readonly string[]> {
  const connection = createConnection(mysqlUrl)
  const statement = `select enum_value_list as flags from information_schema.system_variables where variable_name = 'sql_mode'`
  return new Promise((resolve, reject) => {
    connection.query(statement, (error: Error | null, rows: unknown) => {
      connection.end()
      if (error !== null) reject(error)
      else if (Array.isArray(rows)) resolve(String(rows[0]?.flags).split(','))
    })
  })
}

/** A session of the server. */
interface Session extends OpenOptions {
  readonly title: string
}

const sessionOf = (...modes: readonly string[]): string => `set session sql_mode = '${modes.join(',')}'`

/**
 * A session with many flags at once, because no flag cancels another. With a single connection, code that acquires a second one inside a
 * transaction would wait forever.
 */
const together: Session = {
  title: 'one connection of the host, under all flags but the strict ones',
  session: sessionOf(...flags.filter((flag) => !refused.includes(flag) && !strict.includes(flag))),
  poolSize: 1,
}

/** Sessions for the long lane: `mysqlPool`, whose mode sql-modes.test.ts reads, and each flag by itself. */
const others: readonly Session[] = [
  { title: 'mysqlPool, on a server under the flags that a pool of the host must not have', session: sessionOf(...refused), ownPool: true },
  ...flags.map((flag) => ({ title: `under ${flag} alone`, session: sessionOf(flag), ownPool: refused.includes(flag) })),
]

/** Creates the tables once and empties them before each case. */
function reopening(engine: TestEngine, options: OpenOptions) {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => (await opened)?.close())
  return async () => {
    opened ??= engine.open(options)
    const database = await opened
    await database.clear()
    return kyselyStore(database.db, database.options)
  }
}

skipWithout(mariadb)

describe.each(mariadb)('on $name', (engine) => {
  describe.each(isLong ? [together, ...others] : [together])('$title', ({ title: _, ...options }) => {
    const open = reopening(engine, options)
    const createStore = async () => ({ store: await open(), close: () => {} })
    registerConformance({ name: engine.name, createStore, describe, test: (name, body) => test(name, body, 60_000) })
  })
})
