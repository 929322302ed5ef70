import type { Event } from '@kalends/core'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { nastyTexts } from '../../../testing/src/nasty-texts.ts'
import { atom } from '../../src/atom.ts'
import { csv } from '../../src/csv.ts'
import { rss } from '../../src/rss.ts'
import { encode, hostile } from '../documents.ts'
import { choir, openCalendar } from '../support.ts'
import { findOracles } from './find-oracles.ts'
import { type Oracle, startOracle } from './start-oracle.ts'

interface ReadFeed {
  readonly errors: readonly string[]
  readonly version: string
  readonly title: string
  readonly entries: readonly {
    readonly title: string
    readonly link: string
    readonly id: string
    readonly html: string
    readonly published: number
    readonly categories: readonly string[]
  }[]
}

interface ReadRows {
  readonly errors: readonly string[]
  readonly rows: readonly Readonly<Record<string, string>>[]
}

const commands = findOracles('feedparser', 'csv')

const started: Oracle<unknown>[] = []
afterAll(() => {
  for (const oracle of started) oracle.stop()
})

/** What a reader finds in a document; undefined when this machine lacks it. */
async function read<Answer>(name: 'feedparser' | 'csv', document: string): Promise<Answer | undefined> {
  const command = commands.get(name)
  if (command === undefined) return undefined
  const oracle = startOracle<Answer>(command, 'America/New_York')
  started.push(oracle)
  return oracle.ask(document, 0)
}

/** Texts that end or break other languages, without the control character that no calendar takes. */
const texts = [...nastyTexts.map(({ text }) => text), hostile].map((text) => `Choir ${text}`.replaceAll('\u0085', '').trim())

/** An event for each text. */
async function createEvents(): Promise<readonly Event[]> {
  const { events } = openCalendar({ sanitizeHtml: (html) => html })
  const inputs = texts.map((text) => ({
    ...choir,
    title: text,
    description: `<p>Songs</p>`,
    venues: { name: text, city: 'Quellbrunn' },
    categories: ['Music & more'],
    tags: ['outdoors'],
    publishedUtc: '2026-01-02 03:04:05',
  }))
  return Promise.all(inputs.map((input) => events.create(input)))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them.
const toXml = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
const toHtml = (text: string): string => toXml(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

test.each([
  { version: 'rss20', format: rss },
  { version: 'atom10', format: atom },
])('feedparser finds the events of $version', async ({ version, format }) => {
  const events = await createEvents()
  const found = await read<ReadFeed>('feedparser', encode(format(), events))
  if (found === undefined) return
  const entries = events.map(({ id, slug, title, venues }) => ({
    title: toXml(`Sun 31 May, 19:30: ${title}`),
    link: new URL(`https://town.example/${slug}`).href,
    id: `https://town.example/rest/${id}`,
    html: `<p>Sun 31 May, 19:30<br />${toHtml(venues[0]?.name ?? '')}, Quellbrunn</p><p>Songs</p>`,
    published: Date.parse('2026-01-02T03:04:05Z') / 1_000,
    categories: ['Music & more', 'outdoors'],
  }))
  expect(found).toEqual({ errors: [], version, title: 'Town', entries })
})

test('Python finds the rows of CSV that csv-parse finds', async () => {
  const document = encode(csv(), await createEvents())
  const rows: readonly Record<string, string>[] = parse(document, { columns: true })
  expect(rows).toHaveLength(texts.length)
  const found = await read<ReadRows>('csv', document)
  if (found !== undefined) expect(found.rows).toEqual(rows)
})
