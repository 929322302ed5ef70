import { registerConformance } from '@kalends/testing'
import { createConnection } from 'mysql2'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, mysqlUrl, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { skipWithout } from './skip-without.ts'

// The whole suite under the flags of sql_mode that the server has. The list comes from the server, so a new flag is tested automatically.

const mariadb = engines.filter(({ name }) => name === 'mysql')
const isLong = process.env['KALENDS_LANE'] === 'long'

/** A host's own pool is refused under these flags; test/sql-modes.test.ts shows it. */
const refused = ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL', 'ORACLE']

/** Flags under which the server refuses values instead of storing others. The default of the server is strict, so the other tests are. */
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

/** No flag undoes another, so one session has all of them. Its one connection shows what waits for a second one inside a transaction. */
const together: readonly Session[] = [
  {
    title: 'one connection of the host, under all flags but the strict ones',
    session: sessionOf(...flags.filter((flag) => !refused.includes(flag) && !strict.includes(flag))),
    poolSize: 1,
  },
  { title: 'mysqlPool, on a server under the flags that a pool of the host must not have', session: sessionOf(...refused), ownPool: true },
]

/** In the long lane each flag alone as well. */
const alone: readonly Session[] = flags.map((flag) => ({
  title: `under ${flag} alone`,
  session: sessionOf(flag),
  ownPool: refused.includes(flag),
}))

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
  describe.each(isLong ? [...together, ...alone] : together)('$title', ({ title: _, ...options }) => {
    const open = reopening(engine, options)
    const createStore = async () => ({ store: await open(), close: () => {} })
    registerConformance({ name: engine.name, createStore, describe, test: (name, body) => test(name, body, 60_000) })
  })
})
