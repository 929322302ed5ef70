import type { Calendar, Event } from '@kalends/core'
import { viewEvent } from '../views.ts'
import { whenOf } from '../when.ts'
import type { WrittenTimes } from '../written-time.ts'
import { conflictsOf } from './conflicts.ts'
import { datesOf, sentenceOf } from './dates.ts'
import type { Written } from './two-steps.ts'

/** What a write was for, besides the event that it returned. */
export interface WriteOf {
  /** The event before; undefined for a new one. */
  readonly before?: Event
  /** Whether the write is for several dates of a series. */
  readonly isOfSeries: boolean
  /** The times of the input. */
  readonly times?: WrittenTimes | undefined
  /** What it changes beside the times. @default nothing */
  readonly changes?: readonly string[]
}

/** What a write has stored, read in its own transaction. */
export async function writtenOf(tx: Calendar, event: Event, { before, isOfSeries, times, changes = [] }: WriteOf): Promise<Written> {
  const found = isOfSeries ? await datesOf(tx, event) : undefined
  const series = found === undefined || event.recurrence === null ? undefined : await tx.events.get(event.recurrence.seriesId)
  // A series has the times that were written; what takes place are its dates.
  const shown = event.recurrence?.id === '' ? (found?.firstEvent ?? event) : event
  return {
    sentence: [sentenceOf(shown, found?.dates, times), ...(changes.length > 0 ? [`It changes ${changes.join(', ')}.`] : [])].join(' '),
    event: { ...viewEvent(event), when: whenOf(shown) },
    dates: found?.dates,
    conflicts: await conflictsOf(tx, event, series),
    before: before === undefined ? null : { version: before.version, sentence: whenOf(before).sentence },
  }
}
