import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servers } from './faults/servers.ts'
import { skipWithout } from './skip-without.ts'

/** A program in a page of the documentation, with the output that the page shows; null if it shows none. */
interface Program {
  readonly page: string
  readonly code: string
  readonly printed: string | null
}

// The programs that need a server; the tests of the other documents run the rest.
const programs = ['operate/databases.md', 'operate/your-own-tables.md', 'operate/archives.md'].flatMap((page): readonly Program[] => {
  const guide = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')
  return [...guide.matchAll(/^```ts\n([\s\S]*?)^```$(?:\s*^```text\n([\s\S]*?)^```$)?/gm)]
    .map(([, code = '', printed]) => ({ page, code, printed: printed ?? null }))
    .filter(({ code }) => code.includes('DATABASE_URL'))
})
const modules: Readonly<Record<string, string>> = { postgres: '@kalends/kysely/pg', mysql: '@kalends/kysely/mysql2' }

/** Runs a program with the packages of this repository; returns all of its output. */
function run(code: string, databaseUrl: string): Promise<string> {
  const args = ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', code]
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, DATABASE_URL: databaseUrl } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        output += String(data)
      })
    }
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

/** Runs a program in an empty database, which is dropped when the test ends. */
async function runInOwnDatabase(server: (typeof servers)[number], code: string): Promise<string> {
  const db = new Kysely<unknown>({ dialect: server.dialect({}) })
  const name = `docs_${randomUUID().slice(0, 8)}`
  onTestFinished(async () => {
    await sql`drop database if exists ${sql.table(name)}`.execute(db)
    await db.destroy()
  })
  await sql`create database ${sql.table(name)}`.execute(db)
  const address = new URL(server.address)
  address.pathname = name
  return run(code, address.href)
}

skipWithout(servers)

describe.each(servers)('documents on $name', (server) => {
  const own = programs.filter(({ code }) => code.includes(`'${modules[server.engine.dialect]}'`))

  test('each page has a program for this server, but archives.md for PostgreSQL alone', () => {
    expect(new Set(own.map(({ page }) => page)).size).toBe(server.engine.dialect === 'postgres' ? 3 : 2)
  })

  test.each(own)('a program of $page prints the output that the page shows', async ({ code, printed }) => {
    expect(await runInOwnDatabase(server, code)).toBe(printed ?? 'town-hall\n')
  })
})

/** The page's program that repeats serializable transactions, changed for MariaDB and MySQL as the page describes. */
const serializableOnMysql2 = (code: string): string =>
  code
    .replace('@kalends/kysely/pg', '@kalends/kysely/mysql2')
    .replace('{ postgresDialect }', '{ mysqlDialect }')
    .replace(
      "postgresDialect({ connectionString: process.env['DATABASE_URL'] })",
      "mysqlDialect({ uri: process.env['DATABASE_URL'] ?? '' })",
    )
    .replace("'40001'", "'ER_LOCK_DEADLOCK'")

test.each(servers.filter(({ engine }) => engine.dialect === 'mysql'))(
  'the serializable program of your-own-tables.md runs on $name with the changes that the page describes',
  async (server) => {
    const program = programs.find(({ code }) => code.includes("setIsolationLevel('serializable')"))
    const code = serializableOnMysql2(program?.code ?? '')
    expect(code).toContain('ER_LOCK_DEADLOCK')
    expect(await runInOwnDatabase(server, code)).toBe(program?.printed)
  },
)
