import type { EventRecord } from '@kalends/core/store'
import { utcLocal, utcMs } from '../factories/published.ts'

/** An occurrence in the naive model. */
export interface ModelOccurrence {
  readonly id: number
  readonly key: string
  readonly title: string
  readonly start: string
  readonly hasOwnTitle: boolean
  readonly hasMoved: boolean
  /** Whether it was put into the trash by itself. */
  readonly isTrashed: boolean
}

/** A series in the naive model. */
export interface ModelSeries {
  readonly title: string
  readonly isTrashed: boolean
  /** By key. */
  readonly occurrences: readonly ModelOccurrence[]
}

/** All series; each command makes a new list. */
export type SeriesModel = readonly ModelSeries[]

/** How much of a series a command is for. */
export type ModelScope = 'this' | 'following' | 'all'

/** A change of a part of a series. */
type Change = (part: ModelSeries, first: ModelOccurrence) => ModelSeries | null

const onEach = (series: ModelSeries, change: (one: ModelOccurrence) => ModelOccurrence): ModelSeries => ({
  ...series,
  occurrences: series.occurrences.map(change),
})

/** A new title: of an occurrence an own one, unless it is that of the series; of a series that of all occurrences without an own one. */
export const retitled =
  (title: string, scope: ModelScope): Change =>
  (part, first) => {
    // A value that the named occurrence has already is no change, whether it is its own or not.
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

/** Puts into the trash, or takes out of it. */
export const trashed =
  (isTrashed: boolean, scope: ModelScope): Change =>
  (part, first) =>
    scope === 'this' ? onEach(part, (one) => (one.id === first.id ? { ...one, isTrashed } : one)) : { ...part, isTrashed }

/** Deletes permanently. */
export const removed =
  (scope: ModelScope): Change =>
  (part, first) =>
    scope === 'this' ? { ...part, occurrences: part.occurrences.filter(({ id }) => id !== first.id) } : null

/** Applies a change to the part of a series that a scope names, which is a series of its own from then on. A series without dates is left out. */
export function changedFrom(model: SeriesModel, at: number, first: ModelOccurrence, scope: ModelScope, change: Change): SeriesModel {
  const series = model[at]
  if (series === undefined) return model
  const before = scope === 'following' ? series.occurrences.filter(({ key }) => key < first.key) : []
  const rest = { ...series, occurrences: series.occurrences.filter((one) => !before.includes(one)) }
  const parts = [...(before.length === 0 ? [] : [{ ...series, occurrences: before }]), change(rest, first)]
  const left = parts.filter((part) => part !== null).filter(({ occurrences }) => occurrences.length > 0)
  return [...model.slice(0, at), ...left, ...model.slice(at + 1)]
}

/** The model as plain lines, to compare. */
export const modelLines = (model: SeriesModel): unknown =>
  model.map(({ title, isTrashed, occurrences }) => ({
    title,
    isTrashed,
    occurrences: occurrences.map((one) => ({ ...one, isShown: !isTrashed && !one.isTrashed })),
  }))

/** The same lines of stored events. */
export const storedLines = (events: readonly EventRecord[], model: SeriesModel): unknown =>
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
