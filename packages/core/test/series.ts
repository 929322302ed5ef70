import { expect } from 'vitest'
import type { EventInput } from '../src/kinds/event/schema.ts'
import { keysOf, type SeriesRecord } from '../src/kinds/event/series/keys.ts'
import { timesAt } from '../src/kinds/event/series/times-at.ts'
import { changedFields } from '../src/kinds/event/series/writes/overrides.ts'
import type { EventRecord } from '../src/store/records.ts'
import { type OpenCalendar, openCalendar } from './open-calendar.ts'

/** A market on four Tuesdays from 2 June 2026, 10:00 to 12:00. */
export const aMarket = (change: Partial<EventInput> = {}): EventInput => ({
  title: 'Market',
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  recurrence: 'FREQ=WEEKLY;COUNT=4',
  ...change,
})

/** A calendar with a market: the series has the id 1, its occurrences 2 to 5. */
export async function openMarket(change: Partial<EventInput> = {}): Promise<OpenCalendar> {
  const open = openCalendar()
  await open.calendar.events.create(aMarket(change))
  return open
}

/** The events in memory. */
export const recordsOf = ({ memory }: OpenCalendar): readonly EventRecord[] => [...memory.snapshot().events.records.values()]

/** Checks all series: the stored keys are those of the rule, each once, and what is not overridden equals the series. */
export function checkSeries(records: readonly EventRecord[]): void {
  const all = records.filter((record): record is SeriesRecord => record.role === 'series')
  for (const series of all) {
    const rows = records.filter(({ seriesId }) => seriesId === series.id)
    expect(rows.map(({ occurrenceKey }) => occurrenceKey).sort()).toEqual(keysOf(series, { before: series.extendedTo }))
    for (const row of rows) {
      const expected = { ...series, times: timesAt(series.times, row.occurrenceKey) }
      expect(changedFields(expected, row).filter((field) => !row.overridden.includes(field))).toEqual([])
      expect(row).toMatchObject({ uid: series.uid, recurrence: series.recurrence, extendedTo: series.extendedTo })
    }
  }
  const known = new Set(all.map(({ id }) => id))
  expect(records.filter(({ seriesId }) => seriesId !== 0 && !known.has(seriesId))).toEqual([])
}

/** The events as lines, after a check of all series. */
export function linesOf(open: OpenCalendar): readonly string[] {
  const records = recordsOf(open)
  checkSeries(records)
  return [...records.filter(({ role }) => role !== 'occurrence'), ...records.filter(({ role }) => role === 'occurrence')].map(toLine)
}

function toLine({ id, slug, role, seriesId, occurrenceKey, recurrence, times, title, status, overridden, version }: EventRecord): string {
  const place = role === 'occurrence' ? `of ${seriesId} at ${occurrenceKey.slice(5, 16)}` : `${role} ${slug}`
  const dates =
    recurrence === null || role === 'occurrence' ? [] : [recurrence.rule, ...recurrence.dates, ...recurrence.except.map((key) => `-${key}`)]
  const from = `${times.startLocal.slice(5, 16)} to ${times.endLocal.slice(11, 16)}`
  return [id, place, from, title, status, ...dates, ...overridden, `v${version}`].join(' ')
}

/** The lines that differ after a write, and the ids of the events that it has deleted. */
export function changesOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const idOf = (line: string): string => line.slice(0, line.indexOf(' '))
  const left = new Set(after.map(idOf))
  const gone = before.map(idOf).filter((id) => !left.has(id))
  return [...after.filter((line) => !before.includes(line)), ...(gone.length === 0 ? [] : [`gone: ${gone.join(' ')}`])]
}
