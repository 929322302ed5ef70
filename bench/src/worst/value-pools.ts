import type { Dataset } from '../data/dataset.ts'
import type { Random } from '../data/random.ts'
import type { ListParameter } from './list-routes.ts'

/** The values that a search tries for a parameter: common, rare, and unusual but valid ones. */
export type ValuePools = (parameter: ListParameter) => readonly string[]

/** The number of events that words and dates are taken from. */
const sampleSize = 300

/** The twelve words that occur in most of the texts, and the four that occur in fewest. */
function wordsOf(texts: readonly string[]): { readonly frequent: readonly string[]; readonly rare: readonly string[] } {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(text.split(/\s+/))) if (/^[a-z]+$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word)
  return { frequent: words.slice(0, 12), rare: words.slice(-4) }
}

/** Searches: one word and many, frequent, rare and absent ones, phrases, single letters, special characters. */
function searchesOf(texts: readonly string[]): readonly string[] {
  const { frequent, rare } = wordsOf(texts)
  const absent = 'zzqxvw'
  const first = (count: number): string => frequent.slice(0, count).join(' ')
  return [
    ...[...frequent.slice(0, 3), ...rare, absent, first(8), `${first(8)} ${absent}`, `${absent} ${first(3)}`, `"${first(2)}"`],
    Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26), 97 + ((index * 7) % 26))).join(' '),
    ...['a e i o u s t r', 'e', 'ab', '%', '_ \\ !', 'x'.repeat(200), '日本'],
  ]
}

/** Bounds of windows: days, wall times, instants and relative times, near ones and the first and last possible ones. */
const bounds = [
  ...['2026-06-01', '2026-06-30', '2025-03-01', '2023-01-01', '2028-06-01', '1900-01-01', '2200-12-31', 'now', 'today'],
  ...['2026-06-01 12:00:00', '2026-06-01T12:00:00Z', '2023-01-01T00:00:00+14:00', '1900-01-01T00:00:00Z', '2200-12-31T23:59:59Z'],
]

const range = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, index) => from + index).join()

/** One id and many, from a first one on. */
const idsFrom = (first: number, count: number): readonly string[] => [
  ...[1, Math.ceil(count / 2), count, count + 1_000_000].map((id) => String(first - 1 + id)),
  ...[range(first, first + 2), range(first, first + Math.min(100, count) - 1), range(first + Math.max(0, count - 100), first + count - 1)],
]

/**
 * Pools with values from the data. A parameter without its own pool gets one from its schema, so that new parameters are included.
 * @param random the random numbers of the seed, which choose an event id
 */
export function valuePools(data: Dataset, random: Random): ValuePools {
  const { shape } = data
  const texts: string[] = []
  for (const { searchText } of data.events()) if (texts.push(searchText) >= sampleSize) break
  const searches = searchesOf(texts)
  const categories = [...idsFrom(1, shape.categories), 'no-such-slug', 'category-1', 'category-11,category-12,category-13']
  const tags = [...idsFrom(shape.categories + 1, shape.tags), 'no-such-slug', 'tag-1']
  const events = [...idsFrom(1, shape.events), String(1 + random.below(shape.events))]
  const pages = ['1', '2', '10', '1000', String(Math.ceil(shape.events / 100)), '1000000', '9007199254740991']
  const byName: Readonly<Record<string, readonly string[]>> = {
    page: pages,
    per_page: ['1', '10', '35', '100', '100000'],
    search: searches,
    categories,
    tags,
    venue: idsFrom(1, shape.venues),
    organizer: idsFrom(1, shape.organizers),
    include: events,
    exclude: events,
    event: events,
    post: events,
    post_parent: ['0', ...events.slice(0, 3)],
    parent: ['0', ...categories.slice(0, 3)],
    slug: ['category-1', 'tag-1', 'no-such-slug'],
    status: ['publish', 'any', 'draft', 'publish,draft,pending,private', 'trash'],
    geoloc_lat: ['48.2', '0', '90', '36.5', '-89.999'],
    geoloc_lng: ['16.4', '0', '180', '-9'],
    geoloc_radius: ['0.001', '5', '25', '200', '1000', '20000'],
    timeZone: ['UTC', 'Pacific/Kiritimati', 'Europe/Berlin', '-12:00'],
  }
  return ({ name, schema }) => byName[name] ?? bySchema(name, schema, [...bounds, ...searches])
}

function bySchema(name: string, schema: ListParameter['schema'], texts: readonly string[]): readonly string[] {
  const { enum: words, type } = schema
  if (Array.isArray(words)) return words.map(String)
  if (/^(?:from|to|start|end|starts|ends|modified|published)(?:$|_)/.test(name)) return bounds
  if (type === 'boolean') return ['true', 'false', 'yes', '0']
  if (type === 'integer' || type === 'number') return ['0', '1', '100', '1000000']
  return texts
}
