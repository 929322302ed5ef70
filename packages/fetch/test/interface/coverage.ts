import { describe, test } from 'vitest'
import type { TestStore } from '../stores.ts'
import { interfaceLines } from './lines-interface.ts'
import { wireLines } from './lines-wire.ts'
import { type CalendarPair, type CalendarPairOptions, startPair } from './pair.ts'

/** Every requirement that the tests must cover. A requirement is called a line: of interface.md or wire.md. */
export const lines = [...interfaceLines, ...wireLines]

/** One test, with the lines that it covers. */
export interface Case {
  /** Ids of lines. */
  readonly lines: readonly string[]
  /** The behaviour that it tests. */
  readonly title: string
  /** Runs the test, on both stores at once. */
  readonly run: (pair: CalendarPair) => Promise<void>
  /** The options of the service. */
  readonly options: CalendarPairOptions
}

/** Adds a test for some lines, named by their ids. */
export type Covers = (ids: string, title: string, run: (pair: CalendarPair) => Promise<void>, options?: CalendarPairOptions) => void

/** The cases of one file. They are data, so that the table of lines and tests can be built without running them. */
export interface CaseFile {
  /** The test file. */
  readonly file: string
  /** Its cases. */
  readonly cases: readonly Case[]
}

/** Collects the cases of a file. */
export function collect(file: string, define: (covers: Covers) => void): CaseFile {
  const cases: Case[] = []
  define((ids, title, run, options = {}) => void cases.push({ lines: ids.split(' '), title, run, options }))
  return { file, cases }
}

/**
 * Registers the tests of a file; each title begins with the ids of its lines.
 * @param other the store that memory is compared with @default node:sqlite
 */
export function register({ file, cases }: CaseFile, other?: TestStore): void {
  describe(other === undefined ? file : `${file} on ${other.name}`, () => {
    for (const { lines: ids, title, run, options } of cases) {
      test(`[${ids.length > 6 ? `${ids.slice(0, 6).join(' ')} and ${ids.length - 6} more` : ids.join(' ')}] ${title}`, async () => {
        const pair = await startPair({ ...options, ...(other && { other }) })
        try {
          await run(pair)
        } finally {
          await pair.close()
        }
      })
    }
  })
}

/** Lines without a test, unknown lines in tests, and duplicate ids, each as a sentence; empty if there are none. */
export function problemsOf(files: readonly CaseFile[]): readonly string[] {
  const known = new Set(lines.map(({ id }) => id))
  const named = new Set(files.flatMap(({ cases }) => cases.flatMap((one) => one.lines)))
  return [
    ...lines.filter(({ id }) => !named.has(id)).map(({ id }) => `${id} has no test`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `${id} is not a line`),
    ...lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) !== index).map(({ id }) => `${id} is used twice`),
  ]
}

/** Renders docs/internals/interface-coverage.md: each line with its tests. */
export function toPage(files: readonly CaseFile[]): string {
  const testsOf = (id: string): string =>
    files
      .flatMap(({ file, cases }) => {
        const titles = cases.filter((one) => one.lines.includes(id)).map(({ title }) => title)
        return titles.length === 0
          ? []
          : [`\`${file}\`: ${titles.slice(0, 3).join('; ')}${titles.length > 3 ? `; and ${titles.length - 3} more` : ''}`]
      })
      .join('<br>')
  const rows = (page: string): readonly string[] =>
    lines
      .filter(({ id }) => id.startsWith(`${page}-`))
      .map(({ id, line }) => `| ${id.slice(page.length + 1)} | ${cell(line)} | ${cell(testsOf(id))} |`)
  const table = (page: string, title: string): readonly string[] => [
    `## ${title}`,
    '',
    '| line | requirement | tests |',
    '|---|---|---|',
    ...rows(page),
    '',
  ]
  return [
    '# The requirements of the REST interface, and the tests of each',
    '',
    'Generated from the tests by `KALENDS_WRITE=1 pnpm exec vitest run --project fetch test/interface/coverage.test.ts`; a test checks that the page is up to date.',
    'The test files are in `packages/fetch/test/interface`. Every test runs on the memory store and on node:sqlite: their responses must be equal byte for byte and match the OpenAPI document. The tests of series run on every database.',
    '',
    ...table('interface', 'The interface'),
    ...table('wire', 'What the interface leaves open'),
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
