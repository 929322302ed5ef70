import type { EventRecord } from '@kalends/core/store'
import { utcLocal, utcMs } from '../../../packages/testing/src/factories/published.ts'

/** An occurrence in the naive model. */
export interface ModelOccurrence {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly start: string
  readonly hasOwnTitle: boolean
  readonly hasMoved: boolean
  /** Whether the occurrence alone was put into the trash, not with its series. */
  readonly isTrashed: boolean
}

/** A series in the naive model. */
export interface ModelSeries {
  readonly title: string
  readonly isTrashed: boolean
  /** In the order of their keys. */
  readonly occurrences: readonly ModelOccurrence[]
}

/** All series; each command makes a new list. */
export type SeriesModel = readonly ModelSeries[]

/** The part of a series that a command changes. */
export type ModelScope = 'this' | 'following' | 'all'

/** Changes a part of a series; `first` is the occurrence that the command names. Returns null if the part is deleted. */
type Change = (part: ModelSeries, first: ModelOccurrence) => ModelSeries | null

const onEach = (series: ModelSeries, change: (one: ModelOccurrence) => ModelOccurrence): ModelSeries => ({
  ...series,
  occurrences: series.occurrences.map(change),
})

/**
 * Gives a title to one occurrence, or to a series and all its occurrences that have no title of their own. The title of one occurrence is its
 * own unless the series has the same. With the scope `following`, the named occurrence loses its own title.
 */
export const retitled =
  (title: string, scope: ModelScope): Change =>
  (part, first) => {
    // With the scope `following`, a title that the named occurrence already has is no change, whether its own or inherited.
    if (scope === 'following' && first.title === title) return part
    if (scope !== 'this') {
      const next = onEach(part, (one) =>
        one.hasOwnTitle && !(scope === 'following' && one.id === first.id) ? one : { ...one, title, hasOwnTitle: false },
      )
      return { ...next, title }
    }
    return onEach(part, (one) => (one.id !== first.id || one.title === title ? one : { ...one, title, hasOwnTitle: title !== part.title }))
  }

const later = (local: string, byMs: number): string => utcLocal(utcMs(local) + byMs)

/** Moves an occurrence, or all keys of a series and the occurrences that have not moved. */
export const moved =
  (byMs: number, scope: ModelScope): Change =>
  (part, first) => {
    if (scope === 'this') {
      return onEach(part, (one) => {
        const start = later(one.start, byMs)
        return one.id !== first.id || byMs === 0 ? one : { ...one, start, hasMoved: start !== one.key }
      })
    }
    return onEach(part, (one) => ({ ...one, key: later(one.key, byMs), start: one.hasMoved ? one.start : later(one.start, byMs) }))
  }

/** Puts an occurrence or a series into the trash, or takes it out of the trash. */
export const trashed =
  (isTrashed: boolean, scope: ModelScope): Change =>
  (part, first) =>
    scope === 'this' ? onEach(part, (one) => (one.id === first.id ? { ...one, isTrashed } : one)) : { ...part, isTrashed }

/** Deletes an occurrence or a series permanently. */
export const removed =
  (scope: ModelScope): Change =>
  (part, first) =>
    scope === 'this' ? { ...part, occurrences: part.occurrences.filter(({ id }) => id !== first.id) } : null

/**
 * Applies a change to the part of a series that the scope names. With the scope `following`, that part becomes a series of its own. A series
 * without occurrences is removed.
 */
export function withChange(model: SeriesModel, at: number, first: ModelOccurrence, scope: ModelScope, change: Change): SeriesModel {
  const series = model[at]
  if (series === undefined) return model
  const before = scope === 'following' ? series.occurrences.filter(({ key }) => key < first.key) : []
  const rest = { ...series, occurrences: series.occurrences.filter((one) => !before.includes(one)) }
  const parts = [...(before.length === 0 ? [] : [{ ...series, occurrences: before }]), change(rest, first)]
  const left = parts.filter((part) => part !== null).filter(({ occurrences }) => occurrences.length > 0)
  return [...model.slice(0, at), ...left, ...model.slice(at + 1)]
}

/** The model as plain data, to compare it with {@link storedData}. */
export const modelData = (model: SeriesModel): unknown =>
  model.map(({ title, isTrashed, occurrences }) => ({
    title,
    isTrashed,
    occurrences: occurrences.map((one) => ({ ...one, isShown: !isTrashed && !one.isTrashed })),
  }))

/** The same data of the stored events. */
export const storedData = (events: readonly EventRecord[], model: SeriesModel): unknown =>
  model.map(({ occurrences: wanted }) => {
    const rows = wanted.flatMap(({ id }) => events.filter((event) => event.id === id))
    const series = events.find(({ id }) => id === rows[0]?.seriesId)
    const all = events.filter(({ seriesId }) => seriesId === series?.id).toSorted((a, b) => (a.occurrenceKey < b.occurrenceKey ? -1 : 1))
    return {
      title: series?.title,
      isTrashed: series?.status === 'trash',
      occurrences: all.map(({ id, occurrenceKey, title, times, overridden, status }) => ({
        id,
        key: occurrenceKey,
        title,
        start: times.startLocal,
        hasOwnTitle: overridden.includes('title'),
        hasMoved: overridden.includes('times'),
        isTrashed: status === 'trash' && overridden.includes('status'),
        isShown: status === 'publish',
      })),
    }
  })
