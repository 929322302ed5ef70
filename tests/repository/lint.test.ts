import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')

const core = 'packages/core/src/kinds/event/*.ts'
const time = 'packages/core/src/time/*.ts'
const memory = 'packages/memory/src/*.ts'
const fetch = 'packages/fetch/src/*.ts'
const kysely = 'packages/kysely/src/*.ts'

/** A folder (or a file, if the name matters), a line of code, and a part of the message that lint reports. */
const banned: readonly (readonly [place: string, code: string, reason: string])[] = [
  [core, `import 'node:fs'`, 'every runtime'],
  [core, `export { join } from 'node:path'`, 'every runtime'],
  [core, `import type { Stats } from 'node:fs'\nexport type S = Stats`, 'every runtime'],
  [core, `export const os = await import('node:os')`, 'every runtime'],
  [memory, `import 'node:fs'`, 'every runtime'],
  [fetch, `import 'node:http'`, 'every runtime'],

  [core, `export const a = Date.now()`, 'injected clock'],
  [core, `export const a = [1].map(Date.now)`, 'injected clock'],
  [core, `export const a = globalThis.Date.now()`, 'injected clock'],
  [core, `export const a = new Date()`, 'injected clock'],
  [core, `export const a = Date()`, 'injected clock'],
  [memory, `export const a = Date.now()`, 'injected clock'],
  [fetch, `export const a = new Date()`, 'injected clock'],
  ['packages/fetch/src/node.ts', `export const a = new Date()`, 'injected clock'],

  ...['getHours', 'getDate', 'getDay', 'getMonth', 'getFullYear', 'getMinutes', 'getTimezoneOffset', 'toDateString', 'toTimeString'].map(
    (part) => [core, `export const a = new Date(0).${part}()`, 'own time zone'] as const,
  ),
  [core, `export const a = new Date(0).setHours(1)`, 'own time zone'],
  [core, `export const a = (d?: Date) => d?.getDate()`, 'own time zone'],
  [core, `export const a = new Date(0)['getDate']()`, 'own time zone'],
  [core, `export const a = new Date(2026, 1)`, 'own time zone'],
  [core, `export const a = new Date(2026, 1, 1, 9)`, 'own time zone'],
  [time, `export const a = new Date(0).getHours()`, 'own time zone'],
  [memory, `export const a = new Date(0).getHours()`, 'own time zone'],
  [fetch, `export const a = new Date(0).getHours()`, 'own time zone'],

  [core, `export const a = Math.random()`, 'same input'],
  [memory, `export const a = Math.random()`, 'same input'],
  [fetch, `export const a = Math.random()`, 'same input'],
  [core, `export const a = 'a'.localeCompare('b')`, 'locale'],
  [memory, `export const a = (b?: string) => b?.toLocaleLowerCase()`, 'locale'],
  [fetch, `export const a = (1).toLocaleString()`, 'locale'],
  ['packages/core/test/*.ts', `export const env = { PATH: process.env['PATH'] }`, 'programEnvironment'],
  ['packages/client/test/*.ts', `export const { env } = { env: { PATH: process.env.PATH } }`, 'programEnvironment'],
  [core, `console.log(1)`, 'console'],
  [core, `globalThis.console.log(1)`, 'console'],
  [memory, `console.warn(1)`, 'console'],
  [fetch, `console.error(1)`, 'console'],

  [kysely, `export const a = sql.raw('x')`, 'text of the statement'],
  [kysely, `export const a = sql.raw<number>('x')`, 'text of the statement'],
  [kysely, `export const a = sql.lit(1)`, 'text of the statement'],
  [kysely, `export const a = sql.ref(name)`, 'fixed text'],
  [kysely, 'export const a = sql.ref(`events.$' + '{name}`)', 'fixed text'],
  [kysely, `export const a = sql.table<'x'>(names[0])`, 'fixed text'],
  [kysely, `export const a = sql.id('events', name)`, 'fixed text'],
  [kysely, `export const a = db.dynamic.ref(name)`, 'fixed text'],

  [time, `import { addMinutes } from 'date-fns'\naddMinutes(0, 1)`, 'barrel'],
  [time, `import { addDays } from 'date-fns/addDays'\naddDays(0, 1)`, 'count milliseconds'],
  [time, `import { getTimezoneOffset } from 'date-fns-tz'\ngetTimezoneOffset('')`, 'barrel'],
  ...['format', 'formatInTimeZone', 'toZonedTime', 'fromZonedTime'].map(
    (name) => [time, `import { ${name} } from 'date-fns-tz/${name}'\n${name}()`, 'verifies what it answers'] as const,
  ),
  [core, `import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'\ngetTimezoneOffset('')`, 'business of packages/core/src/time'],
  [
    kysely,
    `import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'\ngetTimezoneOffset('')`,
    'business of packages/core/src/time',
  ],
  [core, `import { z } from 'zod'\nz.string()`, 'import * as z'],
  [core, `import { z as zod } from 'zod'\nzod.string()`, 'import * as z'],
  [core, `import z from 'zod'\nz.string()`, 'import * as z'],
  [core, `import { z } from 'zod/mini'\nz.string()`, 'import * as z'],

  [core, `export const a = (b: any) => b`, 'Unexpected any'],
  [core, `export const a = (b?: string) => b!`, 'non-null'],
  [core, `// @ts-ignore\nexport const a: string = 1`, '@ts-ignore'],
  ...[
    `test.only('a', () => {})`,
    `test.skip('a', () => {})`,
    `describe.skip('a', () => {})`,
    `test.skip.each([1])('a', () => {})`,
    `test.each([1]).only('a', () => {})`,
    `test.skipIf(true)('a', () => {})`,
    `test.todo('a')`,
    `test('a', { skip: true }, () => {})`,
    `test('a', (context) => context.skip())`,
  ].map((code) => ['packages/core/src/kinds/event/*.test.ts', code, 'protects nothing'] as const),
  [core, `export default 1`, 'default export'],
  [core, `import { Clock } from './clock.ts'\nexport type A = Clock`, 'type'],
  ['packages/core/src/kinds/event/camelCase.ts', `export const a = 1`, 'kebab-case'],
]

