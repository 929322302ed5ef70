import { readFile, writeFile } from 'node:fs/promises'
import type { EventFilter, EventSort } from '@kalends/core/store'
import { Kysely, type RawBuilder } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dialectOf } from '../engine/dialect-of.ts'
import { contextOf } from '../engine/store-context.ts'
import { nodeSqliteDialect } from '../node-sqlite.ts'
import { type PagePlan, planPage } from './plan.ts'
import { renderLimit, renderPage } from './render.ts'

// Prints the examples at the beginning of plan.ts, and compares them. Run it with KALENDS_WRITE_DOCS=1 to write them.

const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(':memory:') })
afterAll(() => db.destroy())
const context = contextOf(dialectOf, db, { prefix: '' })

const listed: EventFilter = { readable: [{ status: 'publish' }], hidden: false, roles: ['single', 'occurrence'] }
const month: EventFilter = { ...listed, startLocal: { gte: '2027-01-01T00:00:00', lt: '2027-02-01T00:00:00' } }

const examples: readonly (readonly [name: string, filter: EventFilter, key: EventSort['key']])[] = [
  ['a month, by start', month, 'startLocal'],
  ['two categories, by start', { ...listed, categoryIds: [1, 2] }, 'startLocal'],
  ['two ids, by title', { ...listed, ids: [1, 2] }, 'titleKey'],
  ['a month, by title', month, 'titleKey'],
  ['a range of a field, by start', { ...listed, fields: [{ name: 'seats', range: { gte: 'n1', lt: 'n2' } }] }, 'startLocal'],
]

/** A statement with its parameters in place, and without quotes around names. */
function sqlText(statement: RawBuilder<unknown>): string {
  const { sql, parameters } = statement.compile(db)
  const values = parameters.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return sql.replaceAll('"', '').replaceAll('?', () => values.shift() ?? '?')
}

/** A text in lines of at most 130 characters. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < 130) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function exampleLines([name, filter, key]: (typeof examples)[number]): readonly string[] {
  const order: readonly EventSort[] = [
    { key, direction: 'asc' },
    { key: 'id', direction: 'asc' },
  ]
  const query = { filter, order, offset: 0, limit: 35 }
  const plan = planPage(query)
  const statements = (one: PagePlan): readonly (readonly [title: string, statement: RawBuilder<unknown>])[] =>
    one.shape === 'firstOf'
      ? [['limit', renderLimit(context, one.limit, filter)], ...statements(one.few), ...statements(one.many)]
      : [[one.shape, renderPage(context, one, query).page]]
  const lines = statements(plan).flatMap(([title, statement]) =>
    wrapped(`${title}: ${sqlText(statement)}`).map((line, at) => (at === 0 ? line : `  ${line}`)),
  )
  return ['', `${name}: ${plan.shape}`, ...lines.map((line) => `  ${line}`)]
}

test('the examples at the beginning of plan.ts are the plans of these filters', async () => {
  const path = `${import.meta.dirname}/plan.ts`
  const text = await readFile(path, 'utf8')
  const lines = [
    'How a page of event ids is read. Five filters, the plan of each, and its SQL on SQLite, printed by plan-examples.test.ts:',
    ...examples.flatMap(exampleLines),
  ]
  const comment = ['/*', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */', ''].join('\n')
  const code = text.slice(text.indexOf('import '))
  const expected = `${comment}\n${code}`
  if (process.env['KALENDS_WRITE_DOCS'] === '1') await writeFile(path, expected)
  expect(await readFile(path, 'utf8')).toBe(expected)
})
