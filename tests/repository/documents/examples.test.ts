import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compile, type Program, root } from './documents.ts'

/** The examples in the comments of a source file, as functions; what they import stands before. */
function readExamples(path: string): readonly Program[] {
  const comments = [...readFileSync(join(root, path), 'utf8').matchAll(/\/\*\*([\s\S]*?)\*\//g)].map(([, comment = '']) =>
    comment.replace(/^ *\* ?/gm, ''),
  )
  const examples = comments.flatMap((comment) =>
    [...comment.matchAll(/@example ?([\s\S]*?)(?=\n@|$(?![\s\S]))/g)].map(([, example = '']) => example),
  )
  return examples.map((example, index) => {
    const lines = example.split('\n').filter((line) => !line.startsWith('```'))
    const imports = lines.filter((line) => line.startsWith('import '))
    const body = lines
      .filter((line) => !line.startsWith('import '))
      .join('\n')
      .trim()
    // A member of a collection that is being written.
    const statements = /^\w+: /.test(body) ? `const events: Partial<import('@kalends/core').CalendarStore['events']> = { ${body} }` : body
    return {
      name: `${path}, example ${index + 1}`,
      code: `${imports.join('\n')}\nexport async function example() {\n${statements}\n}`,
      printed: undefined,
    }
  })
}

/** What the packages export, and what an example may take for granted: a calendar, a store, a database, a request. */
async function toSurroundings(): Promise<string> {
  const packages = [
    '@kalends/core',
    '@kalends/core/archive',
    '@kalends/core/compact',
    '@kalends/core/format',
    '@kalends/core/otel',
    '@kalends/core/read-only',
    '@kalends/core/store',
    '@kalends/core/tenants',
    '@kalends/elements',
    '@kalends/fetch',
    ...['changes', 'cors', 'explain', 'forms', 'formats', 'fullcalendar', 'hosts'].map((entry) => `@kalends/fetch/${entry}`),
    ...['idempotency', 'node', 'observe', 'preview', 'secret-parameters'].map((entry) => `@kalends/fetch/${entry}`),
    '@kalends/formats/atom',
    '@kalends/formats/csv',
    '@kalends/formats/geojson',
    '@kalends/formats/icalendar',
    '@kalends/formats/jsonfeed',
    '@kalends/formats/jsonld',
    '@kalends/formats/jsonld-lint',
    '@kalends/formats/rss',
    '@kalends/import',
    '@kalends/import/csv',
    '@kalends/import/icalendar',
    '@kalends/import/json-ld',
    '@kalends/import/kysely',
    '@kalends/import/the-events-calendar',
    '@kalends/kysely',
    '@kalends/mcp',
    '@kalends/memory',
    '@kalends/testing',
    '@kalends/testing/conformance',
    '@kalends/the-events-calendar',
    '@kalends/webhooks',
    '@kalends/webhooks/kysely',
    '@kalends/webhooks/node',
    '@kalends/webhooks/verify',
    // The last, because its isCalendarError has the name of the core's.
    '@kalends/client',
    '@kalends/client/copy',
    '@kalends/client/query',
  ]
  const modules = await Promise.all(packages.map(async (name) => ({ name, values: Object.keys(await import(name)) })))
  const moduleOf = new Map([...modules].reverse().flatMap(({ name, values }) => values.map((value) => [value, name] as const)))
  const exported = [...moduleOf].map(([value, name]) => `const ${value}: typeof import('${name}').${value}`)
  return `declare global {
    ${exported.join('\n')}
    const totalOrder: typeof import('../../../../packages/core/src/paging/order.ts').totalOrder
    const api: typeof import('@opentelemetry/api')
    const calendar: import('@kalends/core').Calendar
    type CalendarClient = import('@kalends/core').CalendarClient
    type CalendarOf<C extends import('@kalends/core').Calendar> = import('@kalends/core').CalendarOf<C>
    const client: CalendarClient
    const listed: import('@kalends/elements').ListedEvent
    const hall: import('@kalends/core').Venue
    const arts: import('@kalends/core').Term
    const store: import('@kalends/core').CalendarStore
    const myStore: () => import('@kalends/core').CalendarStore
    const work: (store: import('@kalends/core').CalendarStore) => Promise<void>
    const createStore: () => Promise<import('@kalends/testing/conformance').OpenedStore>
    const handler: import('@kalends/fetch').Handler
    const hooks: import('@kalends/webhooks').Webhooks
    const items: Iterable<import('@kalends/import').ImportItem>
    const records: import('@kalends/import').ImportStore
    const sources: import('@kalends/import').Sources
    type ImportItem = import('@kalends/import').ImportItem
    const request: Request
    const db: import('kysely').Kysely<unknown>
    const app: { use(middleware: (...given: never[]) => unknown): void }
    const createServer: typeof import('node:http').createServer
    const file: string
    const readLines: (file: string) => AsyncIterable<import('@kalends/core').EventInput>
    const describe: typeof import('vitest').describe
    const test: typeof import('vitest').test
    const expect: typeof import('vitest').expect
  }
  export {}`
}

test('examples in comments compile', async () => {
  const paths = globSync('packages/*/src/**/*.ts', { cwd: root }).filter((path) => !/\.(?:test|bench)\.ts$/.test(path))
  const examples = paths.sort().flatMap(readExamples)
  expect(examples.length).toBeGreaterThan(30)
  expect(compile(examples, await toSurroundings())).toBe('')
})
