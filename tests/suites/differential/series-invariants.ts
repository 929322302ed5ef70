import type { CalendarStore } from '@kalends/core'
import type { EventRecord, StoredRecurrence } from '@kalends/core/store'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { utcLocal, utcMs } from '../../../packages/testing/src/factories/published.ts'
import { wholeEvent } from './naive-series.ts'

const dayMs = 86_400_000

/** Days from a Monday to a day. */
const daysFromMonday = (ms: number): number => (Math.floor(ms / dayMs) + 3) % 7

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** The keys of a daily or weekly rule that ends, found by testing every day. */
function ruleKeys(rule: string, startLocal: string): string[] {
  if (rule === '') return []
  const parts = new Map(rule.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))
  const startMs = utcMs(startLocal)
  const monday = (ms: number): number => Math.floor(ms / dayMs) - daysFromMonday(ms)
  const interval = Number(parts.get('INTERVAL') ?? 1)
  const count = Number(parts.get('COUNT') ?? Number.POSITIVE_INFINITY)
  const until = parts.get('UNTIL')?.replaceAll(/\D/g, '') ?? '9'
  const days = parts.get('BYDAY')?.split(',') ?? [weekdays[daysFromMonday(startMs)]]
  const keys: string[] = []
  for (let ms = startMs; keys.length < count && ms < startMs + 1_000 * dayMs; ms += dayMs) {
    const key = utcLocal(ms)
    if (key.replaceAll(/\D/g, '') > until) break
    const period = parts.get('FREQ') === 'DAILY' ? (ms - startMs) / dayMs : (monday(ms) - monday(startMs)) / 7
    if (period % interval !== 0) continue
    if (parts.get('FREQ') === 'DAILY' || days.includes(weekdays[daysFromMonday(ms)])) keys.push(key)
  }
  return keys
}

/** The keys of a series, by definition: those of the rule and the dates, without the excluded ones. */
const naiveKeys = ({ rule, dates, except }: StoredRecurrence, startLocal: string): string[] =>
  [...new Set([...ruleKeys(rule, startLocal), ...dates])].filter((key) => !except.includes(key)).sort()

/** The members of an occurrence that equal those of its series, unless they are overridden. */
const followed = ['title', 'authorId', 'publishedMs', 'showMap', 'hidden', 'sticky', 'featured', 'parentId', 'venueIds', 'tagIds'] as const

/**
 * Checks all series of a store: each key is stored once, and the members that an occurrence does not override equal those of its series. All
 * events must be in UTC, and all rules daily or weekly with an end. Returns all events.
 */
export async function assertSeries(store: CalendarStore): Promise<readonly EventRecord[]> {
  const events = await store.events.find({ filter: {}, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100_000 })
  for (const series of events) {
    if (series.role !== 'series' || series.recurrence === null) continue
    const { startLocal, endLocal } = series.times
    const rows = events.filter(({ seriesId }) => seriesId === series.id)
    const keys = rows.map(({ occurrenceKey }) => occurrenceKey)
    assertEqual(keys.toSorted(), naiveKeys(series.recurrence, startLocal), `keys of the series ${series.id}, ${series.recurrence.rule}`)
    for (const row of rows) {
      const what = `occurrence ${row.id} at ${row.occurrenceKey}`
      assertEqual(row, wholeEvent(row, events), `${what}, inherited members`)
      for (const member of followed) if (!row.overridden.includes(member)) assertEqual(row[member], series[member], `${what}, ${member}`)
      if (row.overridden.includes('times')) continue
      const endMs = utcMs(row.occurrenceKey) + utcMs(endLocal) - utcMs(startLocal)
      assertEqual([row.times.startLocal, row.times.endLocal], [row.occurrenceKey, utcLocal(endMs)], `${what}, times`)
    }
  }
  const ids = new Set(events.filter(({ role }) => role === 'series').map(({ id }) => id))
  const orphans = events.filter(({ role, seriesId }) => role === 'occurrence' && !ids.has(seriesId))
  assertEqual(orphans, [], 'occurrences without a series')
  return events
}
