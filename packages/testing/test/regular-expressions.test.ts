import { fileURLToPath } from 'node:url'
import { isSafe } from 'redos-detector'
import { describe, expect, test } from 'vitest'
import { isTest, readSources, type Sources } from './architecture/sources.ts'

/** A slash where a value begins; good enough for our own sources, whose count is checked below. */
const literal = /(?<=(?:[=(,:[!&|?{};]|=>|return|^)[ \t\n]*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm
const comment = /^[ \t]*(?:\/\/|\*|\/\*).*$/gm

interface Found {
  readonly where: string
  readonly source: string
  readonly flags: string
}

const found = (sources: Sources): readonly Found[] =>
  Object.entries(sources)
    .filter(([path]) => !isTest(path))
    .flatMap(([path, text]) =>
      [...text.replace(comment, '').matchAll(literal)].map(([, source = '', flags = '']) => ({ where: path, source, flags })),
    )

/** The detector knows no `v`, which in our sources means what `u` does. */
const isLinear = ({ source, flags }: Found): boolean =>
  isSafe(new RegExp(source, flags.replace('v', 'u')), { maxSteps: 20_000, timeout: 10_000 }).safe

/** Found wanting by the detector, which sees a start at every place, and linear all the same; each with the reason. */
const reviewed: ReadonlyMap<string, string> = new Map([
  [':([0-9]*)$', 'a start is a colon, which the digits after it cannot be'],
  ['&(?:#(\\d+)|#[xX]([\\da-fA-F]+)|(lt|gt|amp|quot|apos|nbsp));', 'a start is an ampersand, which no digit can be'],
  ['__trashed(?:-\\d+)?$', 'a start is the mark, which no digit can be'],
  ['(W\\/)?("[\\x21\\x23-\\x7e\\x80-\\xff]*")', 'it is sticky: one start, and quotes that are not in between'],
  ['\\b[a-z]+[A-Z][A-Za-z]*\\b', 'words have one start each, and reasons are our own texts'],
  ['(^|; )([A-Za-z]+) ', 'a start is a semicolon, which no letter can be'],
])

const all = found(readSources(fileURLToPath(new URL('../../..', import.meta.url))))

describe('regular expressions take time in proportion to the text', () => {
  test('are found', () => expect(all.length).toBeGreaterThan(80))

  test.each(all.filter(({ source }) => !reviewed.has(source)))('/$source/$flags of $where', (one) => expect(isLinear(one)).toBe(true))

  test('and those that were looked at by hand are still there', () => {
    expect([...reviewed.keys()].filter((source) => !all.some((one) => one.source === source))).toEqual([])
  })
})

describe('the detector', () => {
  test.each(['(a+)+$', '^(?:a|a)*$', '^a*a*$', '^(?:[a-z]+,?)+$', '\\s+$', '^\\d*\\d*x'])('refuses /%s/', (source) =>
    expect(isLinear({ where: '', source, flags: '' })).toBe(false),
  )
  test.each(['^[0-9]+$', '^a[^b]*b$', '[a-z]', '^(?:ab)*$'])('passes /%s/', (source) =>
    expect(isLinear({ where: '', source, flags: '' })).toBe(true),
  )
})

test('expressions are put together from texts of our own only', () => {
  const dynamic = Object.entries(readSources(fileURLToPath(new URL('../../..', import.meta.url))))
    .filter(([path, text]) => !isTest(path) && !path.startsWith('packages/testing/') && text.includes('RegExp('))
    .map(([path]) => path)
  expect(dynamic).toEqual([
    'packages/core/src/event/amount.ts',
    'packages/core/src/event/cost.ts',
    'packages/core/src/event/currency.ts',
    'packages/core/src/text/fold.ts',
    'packages/core/src/text/plain-from-html.ts',
  ])
})
