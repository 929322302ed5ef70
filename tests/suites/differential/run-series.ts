import { type Calendar, type CalendarStore, createCalendar } from '@kalends/core'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { fixedClock } from '../../../packages/testing/src/clock.ts'
import { utcLocal, utcMs } from '../../../packages/testing/src/factories/published.ts'
import type { AgreementOptions } from './agreement.ts'
import { assertSeries } from './series-invariants.ts'
import {
  type ModelOccurrence,
  type ModelScope,
  modelData,
  moved,
  removed,
  retitled,
  type SeriesModel,
  storedData,
  trashed,
  withChange,
} from './series-model.ts'

const rules = [
  'FREQ=DAILY;COUNT=4',
  'FREQ=DAILY;INTERVAL=3;COUNT=5',
  'FREQ=WEEKLY;COUNT=6;BYDAY=MO,TH',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260720',
] as const

/** A command; numbers pick a series and an occurrence of it. */
interface SeriesCommand {
  readonly type: 'create' | 'retitle' | 'move' | 'trash' | 'restore' | 'delete'
  readonly series: number
  readonly occurrence: number
  readonly scope: ModelScope
  readonly rule: (typeof rules)[number]
  readonly title: string
  readonly byMs: number
}

const [hourMs, dayMs] = [3_600_000, 86_400_000]

function commandArbitrary(): Arbitrary<SeriesCommand> {
  return fc.record({
    type: fc.constantFrom('create', 'retitle', 'retitle', 'move', 'move', 'trash', 'restore', 'delete'),
    series: fc.nat({ max: 3 }),
    occurrence: fc.nat({ max: 5 }),
    scope: fc.constantFrom('this', 'this', 'following', 'all'),
    rule: fc.constantFrom(...rules),
    title: fc.constantFrom('Market', 'Fair', 'Night'),
    byMs: fc.constantFrom(hourMs, -2 * hourMs, dayMs, -dayMs, 8 * dayMs, 7 * dayMs + hourMs, 0),
  })
}

/**
 * Runs random commands on the series of a calendar: creates, retitles, moves, splits, trashes, restores and deletes them. After each command,
 * all series are compared with a naive model. It also checks, by itself and by `verifySeries`, that each key is stored once, and that
 * occurrences equal their series in the members that they do not override. A difference is shrunk, and shown with its seed.
 * @throws an error that shows the seed, the shortest sequence found and the first difference
 * @example await runSeries({ createStore, runs: 100, commands: 20 })
 */
export async function runSeries(options: AgreementOptions): Promise<void> {
  const { createStore, runs, commands, seed } = options
  const list = fc.noBias(fc.array(commandArbitrary(), { minLength: 1, maxLength: commands, size: 'max' }))
  const property = fc.asyncProperty(list, async (all) => {
    const { store, close } = await createStore()
    try {
      const calendar = createCalendar({ store, clock: fixedClock('2026-05-01T12:00:00Z'), timeZone: 'UTC' })
      let model: SeriesModel = []
      for (const command of all) {
        model = command.type === 'create' ? [...model, await created(calendar, command)] : await changed(calendar, store, model, command)
        assertEqual(storedData(await assertSeries(store), model), modelData(model), `${command.type} of ${command.scope}`)
        assertEqual(
          (await calendar.maintenance.verifySeries({ dryRun: true })).findings,
          [],
          `differences after ${command.type} of ${command.scope}`,
        )
      }
    } finally {
      await close()
    }
  })
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
}

const start = '2026-06-01 10:00:00'

async function created({ events }: Calendar, { rule, title }: SeriesCommand): Promise<SeriesModel[number]> {
  const { id } = await events.create({ title, startDate: start, endDate: '2026-06-01 12:00:00', recurrence: rule })
  const { items } = await events.list({ seriesIds: id, perPage: 50 })
  const occurrences = items.map((item): ModelOccurrence => {
    const local = item.startDate.replace(' ', 'T')
    return { id: item.id, key: local, title, start: local, hasOwnTitle: false, hasMoved: false, isTrashed: false }
  })
  return { title, isTrashed: false, occurrences }
}

/** Runs a command on the calendar and on the model; returns the model. A command that does not fit the state of its series does nothing. */
async function changed({ events }: Calendar, store: CalendarStore, model: SeriesModel, command: SeriesCommand): Promise<SeriesModel> {
  const at = model.length === 0 ? 0 : command.series % model.length
  const series = model[at]
  const { type, title, byMs } = command
  // `restore` needs an occurrence or a series in the trash; all other commands need one outside it.
  const fitting = series?.occurrences.filter((one) => one.isTrashed === (type === 'restore' && !series.isTrashed))
  const first = fitting?.[command.occurrence % fitting.length]
  if (series === undefined || first === undefined || series.isTrashed !== (type === 'restore' && series.isTrashed)) return model
  const scope = type === 'restore' ? (series.isTrashed ? 'all' : 'this') : command.scope
  // A write that does not change the named occurrence does not split the series.
  const staysWhole = scope === 'following' && ((type === 'retitle' && title === first.title) || (type === 'move' && byMs === 0))
  const apply = (change: Parameters<typeof withChange>[4]): SeriesModel =>
    staysWhole ? model : withChange(model, at, first, scope, change)
  const [record] = await store.events.getMany([first.id])
  const ref = scope === 'all' ? (record?.seriesId ?? 0) : first.id
  if (type === 'retitle') {
    await events.update(ref, { title }, { scope })
    return apply(retitled(title, scope))
  }
  if (type === 'move') {
    // Skipped: with the scope `following`, a moved occurrence would move the following ones to its own start.
    if (scope === 'following' && first.hasMoved) return model
    const from = scope === 'this' ? first.start : (await events.get(ref)).startDate.replace(' ', 'T')
    const startMs = utcMs(from) + byMs
    const times = { startDate: toDate(startMs), endDate: toDate(startMs + 2 * hourMs) }
    await events.update(ref, times, { scope })
    return apply(moved(byMs, scope))
  }
  if (type === 'trash') await events.trash(ref, { scope })
  else if (type === 'restore') await events.restore(ref, { scope })
  else await events.delete(ref, { scope })
  return apply(type === 'delete' ? removed(scope) : trashed(type === 'trash', scope))
}

const toDate = (ms: number): string => utcLocal(ms).replace('T', ' ')
