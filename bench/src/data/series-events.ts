import { type Draft, type EventRecord, singleEvent } from '@kalends/core/store'
import { eventDrafts } from './events.ts'
import type { DatasetShape } from './shape.ts'

/** The number of occurrences of each series. */
const occurrencesPerSeries = 100

/** Of this many events in lists, {@link singlesOfGroup} are single. */
const group = 595
const singlesOfGroup = 95

const weekMs = 7 * 86_400_000

const later = (local: string, ms: number): string => new Date(Date.parse(`${local}Z`) + ms).toISOString().slice(0, 19)

/** The events of a data set with series, one by one: each series comes before its occurrences. */
export function* seriesDrafts(shape: DatasetShape, kind: 'series' | 'copies'): Generator<Draft<EventRecord>, void, undefined> {
  let id = 0
  let listed = 0
  for (const event of eventDrafts(shape)) {
    if (listed >= shape.events) return
    if (listed % group < singlesOfGroup) {
      listed++
      id++
      yield { ...event, parentId: 0 }
      continue
    }
    const series: Draft<EventRecord> = {
      ...event,
      parentId: 0,
      role: 'series',
      recurrence: { rule: 'FREQ=WEEKLY', dates: [], except: [] },
      extendedTo: later(event.times.startLocal, occurrencesPerSeries * weekMs),
    }
    const seriesId = ++id
    if (kind === 'series') yield series
    else id--
    for (let week = 0; week < occurrencesPerSeries; week++) {
      id++
      listed++
      yield occurrenceOf(series, seriesId, week, kind)
    }
  }
}

function occurrenceOf(series: Draft<EventRecord>, seriesId: number, week: number, kind: 'series' | 'copies'): Draft<EventRecord> {
  const { times } = series
  const shiftMs = week * weekMs
  const occurrenceKey = later(times.startLocal, shiftMs)
  const occurrence = {
    ...series,
    slug: `${series.slug}-${occurrenceKey.slice(0, 10)}`,
    times: {
      ...times,
      startLocal: occurrenceKey,
      endLocal: later(times.endLocal, shiftMs),
      startMs: times.startMs + shiftMs,
      endMs: times.endMs + shiftMs,
    },
  }
  return kind === 'series' ? { ...occurrence, role: 'occurrence', seriesId, occurrenceKey } : { ...occurrence, ...singleEvent }
}