const allowed: readonly (readonly [place: string, code: string])[] = [
  ['packages/fetch/src/node.ts', `import 'node:http'`],
  [kysely, `import 'node:sqlite'`],
  ['packages/core/src/kinds/event/*.test.ts', `import 'node:fs'`],
  [
    'packages/core/src/kinds/event/*.test.ts',
    `console.log(Date.now(), new Date(), new Date().getHours(), Math.random(), 'a'.localeCompare('b'))`,
  ],
  ['packages/core/src/time/clock.ts', `export const systemClock = { now: () => Date.now() }`],
  [core, `export const a = (clock: { now(): number }) => new Date(clock.now())`],
  [core, `export const a = [Date.UTC(2026, 1), Date.parse('2026-01-01T00:00:00Z'), new Date(0).getUTCHours(), new Date(0).getTime()]`],
  [core, `export const a = 'A'.toLowerCase() < 'b' ? Math.floor(1.5) : new Date(0).toISOString()`],
  [kysely, 'export const a = sql`lower($' + '{name})`'],
  [kysely, `export const a = [sql.ref('events.id'), sql.table('events'), sql.id('events', 'id'), sql.join([])]`],
  ['packages/kysely/src/schema/table-names.ts', `export const a = sql.table(name)`],
  [time, `import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset'\ngetTimezoneOffset('')`],
  [time, `import { addMilliseconds } from 'date-fns/addMilliseconds'\naddMilliseconds(0, 1)`],
  [core, `import * as z from 'zod/mini'\nz.string()`],
  [core, `import type { z } from './z.ts'\nexport type A = typeof z`],
  ['packages/core/src/kinds/event/*.test.ts', `// biome-ignore lint/plugin: the zone is unknown to this runtime\ntest.skip('a', () => {})`],
  ['packages/core/src/kinds/event/*.test.ts', `test.fails('a known gap', () => {})`],
  ['packages/core/tsup.config.ts', `export default {}`],
]

/** Writes each case into its own file beside a copy of the configuration, and lints all at once. */
function lint(cases: readonly (readonly [place: string, code: string, ...rest: unknown[]])[]): ReadonlyMap<string, readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-lint-'))
  try {
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
    cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
    cases.forEach(([place, code], index) => {
      const path = join(folder, fileOf(place, index))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, `${code}\n`)
    })
    const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', 'packages']
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const report: { diagnostics: { message: string; location: { path: string } }[] } = JSON.parse(stdout)
    const messages = new Map<string, string[]>()
    for (const { message, location } of report.diagnostics) messages.set(location.path, [...(messages.get(location.path) ?? []), message])
    return messages
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fileOf = (place: string, index: number) => place.replace('*', `sample-${index}`)
const numbered = <T extends readonly unknown[]>(cases: readonly T[]) =>
  cases.map((row, index) => ({ place: row[0], code: String(row[1]).replaceAll('\n', ' '), row, index }))

describe('lint refuses, with the reason', () => {
  const found = lint(banned)

  test.each(numbered(banned))('$code in $place', ({ row: [place, , reason], index }) => {
    expect((found.get(fileOf(place, index)) ?? []).join('\n')).toContain(reason)
  })
})

describe('lint has nothing against', () => {
  const found = lint(allowed)

  test.each(numbered(allowed))('$code in $place', ({ row: [place], index }) => {
    expect(found.get(fileOf(place, index)) ?? []).toEqual([])
  })
})
