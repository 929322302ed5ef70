import { registerConformance } from '@kalends/testing/conformance'
import { createConnection } from 'mysql2'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'
import { skipWithout } from './skip-without.ts'

// The conformance suite under all flags of sql_mode. Their list comes from the server, so a new flag is tested automatically.

const family = engines.filter(({ dialect }) => dialect === 'mysql')
const isLong = process.env['KALENDS_LANE'] === 'long'

/** The store refuses a host's own pool under these flags; sql-modes.test.ts tests that. */
const refused = ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL', 'ORACLE']

/**
 * Flags under which the server refuses values that do not fit instead of changing them. They are its default, so all other tests cover them.
 */
const strict = ['STRICT_TRANS_TABLES', 'STRICT_ALL_TABLES', 'TRADITIONAL']

/** The flags that a server knows. Each one is a bit of a number, and a bit without a flag is an error. */
async function flagsOf({ address = '' }: TestEngine): Promise<readonly string[]> {
  const connection = createConnection(address)
  const ask = (statement: string): Promise<string> =>
    new Promise((resolve) => {
      connection.query(statement, (error: Error | null, rows: unknown) =>
        resolve(error === null && Array.isArray(rows) ? String(rows[0]?.flags) : ''),
      )
    })
  const flags = new Set<string>()
  for (let bit = 0; bit < 40; bit++) {
    await ask(`set session sql_mode = ''`)
    await ask(`set session sql_mode = ${2 ** bit}`)
    for (const flag of (await ask('select @@session.sql_mode as flags')).split(',')) flags.add(flag)
  }
  connection.end()
  return [...flags].filter((flag) => flag !== '')
}

/** The long lane alone runs the suite under flags, because each session takes as long as the suite itself. */
const tested = isLong ? family : []
const servers = await Promise.all(tested.map(async (engine) => ({ name: engine.name, engine, flags: await flagsOf(engine) })))

/** A session of the server. */
interface Session extends OpenOptions {
  readonly title: string
}

const sessionOf = (...modes: readonly string[]): string => `set session sql_mode = '${modes.join(',')}'`

/**
 * A session with many flags at once, because no flag cancels another. With a single connection, code that acquires a second one inside a
 * transaction would wait forever.
 */
const together = (flags: readonly string[]): Session => ({
  title: 'one connection of the host, under all flags but the strict ones',
  session: sessionOf(...flags.filter((flag) => !refused.includes(flag) && !strict.includes(flag))),
  poolSize: 1,
})

/** `mysqlPool`, whose mode sql-modes.test.ts reads, and each flag by itself. */
const others = (flags: readonly string[]): readonly Session[] => [
  {
    title: 'mysqlPool, on a server under the flags that a pool of the host must not have',
    session: sessionOf(...refused.filter((flag) => flags.includes(flag))),
    ownPool: true,
  },
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
    // As in conformance/suite.ts, a slow machine must not reach the default deadline.
    return kyselyStore(database.db, { ...database.options, scans: { deadlineMs: 30_000 } })
  }
}

skipWithout(servers)

describe.each(servers)('on $name', ({ engine, flags }) => {
  describe.each([together(flags), ...others(flags)])('$title', ({ title: _, ...options }) => {
    const open = reopening(engine, options)
    const createStore = async () => ({ store: await open(), close: () => {} })
    registerConformance({ name: engine.name, createStore, describe, test })
  })
})
