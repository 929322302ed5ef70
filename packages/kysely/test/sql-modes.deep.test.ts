import { conformanceCases, registerConformance, runCase } from '@kalends/testing'
import { createConnection } from 'mysql2'
import { afterAll, describe, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, mysqlUrl, type OpenOptions, type TestDatabase, type TestEngine } from './engines.ts'

// Each flag of sql_mode that the server has, alone. The list comes from the server, so a new flag is tested automatically.

const mariadb = engines.find(({ name }) => name === 'mysql')
const isLong = process.env['KALENDS_LANE'] === 'long'

/** A host's own pool is refused under these flags; test/sql-modes.test.ts shows it. */
const refused = ['NO_BACKSLASH_ESCAPES', 'EMPTY_STRING_IS_NULL', 'ORACLE']

/**
 * Flags that change how literals, operators and names are parsed: the whole suite runs under them, and in the long lane under every flag.
 */
const grammar = ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES', 'PIPES_AS_CONCAT']

/** The cases in which difficult texts, empty texts, numbers and unique keys occur in the most statements. */
const selection = conformanceCases.filter(({ key }) => /^(?:round-trip|search|unique|geo)\//.test(key))

const flags = mariadb === undefined ? [] : await flagsOf()

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

describe.each(flags)('under the sql_mode %s', (flag) => {
  if (mariadb === undefined) return
  const ownPool = refused.includes(flag)
  const options = { session: `set session sql_mode = '${flag}'`, ownPool }
  const open = reopening(mariadb, options)
  if (isLong || grammar.includes(flag)) {
    const createStore = async () => ({ store: await open(), close: () => {} })
    registerConformance({ name: mariadb.name, createStore, describe, test: (name, body) => test(name, body, 60_000) })
  } else {
    test(`${selection.length} cases of the suite hold on ${ownPool ? 'mysqlPool' : 'a pool of the host'}`, {
      timeout: 120_000,
    }, async () => {
      for (const one of selection) await runCase(one, await open())
    })
  }
})
