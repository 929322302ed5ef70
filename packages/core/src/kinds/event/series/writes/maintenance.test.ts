import { describe, expect, test } from 'vitest'
import { type OpenCalendar, openCalendar, outcomeOf } from '../../../../../test/open-calendar.ts'
import type { EventRecord } from '../../../../store/records.ts'

/** A series of four Tuesdays with the id 1 and the occurrences 2 to 5; the second one has a title of its own, the fourth is in the trash. */
async function openSeries(): Promise<OpenCalendar> {
  const open = openCalendar()
  const times = { startDate: '2026-06-02 10:00', endDate: '2026-06-02 12:00' }
  await open.calendar.events.create({ title: 'Market', ...times, recurrence: 'FREQ=WEEKLY;COUNT=4', tags: 'free' })
  await open.calendar.events.update(3, { title: 'Fair' })
  await open.calendar.events.trash(5)
  return open
}

const change = async ({ memory }: OpenCalendar, id: number, to: (event: EventRecord) => Partial<EventRecord>): Promise<void> => {
  const [event] = await memory.events.getMany([id])
  if (event !== undefined) await memory.events.update({ ...event, ...to(event) })
}

const remove = async ({ memory }: OpenCalendar, id: number): Promise<void> => {
  const [event] = await memory.events.getMany([id])
  if (event !== undefined) await memory.events.delete(id, event.version)
}

const missing = (at: string) => ({ problem: 'missing_occurrence', kind: 'event', count: 1, records: [{ id: 1, detail: at }] })
const surplus = (...ids: number[]) => ({
  problem: 'surplus_occurrence',
  kind: 'event',
  count: ids.length,
  records: ids.map((id) => ({ id })),
})
const different = (...ids: number[]) => ({ ...surplus(...ids), problem: 'different_occurrence' })

describe('verifySeries', () => {
  test.each<[string, (open: OpenCalendar) => Promise<void>, findings: readonly object[], counts: object]>([
    ['a missing occurrence', (open) => remove(open, 4), [missing('2026-06-16 10:00:00')], { changed: 1, added: 1, deleted: 0 }],
    [
      'an occurrence with another key',
      (open) => change(open, 4, () => ({ occurrenceKey: '2026-06-17T10:00:00' })),
      [missing('2026-06-16 10:00:00'), surplus(4)],
      { changed: 1, added: 1, deleted: 1 },
    ],
    [
      'a changed member',
      (open) => change(open, 2, () => ({ title: 'Fair', titleKey: 'fair' })),
      [different(2)],
      { changed: 2, added: 0, deleted: 0 },
    ],
    [
      'changed times',
      (open) => change(open, 2, ({ times }) => ({ times: { ...times, endMs: times.endMs + 1_000 } })),
      [different(2)],
      { changed: 2, added: 0, deleted: 0 },
    ],
    ['a changed link', (open) => change(open, 3, () => ({ tagIds: [] })), [different(3)], { changed: 2, added: 0, deleted: 0 }],
    [
      'several differences',
      async (open) => {
        await remove(open, 2)
        await change(open, 3, () => ({ tagIds: [] }))
      },
      [missing('2026-06-02 10:00:00'), different(3)],
      { changed: 2, added: 1, deleted: 0 },
    ],
    [
      'occurrences that the rule no longer yields',
      (open) => change(open, 1, ({ recurrence }) => ({ recurrence: recurrence && { ...recurrence, rule: 'FREQ=WEEKLY;COUNT=2' } })),
      [surplus(4, 5)],
      // The one in the trash has a change of its own, and stays.
      { changed: 1, added: 0, deleted: 1 },
    ],
  ])('finds and repairs %s', async (_, damage, findings, counts) => {
    const open = await openSeries()
    const { maintenance, events } = open.calendar
    const nothing = { checked: 1, changed: 0, added: 0, deleted: 0, findings: [] }
    expect(await maintenance.verifySeries({ dryRun: true })).toEqual(nothing)
    await damage(open)
    const damaged = open.memory.snapshot()
    expect(await maintenance.verifySeries({ dryRun: true })).toEqual({ checked: 1, ...counts, findings })
    expect(open.memory.snapshot()).toEqual(damaged)
    expect(await maintenance.verifySeries()).toEqual({ checked: 1, ...counts, findings })
    expect(await maintenance.verifySeries()).toEqual(nothing)
    expect((await events.get(3)).title).toBe('Fair')
  })

  test('keeps occurrences with changes of their own, one in the trash included, as dates', async () => {
    const open = await openSeries()
    await change(open, 1, ({ recurrence }) => ({ recurrence: recurrence && { ...recurrence, rule: 'FREQ=WEEKLY;COUNT=1' } }))
    await open.calendar.maintenance.verifySeries()
    expect((await open.calendar.events.get(1)).recurrence).toMatchObject({
      rule: 'FREQ=WEEKLY;COUNT=1',
      dates: ['2026-06-09 10:00:00', '2026-06-23 10:00:00'],
    })
    expect((await open.calendar.events.list()).items.map(({ id }) => id)).toEqual([2, 3])
  })

  test('is forbidden in a calendar with an actor', async () => {
    const { calendar } = openCalendar()
    expect(await outcomeOf(calendar.as(null, { readable: () => [], may: () => true }).maintenance.verifySeries())).toBe('forbidden')
  })
})
