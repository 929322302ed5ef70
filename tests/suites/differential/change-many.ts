import { type Calendar, type Change, createCalendar, isCalendarError } from '@kalends/core'
import * as fc from 'fast-check'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { fixedClock } from '../../../packages/testing/src/clock.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import {
  createWorld,
  type EventPlan,
  eventPlans,
  type FilterPlan,
  filterPlans,
  ownPolicy,
  patches,
  rowsOf,
  toFilters,
} from './many-worlds.ts'
import { renumbered } from './renumbered.ts'

/** Options of {@link runChangeMany}. */
export interface ChangeManyRunOptions {
  /** Opens an empty store; called twice for each run, the second time after the first store was closed. */
  createStore(): Promise<OpenedStore>
  /** How many changes to run. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

/** A change of many events. */
interface ManyPlan {
  readonly action: 'update' | 'trash' | 'restore'
  readonly filters: FilterPlan
  readonly patch: Parameters<Calendar['events']['updateMany']>[1]
  readonly dates: 'series' | 'all'
  readonly isTrusted: boolean
}

const manyPlans: fc.Arbitrary<ManyPlan> = fc.record({
  action: fc.constantFrom('update', 'update', 'trash', 'restore'),
  filters: filterPlans,
  patch: patches,
  dates: fc.constantFrom('series', 'all'),
  isTrusted: fc.boolean(),
})

/** What a change of many events reports, with what it refuses as pairs of code and rank. */
interface Outcome {
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly string[]
}

/** Changes the events of a list in one way. */
type Run = (events: Calendar['events'], plan: ManyPlan, filters: Filters, changes: readonly Change[]) => Promise<Tally>
type Filters = ReturnType<typeof toFilters>

interface Tally {
  changed: number
  unchanged: number
  readonly refused: (readonly [code: string, id: number])[]
}

/**
 * Changes all events of a random list with one call, and again by a loop of single writes over the list. Compares the reports, the stored
 * records and the changes that listeners received. A dry run has to report the same, and to leave the store as it is.
 * @throws an error that shows the seed, the shortest case found and the first difference
 */
export async function runChangeMany({ createStore, runs, seed }: ChangeManyRunOptions): Promise<void> {
  const property = fc.asyncProperty(eventPlans, manyPlans, async (world, plan) => {
    const single = await outcomeIn(createStore, world, plan, changeEach)
    const together = await outcomeIn(createStore, world, plan, changeTogether)
    assertEqual(together, single, 'changeMany')
  })
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
}

async function outcomeIn(
  createStore: ChangeManyRunOptions['createStore'],
  world: readonly EventPlan[],
  plan: ManyPlan,
  run: Run,
): Promise<unknown> {
  const { store, close } = await createStore()
  try {
    const calendar = createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z'), timeZone: 'Europe/Berlin' })
    const known = await createWorld(calendar, world)
    const changes: Change[] = []
    for (const verb of ['created', 'updated', 'trashed', 'restored', 'deleted'] as const) {
      calendar.on(`event.${verb}`, (change) => void changes.push(change))
      calendar.on(`venue.${verb}`, (change) => void changes.push(change))
    }
    const before = await renumbered(store, [], [])
    const { events } = plan.isTrusted ? calendar : calendar.as({ id: '1' }, ownPolicy)
    const filters = toFilters(plan.filters, known)
    const toOutcome = ({ refused, ...counts }: Tally): Outcome => ({
      ...counts,
      refused: refused.map(([code, id]) => `${code} ${known.eventIds.indexOf(id)}`).toSorted(),
    })
    const dry = run === changeTogether ? toOutcome(await changeTogether(events, plan, filters, [], { dryRun: true })) : null
    assertEqual(await renumbered(store, changes, []), before, 'the store after a dry run')
    const outcome = toOutcome(await run(events, plan, filters, changes))
    if (dry !== null) assertEqual(dry, outcome, 'the report of the dry run')
    return { outcome, ...(await renumbered(store, changes, [])) }
  } finally {
    await close()
  }
}

async function changeTogether(
  events: Calendar['events'],
  { action, patch, dates }: ManyPlan,
  filters: Filters,
  _changes: readonly Change[],
  more: { readonly dryRun?: boolean } = {},
): Promise<Tally> {
  const options = { ...more, dates }
  const report =
    action === 'update'
      ? await events.updateMany(filters, patch, options)
      : action === 'trash'
        ? await events.trashMany(filters, options)
        : await events.restoreMany(filters, options)
  const refused = report.refused.flatMap(({ code, records }) => records.map(({ id }) => [code, id] as const))
  return { changed: report.changed, unchanged: report.unchanged, refused }
}

/** The same by single writes, by the rules of the documents. */
async function changeEach(events: Calendar['events'], plan: ManyPlan, given: Filters, changes: readonly Change[]): Promise<Tally> {
  const tally: Tally = { changed: 0, unchanged: 0, refused: [] }
  const listed = plan.action === 'restore' ? { ...given, status: 'trash' as const } : given
  // A series is looked at as a whole, even if the list has its next date alone.
  const { series: _, ...all } = listed
  // Ids are found whatever their dates are.
  const filters = all.ids === undefined ? all : { ...all, startsFrom: undefined, startsUntil: undefined }
  const changeOne = async (id: number): Promise<void> => {
    const known = changes.length
    try {
      await (plan.action === 'update' ? events.update(id, plan.patch) : events[plan.action](id))
      tally[changes.length > known ? 'changed' : 'unchanged']++
    } catch (error) {
      if (!isCalendarError(error)) throw error
      tally.refused.push([error.code, id])
    }
  }
  const done = new Set<number>()
  for (const { id, recurrence } of await rowsOf(events, listed)) {
    if (recurrence === null) await changeOne(id)
    if (recurrence === null || done.has(recurrence.seriesId)) continue
    const { seriesId } = recurrence
    done.add(seriesId)
    const isNamed = id === seriesId
    const { ids: __, ...others } = filters
    const matching = await rowsOf(events, { ...(isNamed ? others : filters), seriesIds: seriesId })
    const own = plan.dates === 'all' ? matching.filter(isException).map((date) => date.id) : []
    const hasRegular = matching.some((date) => !isException(date))
    const isWhole = isNamed || (hasRegular && (await areWithin(events, seriesId, filters)))
    if (isWhole) await changeOne(seriesId)
    for (const date of own) await changeOne(date)
    if (!isWhole && (hasRegular || own.length === 0)) tally.refused.push(['some_dates', seriesId])
  }
  return tally
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const isException = ({ recurrence }: Row): boolean => recurrence !== null && recurrence.overridden.length > 0

/** Whether all dates of a series meet the filters in which they differ. */
async function areWithin(events: Calendar['events'], seriesId: number, filters: Filters): Promise<boolean> {
  const { ids, afterId, startsFrom, startsUntil } = filters
  const every = { seriesIds: seriesId, hidden: 'include', status: filters.status === 'trash' ? 'trash' : 'any' } as const
  const isOfSeries = ({ status, recurrence }: Row): boolean => status !== 'trash' || recurrence?.overridden.includes('status') !== true
  const all = (await rowsOf(events, every)).filter(isOfSeries)
  const within = new Set((await rowsOf(events, { ...every, ids, afterId, startsFrom, startsUntil })).map(({ id }) => id))
  return all.every(({ id }) => within.has(id))
}
