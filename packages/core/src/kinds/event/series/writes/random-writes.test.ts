import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OpenCalendar, openCalendar } from '../../../../../test/open-calendar.ts'
import { aMarket, linesOf, recordsOf } from '../../../../../test/series.ts'
import type { WriteScope } from '../../../../access/policy.ts'
import { isCalendarError } from '../../../../errors/calendar-error.ts'
import type { EventRecord } from '../../../../store/records.ts'
import { addLocalSeconds } from '../../../../time/wall-time.ts'
import type { EventPatch } from '../../schema.ts'

const runs = Math.ceil(150 * Number(process.env['KALENDS_TIMES'] ?? 1))

/** Rules for a start on Saturday, 28 March 2026; in Berlin, the clocks change in the next night. */
const rules = [
  'FREQ=DAILY;COUNT=9',
  'FREQ=WEEKLY;COUNT=5',
  'FREQ=WEEKLY;BYDAY=SA,SU;COUNT=6',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20260801',
  'FREQ=MONTHLY;BYDAY=4SA;COUNT=6',
  'FREQ=MONTHLY;BYMONTHDAY=28;COUNT=6',
  'FREQ=MONTHLY;BYDAY=-1SA',
  'FREQ=YEARLY;COUNT=3',
]

interface Step {
  readonly verb: 'update' | 'trash' | 'restore' | 'delete'
  /** Chooses the record among all. */
  readonly which: number
  readonly scope: WriteScope | undefined
  readonly change: Change
}

/** A change of the chosen record: members, a move of its start and end in hours, or a recurrence. */
type Change = { readonly patch: EventPatch } | { readonly startHours: number; readonly endHours: number }

const patches: readonly EventPatch[] = [
  { title: 'Fair' },
  { title: 'Special' },
  { title: 'Market' },
  { featured: true, description: 'New' },
  { status: 'draft' },
  { timeZone: 'America/New_York' },
  { allDay: true },
  { recurrence: { overridden: [] } },
  { recurrence: { dates: ['2026-04-01 18:00', '2026-05-02'] } },
  { recurrence: { except: ['2026-04-25'] } },
  { recurrence: 'FREQ=WEEKLY;COUNT=4' },
  { recurrence: 'FREQ=DAILY;COUNT=5' },
  { recurrence: null },
]

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...patches).map((patch) => ({ patch })) },
  { weight: 1, arbitrary: fc.record({ startHours: fc.constantFrom(0, 1, -3, 24, 48, 168), endHours: fc.constantFrom(0, 2, 24) }) },
)

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom('update', 'update', 'update', 'trash', 'restore', 'delete'),
  which: fc.nat(1_000),
  scope: fc.constantFrom(undefined, 'this', 'following', 'all'),
  change,
})

function toPatch({ times }: EventRecord, change: Change): EventPatch {
  if ('patch' in change) return change.patch
  const startDate = addLocalSeconds(times.startLocal, change.startHours * 3_600)
  return { startDate, endDate: addLocalSeconds(times.endLocal, (change.startHours + change.endHours) * 3_600) }
}

async function run({ calendar: { events } }: OpenCalendar, record: EventRecord, { verb, scope, change }: Step): Promise<boolean> {
  try {
    if (verb === 'update') await events.update(record.id, toPatch(record, change), { scope })
    else await events[verb](record.id, { scope })
    return true
  } catch (error) {
    if (isCalendarError(error, 'invalid_input') || isCalendarError(error, 'in_trash') || isCalendarError(error, 'not_found')) return false
    throw error
  }
}

/** The overridden titles by id; only a write that names the occurrence may change such a title. */
const ownTitles = (open: OpenCalendar): ReadonlyMap<number, string> =>
  new Map(recordsOf(open).flatMap(({ id, overridden, title }) => (overridden.includes('title') ? [[id, title] as const] : [])))

test('after random writes, each series has the occurrences of its rule, which differ from it only in their overrides', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...rules), fc.array(step, { minLength: 1, maxLength: 10 }), async (recurrence, steps) => {
      const open = openCalendar({ horizonMonths: 12 })
      await open.calendar.events.create(aMarket({ startDate: '2026-03-28 02:30', endDate: '2026-03-28 04:00', recurrence }))
      for (const each of steps) {
        const records = recordsOf(open)
        const record = records[each.which % records.length]
        if (record === undefined) return
        const [before, titles] = [linesOf(open), ownTitles(open)]
        const isDone = await run(open, record, each)
        // A refused write changes nothing.
        const after = linesOf(open)
        if (!isDone) expect(after).toEqual(before)
        for (const { id, title } of recordsOf(open)) if (id !== record.id && titles.has(id)) expect(title).toBe(titles.get(id))
        expect((await open.calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
        expect((await open.calendar.maintenance.rezone({ dryRun: true })).changed).toBe(0)
      }
    }),
    { numRuns: runs },
  )
})
