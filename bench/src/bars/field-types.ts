import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../measure/statistics.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure } from './finding.ts'

/** The number of fields of each kind. */
const fieldsOfKind = 20

/** Types of fields, in turn: a text, a number, a boolean, a list and one of three texts. */
const types = ['string', 'number', 'boolean', 'readonly string[]', "'a' | 'b' | 'c'"] as const

const filters = ["filter: 'is'", "filter: 'range'", "filter: 'is'", "description: 'A list.'", "filter: 'is'"] as const

const kinds = ['event', 'venue', 'organizer'] as const

const optional = (index: number): boolean => index % 3 === 0

/** The declarations of the fields of one kind. */
function declarations(): string {
  const lines = Array.from({ length: fieldsOfKind }, (_, index) => {
    const at = index % types.length
    const undefinedToo = optional(index) ? ' | undefined' : ''
    // A kind has at most ten fields with a filter.
    const extra = index < 10 ? filters[at] : "description: 'A field.'"
    return `      field${index}: { schema: schema<${types[at]}${undefinedToo}>(), ${extra} },`
  })
  return lines.join('\n')
}

const samples = ["'text'", '7', 'true', "['one']", "'a'"] as const

const values = Array.from({ length: fieldsOfKind }, (_, index) => `field${index}: ${samples[index % samples.length]}`).join(', ')

/** The calls of an application for its events, venues and organizers. */
function callsOf(plural: string, required: string, hasFields: boolean): string {
  const input = hasFields ? `${required}, fields: { ${values} }` : required
  const read = hasFields ? 'one.fields.field1 + two.fields.field1' : 'one.id + two.id'
  return `
export async function ${plural}(): Promise<number> {
  const one = await calendar.${plural}.create({ ${input} })
  const two = await calendar.${plural}.update(one.id, { ${hasFields ? "fields: { field0: 'other' }" : 'slug: "other"'} })
  const page = await client.${plural}.list(${hasFields ? "{ fields: { field0: 'text', field1: { gte: 3 } } }" : '{}'})
  for await (const each of client.${plural}.each({})) if (each.id === ${hasFields ? 'each.fields.field1' : 'each.version'}) return each.id
  return page.items.length + ${read}
}`
}

/** The program of an application, with fields of three kinds or without. */
export function typeProgram(hasFields: boolean): string {
  const declared = kinds.map((kind) => `    ${kind}: {\n${declarations()}\n    },`).join('\n')
  const times = "title: 'Choir', startDate: '2031-05-31', endDate: '2031-05-31'"
  return `import { type CalendarOf, type CalendarOptions, createCalendar } from '@kalends/core'
import { createClient } from '@kalends/client'

interface Schema<T> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: T }
    readonly types?: { readonly input: T; readonly output: T }
  }
}
declare function schema<T>(): Schema<T>
declare const store: CalendarOptions['store']
export const calendar = createCalendar({
  store,
${hasFields ? `  fields: {\n${declared}\n  },` : ''}
})
export const client = createClient<CalendarOf<typeof calendar>>({ baseUrl: 'https://town.example' })
${[callsOf('events', times, hasFields), callsOf('venues', "name: 'Hall'", hasFields), callsOf('organizers', "name: 'Choir'", hasFields)].join('\n')}
export { schema }
`
}

const folder = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the compiler with the arguments. @returns its output @throws Error a program has errors */
function runCompiler(cwd: string, args: readonly string[]): string {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  try {
    return execFileSync(process.execPath, [compiler, ...args], { cwd, encoding: 'utf8' })
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`The compiler reports:\n${output}`, { cause: error })
  }
}

const compilerOptions = {
  ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [], module: 'NodeNext', moduleResolution: 'NodeNext' },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true },
}

/** A figure of the compiler, such as `Total time`, in milliseconds. */
function diagnosticMs(output: string, name: string): number {
  const [, seconds] = new RegExp(`^${name}:\\s+([\\d.]+)s$`, 'm').exec(output) ?? []
  return Number(seconds) * 1_000
}

/** Checks the two programs. @returns the milliseconds of all rounds of each */
export function checkPrograms(rounds: number): Readonly<Record<'none' | 'fields', readonly number[]>> {
  // Within the package, so that the compiler finds its dependencies.
  const place = mkdtempSync(join(folder, 'node_modules/types-'))
  try {
    const found = { none: [] as number[], fields: [] as number[] }
    for (const name of ['none', 'fields'] as const) {
      writeFileSync(join(place, `${name}.ts`), typeProgram(name === 'fields'))
      writeFileSync(join(place, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
    }
    for (let round = 0; round < rounds; round++) {
      for (const name of ['none', 'fields'] as const)
        found[name].push(diagnosticMs(runCompiler(place, ['-p', `${name}.json`, '--extendedDiagnostics']), 'Total time'))
    }
    return found
  } finally {
    rmSync(place, { recursive: true })
  }
}

/** How much longer the compiler takes for a program with twenty fields of three kinds than for the same one without fields. */
export function typeCheckFigure({ rounds, progress }: Bench): Figure {
  progress.say('bar 31: building the declarations')
  runCompiler(join(folder, '../..'), ['--build', 'packages/client'])
  progress.say('bar 31: checking types')
  const { none, fields } = checkPrograms(rounds)
  return {
    label: 'type-check of 3 kinds with 20 fields each, more than without',
    value: Math.max(0, median(fields) - median(none)),
    unit: 'ms',
    note: `${median(fields).toFixed(0)} ms instead of ${median(none).toFixed(0)} ms`,
    limit: atMost(500),
  }
}
