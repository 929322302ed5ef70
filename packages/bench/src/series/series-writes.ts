import { type CalendarStore, type Draft, type EventRecord, singleEvent } from '@kalends/core/store'
import { eventDrafts } from '../data/events.ts'
import { nowMs, shapeOf } from '../data/shape.ts'
import type { SeriesQuery } from './series-queries.ts'

const dayMs = 86_400_000

const later = (local: string, ms: number): string => new Date(Date.parse(`${local}Z`) + ms).toISOString().slice(0, 19)

/** Thrown to undo the writes, because later runs use the databases again. */
const undo = new Error('undone')

const undone = async (store: CalendarStore, work: (tx: CalendarStore) => Promise<unknown>): Promise<void> => {
  try {
    await store.transaction(async (tx) => {
      await work(tx)
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
}

let base: Draft<EventRecord> | undefined

function baseDraft(): Draft<EventRecord> {
  base ??= findBase()
  return base
}

function findBase(): Draft<EventRecord> {
  for (const event of eventDrafts(shapeOf(1_000), 7, nowMs)) {
    const { status, venueIds, organizerIds, tagIds } = event
    if (status === 'publish' && venueIds.length === 1 && organizerIds.length === 1 && tagIds.length === 1) {
      return { ...event, slug: 'bench-series', parentId: 0, categoryIds: event.categoryIds.slice(0, 1) }
    }
  }
  throw new TypeError('No event of the data has one venue, one organizer and one tag.')
}

function shifted(event: Draft<EventRecord>, ms: number): Draft<EventRecord> {
  const { times } = event
  return {
    ...event,
    times: {
      ...times,
      startLocal: later(times.startLocal, ms),
      endLocal: later(times.endLocal, ms),
      startMs: times.startMs + ms,
      endMs: times.endMs + ms,
    },
  }
}

/** Inserts a series with `count` occurrences. */
async function create({ events }: CalendarStore, count: number): Promise<{ series: EventRecord; occurrences: readonly EventRecord[] }> {
  const series = await events.insert({
    ...baseDraft(),
    role: 'series',
    recurrence: { rule: 'FREQ=DAILY', dates: [], except: [] },
    extendedTo: '',
  })
  const drafts = Array.from({ length: count }, (_, day): Draft<EventRecord> => {
    const at = shifted({ ...series, ...singleEvent }, day * dayMs)
    const occurrenceKey = at.times.startLocal
    const { recurrence, extendedTo } = series
    return { ...at, role: 'occurrence', seriesId: series.id, occurrenceKey, recurrence, extendedTo, slug: `${series.slug}-${day}` }
  })
  const occurrences = (await events.insertMany(drafts)).filter((event) => event !== null)
  return { series, occurrences }
}

/** Creates a series, and writes all of its occurrences again, changed by a function. */
const rewrite =
  (change: (event: EventRecord) => EventRecord): ((store: CalendarStore) => Promise<void>) =>
  (store) =>
    undone(store, async (tx) => {
      const { occurrences } = await create(tx, 104)
      await tx.events.updateMany(occurrences.map(change))
    })

const retitled = (event: EventRecord): EventRecord => ({ ...event, title: 'Another title', titleKey: 'another title', updatedMs: nowMs })
const moved = (event: EventRecord): EventRecord => ({ ...event, ...shifted(event, 3_600_000), id: event.id, version: event.version })
const trashed = (event: EventRecord): EventRecord => ({ ...event, status: 'trash', statusBeforeTrash: event.status })

const write = (name: string, run: SeriesQuery['run']): SeriesQuery => ({ name, isOfSeries: true, run })

/** Writes of a series, each in a transaction that is undone. */
export const seriesWrites: readonly SeriesQuery[] = [
  write('create 104 occurrences', (store) => undone(store, (tx) => create(tx, 104))),
  write('create 731 occurrences', (store) => undone(store, (tx) => create(tx, 731))),
  write('create and retitle 104', rewrite(retitled)),
  write('create and move 104', rewrite(moved)),
  write('create and trash 104', rewrite(trashed)),
]
