import { roles } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { expect, test } from 'vitest'
import { readIcalendar } from '../src/icalendar.ts'
import { importRecords } from '../src/index.ts'
import { counts, openers, openMemory, type Setting } from './setting.ts'

/** What other programs get of a calendar. */
async function exportOf({ calendar }: Setting): Promise<string> {
  const handler = createHandler(calendar, { access: roles(), publicUrl: 'https://town.example', use: [formats([icalendar()])] })
  return (await handler(new Request('https://town.example/calendar/events/v1/events.ics?window=all'))).text()
}

/** What a file says of each event, apart from its page, which each calendar has of its own. */
async function contentsOf(text: string): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const item of readIcalendar(text))
    if (item.kind === 'event') found.push({ key: item.key, input: { ...item.input, website: '' }, exceptions: item.exceptions })
  return found
}

/** A calendar with single events, days, a series with dates that differ, and an event with the uid of another program. */
async function openTown(): Promise<Setting> {
  const town = openMemory()
  const { events } = town.calendar
  const place = { venues: [{ name: 'Old Brewery', address: 'Mill Lane 1' }], organizers: [{ name: 'Choir', email: 'choir@club.example' }] }
  const evening = { startDate: '2031-06-10 19:30', endDate: '2031-06-10 21:00' }
  await events.create({ title: 'Choir, “loud”; with \\ and\ttabs', description: '<p>Sing\n& <b>dance</b></p>', ...evening, ...place })
  await events.create({ title: 'Fair', startDate: '2031-06-12', endDate: '2031-06-14', allDay: true, categories: ['Ü, ä', 'music'] })
  const off = { eventStatus: 'cancelled', eventStatusReason: 'The speaker is ill; sorry' } as const
  await events.create({ title: 'Talk', ...evening, timeZone: 'America/New_York', uid: 'talk@other.example', ...off })
  const { id } = await events.create({ title: 'Chess', ...evening, website: 'https://chess.example', recurrence: 'FREQ=WEEKLY;COUNT=5' })
  const dates = (await events.list({ seriesIds: id })).items
  await events.update(dates[1]?.id ?? 0, { title: 'Blitz chess', startDate: '2031-06-17 18:00', endDate: '2031-06-17 22:00' })
  await events.trash(dates[2]?.id ?? 0)
  return town
}

test.each(openers.slice(0, 2))('our export goes from calendar to calendar, and a second run writes nothing, in %s', async (_, open) => {
  const town = await openTown()
  const first = await exportOf(town)
  let text = first
  for (const source of ['one', 'two', 'three']) {
    const setting = await open()
    const run = async () => {
      const report = await importRecords(setting.calendar, readIcalendar(text), { source, records: setting.records, onMissing: 'trash' })
      expect([report.skipped, report.incomplete]).toEqual([[], null])
      return counts(report)
    }
    expect(await run()).toEqual([4, 0, 0, 0, 0])
    const before = setting.writes.length
    expect(await run()).toEqual([0, 0, 4, 0, 0])
    expect(setting.writes.slice(before)).toEqual([])
    text = await exportOf(setting)
    expect(await contentsOf(text)).toEqual(await contentsOf(first))
    await setting.close()
  }
})

test('the export of a calendar that comes back to it doubles nothing the second time', async () => {
  const { calendar, records, ...town } = await openTown()
  const text = await exportOf({ calendar, records, ...town })
  const run = () => importRecords(calendar, readIcalendar(text), { source: 'town', records })
  expect(counts(await run())).toEqual([3, 1, 0, 0, 0])
  expect(counts(await run())).toEqual([0, 0, 4, 0, 0])
})
