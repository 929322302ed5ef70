import { fileURLToPath } from 'node:url'
import { isSafe } from 'redos-detector'
import { describe, expect, test, vi } from 'vitest'
import { isTest, readSources, type Sources } from './architecture/sources.ts'

/** A slash where a value begins. This is enough for this repository's sources, whose number of expressions is checked below. */
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

/** The detector supports neither the flag `v`, which these sources use like `u`, nor named groups. */
const isLinear = ({ source, flags }: Found): boolean =>
  isSafe(new RegExp(source.replace(/\(\?<[A-Za-z]+>/g, '('), flags.replace('v', 'u')), { maxSteps: 20_000, timeout: 10_000 }).safe

/**
 * Without an unbounded repetition, the cost of each start position has a limit, regardless of the length of the text. The detector gives up
 * on long lists.
 */
const isBounded = ({ source }: Found): boolean => !/[*+]|\{\d+,\}/.test(source.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, ''))

/** Linear expressions that the detector rejects, because it assumes a match attempt at every position; each with the reason. */
const reviewed: ReadonlyMap<string, string> = new Map([
  [':([0-9]*)$', 'a start is a colon, which the digits after it cannot be'],
  ['&(?:#(\\d+)|#[xX]([\\da-fA-F]+)|(lt|gt|amp|quot|apos|nbsp));', 'a start is an ampersand, which no digit can be'],
  ['__trashed(?:-\\d+)?$', 'a start is the mark, which no digit can be'],
  ['(W\\/)?("[\\x21\\x23-\\x7e\\x80-\\xff]*")', 'it is sticky: one start, and quotes that are not in between'],
  ['\\[([^[\\]{}]*\\{(\\w+)\\}[^[\\]{}]*)\\]', 'a start is a bracket, which is not in between'],
  ['\\{(\\w+)\\}', 'a start is a brace, which no letter can be'],
  ['<\\/?([a-z][a-z0-9]{0,9})\\b[^<>]*>', 'a start is a <, which is not in between'],
  [
    '^(?:\\[!?([^\\][=!]+)\\])?(?:\\[[a-z_][a-z0-9_-]*=[A-Za-z0-9-]+\\])*$',
    'it starts at the first character, and a bracket is read as a zone and as a tag at most once each',
  ],
  ['^((?:[a-z]+:\\/\\/)?[^:@/]*):(?!\\/\\/).*@', 'it starts at the first character, with a scheme or without one, and reads the rest once'],
  [
    '<\\/?(?:a|b|br|div|em|h[1-6]|html-blob|i|li|ol|p|span|strong|u|ul)(?:\\s[^<>]{0,2000})?\\/?>',
    'a start is a <, which is not in between, and at most 2,000 characters follow',
  ],
  ['-(\\d+)$', 'a start is a hyphen, which no digit can be'],
  ['\\P{M}\\p{M}*$', 'a start is no mark, and only marks follow'],
  ['%[^%\\]]*\\](?=:\\d*$|$)', 'a start is a percent sign, which is not in between'],
  ['(?<!\\S)["\\uFF02]([^"\\uFF02]*)["\\uFF02](?!\\S)', 'a start is a quotation mark, and none is in between'],
  ['[\\p{M}\\uFF9E\\uFF9F]{33,}', 'a run that is too short ends within 33 steps, and a longer one matches as a whole'],
  ['-\\d{4}-\\d\\d-\\d\\d(?:-\\d+)*$', 'it reads a slug, which has at most 200 code points'],
  ['^([^.[]+)(\\[\\d+\\])?(?:\\.([^.[]+))?(.*)$', 'it matches at the first try, because the last part takes any rest'],
  ['(?<!\\d)(?:(?:19|20)\\d\\d-[01]?\\d-[0-3]?\\d|[0-3]?\\d([./-])[0-3]?\\d\\1(?:19|20)\\d\\d)(?!\\d)', 'no part of it is repeated'],
  [
    '^\\.|\\.\\.|(^|\\.)(|local(host|domain)?|internal|intranet|private|corp|home(\\.arpa)?|lan|test|invalid|svc|consul|docker|podman|incus|lxd|onion|alt)$|^[^.]*$|\\.\\d{1,3}$',
    'no part of it is repeated',
  ],
  ['<[^<>]*>', 'a start is a <, which is not in between'],
  ['^-+|-+$', 'it reads the name of a folder, which file systems limit to 255 bytes'],
  [
    '\\s*(?:\\/\\/|<!--|\\{\\/\\*|#)\\? (?:(not) )?([a-z][a-z-]*)(?: -->| \\*\\/\\})?$',
    'it reads lines of the templates of this repository',
  ],
  [
    '^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\\/(?:.*\\/)?([^/]+)$',
    'it starts at the first character, and reads the name of a zone that the runtime knows',
  ],
])

/** Sources that build expressions at runtime. */
const composing = [
  'packages/core/src/money/amount.ts',
  'packages/core/src/money/cost.ts',
  'packages/core/src/money/prices.ts',
  'packages/core/src/text/fold.ts',
  'packages/import/src/icalendar/components.ts',
]

const all = found(readSources(fileURLToPath(new URL('../..', import.meta.url))))

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

describe('expressions that are put together', () => {
  /** The expressions that a module creates when it is loaded and when it is used. */
  async function made(use: () => Promise<unknown>): Promise<readonly Found[]> {
    const sources: Found[] = []
    const original = globalThis.RegExp
    globalThis.RegExp = new Proxy(original, {
      construct(target, args: [string | RegExp, string?], newTarget) {
        const expression: RegExp = Reflect.construct(target, args, newTarget)
        sources.push({ where: '', source: expression.source, flags: expression.flags })
        return expression
      },
    })
    try {
      await use()
    } finally {
      globalThis.RegExp = original
    }
    return sources
  }

  test('are of our own texts only', () => {
    const dynamic = Object.entries(readSources(fileURLToPath(new URL('../..', import.meta.url))))
      .filter(([path, text]) => !isTest(path) && !path.startsWith('packages/testing/') && text.includes('RegExp('))
      .map(([path]) => path)
    expect(dynamic).toEqual(composing)
  })

  test.each(composing)('and linear: %s', async (path) => {
    const expressions = await made(async () => {
      vi.resetModules()
      await import(new URL(`../../${path}`, import.meta.url).href)
    })
    expect(expressions.length).toBeGreaterThan(0)
    expect(expressions.filter((one) => !isBounded(one) && !isLinear(one)).map(({ source }) => source)).toEqual([])
  })
})
