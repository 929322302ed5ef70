import { type Calendar, createCalendar, type EventInput } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines, type TestDatabase } from './engines.ts'
import { statementLog } from './statements.ts'

const upTo = (length: number): readonly number[] => Array.from({ length }, (_, i) => i)

/** A series from 2 June 2026, 10:00 to 12:00. */
const series = (title: string, recurrence: string): EventInput => ({
  title,
  startDate: '2026-06-02 10:00',
  endDate: '2026-06-02 12:00',
  recurrence,
})

const links = { categories: ['Food', 'Town'], tags: 'free', venues: { name: 'Hall' } }

async function openStore(open: (typeof engines)[number]['open'], log = statementLog()) {
  const database: TestDatabase = await open({ log: log.log })
  onTestFinished(database.close)
  const clock = fixedClock('2026-06-01T12:00:00Z')
  const openCalendar = (): Calendar =>
    createCalendar({ store: kyselyStore(database.db, database.options), clock, timeZone: 'Europe/Berlin', cache: false })
  return { clock, openCalendar, log }
}

/** The keys of all stored occurrences of a series. */
async function keysOf({ events }: Calendar, id: number): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const { recurrence } of events.each({ seriesIds: id }, { by: 'start' })) keys.push(recurrence?.id ?? '')
  return keys
}

describe.each(engines)('series on $name', ({ open }) => {
  test('are created in at most 19 statements with 104 dates and four links, and listed in at most 7', async () => {
    const { openCalendar, log } = await openStore(open)
    const { events } = openCalendar()
    await events.create({ ...series('Fair', 'FREQ=WEEKLY;COUNT=2'), ...links })
    const created = await log.during(() => events.create({ ...series('Market', 'FREQ=WEEKLY;COUNT=104'), ...links }))
    expect(created.statements.length).toBeLessThanOrEqual(19)
    const listed = await log.during(() => events.list({ startsFrom: '2026-06-01' }))
    expect(listed.result.total).toBe(106)
    expect(listed.statements.length).toBeLessThanOrEqual(7)
    const next = await log.during(() => events.list({ startsFrom: '2026-06-01', series: 'next' }))
    expect(next.result.items.map(({ slug }) => slug)).toEqual(['fair-2026-06-02', 'market-2026-06-02'])
    expect(next.statements.length).toBeLessThanOrEqual(listed.statements.length)
  })

  test('get each date once from extensions at the same time', async () => {
    const { openCalendar, clock } = await openStore(open)
    const calendars = upTo(3).map(openCalendar)
    const [calendar = openCalendar()] = calendars
    const ids: number[] = []
    for (const title of ['Market', 'Fair', 'Choir']) ids.push((await calendar.events.create(series(title, 'FREQ=WEEKLY'))).id)
    clock.set('2026-12-01T12:00:00Z')
    const reports = await Promise.all(calendars.map(({ maintenance }) => maintenance.extendSeries()))
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(78)
    for (const id of ids) {
      const keys = await keysOf(calendar, id)
      expect([keys.length, new Set(keys).size]).toEqual([157, 157])
    }
    expect((await calendar.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  })

  test('lose neither an extension nor updates that run at the same time', async () => {
    const { openCalendar, clock } = await openStore(open)
    const [one, other] = [openCalendar(), openCalendar()]
    const { id } = await one.events.create(series('Market', 'FREQ=WEEKLY'))
    clock.set('2026-12-01T12:00:00Z')
    await Promise.all([
      one.maintenance.extendSeries(),
      other.events.update(id, { title: 'Fair' }, { scope: 'all' }),
      other.events.update('market-2026-06-09', { title: 'Chess' }),
    ])
    const { items } = await one.events.list({ startsFrom: '2026-06-01', startsUntil: '2200-01-01', search: 'Fair' })
    expect(items.length).toBeGreaterThan(0)
    expect((await keysOf(one, id)).length).toBe(157)
    expect((await one.events.get('market-2026-06-09')).title).toBe('Chess')
    expect((await one.maintenance.verifySeries({ dryRun: true })).findings).toEqual([])
  })
})
