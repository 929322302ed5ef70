import { beforeEach, describe, expect, test } from 'vitest'
import { type ImportedEvent, type ImportItem, importRecords } from '../src/index.ts'
import { event, openMemory, type Setting, sourceOf } from './setting.ts'

describe('an event of a source', () => {
  let setting: Setting
  beforeEach(() => {
    setting = openMemory()
  })
  const run = (items: readonly ImportItem[]) =>
    importRecords(setting.calendar, sourceOf(items), { source: 'scraper', records: setting.records })
  /** The ids of all events by start, with the titles. */
  const stored = async () =>
    (await setting.calendar.events.list({ perPage: 100 })).items.map(
      ({ id, title, startDate }) => `${id} ${title} ${startDate.slice(5, 16)}`,
    )
  /** An event on a day of June at an hour. */
  const at = (key: string, title: string, day: number, hour: number, more: Partial<ImportedEvent> = {}, place = 'Mill'): ImportedEvent =>
    event(key, { title, startDate: `2031-06-${day} ${hour}:00`, endDate: `2031-06-${day} ${hour + 1}:30`, venues: { name: place } }, more)
  const page = (name: string) => ({ address: `https://example.org/${name}` })

  test.each<readonly [string, readonly ImportedEvent[], readonly ImportedEvent[], readonly string[]]>([
    ['keeps its key', [at('a', 'Choir', 10, 19)], [at('a', 'Fair', 11, 20)], ['1 Fair 06-11 20:00']],
    [
      'is found by its address, in any spelling',
      [at('', 'Choir', 10, 19, page('7'))],
      [at('', 'Great choir', 12, 19, { address: 'http://www.example.org/7/?utm_source=x' })],
      ['1 Great choir 06-12 19:00'],
    ],
    ['is found by title, day and place', [at('', 'Choir', 10, 19)], [at('', 'CHOIR', 10, 20)], ['1 CHOIR 06-10 20:00']],
    [
      'is found under another key, which the source has lost',
      [at('a', 'Choir', 10, 19)],
      [at('b', 'Choir', 10, 19)],
      ['1 Choir 06-10 19:00'],
    ],
    [
      'is another one at another time of the same day',
      [at('', 'Choir', 10, 15)],
      [at('', 'Choir', 10, 19), at('', 'Choir', 10, 15)],
      ['1 Choir 06-10 15:00', '2 Choir 06-10 19:00'],
    ],
    [
      'is another one under a new key beside its own',
      [at('a', 'Choir', 10, 15)],
      [at('b', 'Choir', 10, 17), at('a', 'Choir', 10, 15)],
      ['1 Choir 06-10 15:00', '2 Choir 06-10 17:00'],
    ],
    [
      'is found by its start where several fit',
      [at('', 'Choir', 10, 15), at('', 'Choir', 10, 19)],
      [at('', 'Choir', 10, 19, page('new')), at('', 'Choir', 10, 15, page('new'))],
      ['1 Choir 06-10 15:00', '2 Choir 06-10 19:00'],
    ],
    [
      'is new where several fit and none has its start',
      [at('', 'Choir', 10, 15), at('', 'Choir', 10, 19)],
      [at('', 'Choir', 10, 17), at('', 'Choir', 10, 15)],
      ['1 Choir 06-10 15:00', '3 Choir 06-10 17:00', '2 Choir 06-10 19:00'],
    ],
    [
      'is new where two items fit one event',
      [at('', 'Choir', 10, 15, page('choir'))],
      [at('', 'Choir', 11, 15, page('choir')), at('', 'Choir', 12, 15, page('choir'))],
      ['1 Choir 06-10 15:00', '2 Choir 06-11 15:00', '3 Choir 06-12 15:00'],
    ],
    [
      'stays apart from others on its page',
      [at('', 'One', 10, 15, page('fair')), at('', 'Two', 10, 15, page('fair'))],
      [at('', 'Two', 10, 15, page('fair')), at('', 'One', 10, 15, page('fair'))],
      ['1 One 06-10 15:00', '2 Two 06-10 15:00'],
    ],
    [
      'is another one at another place',
      [at('', 'Choir', 10, 15)],
      [at('', 'Choir', 10, 15, {}, 'Town hall'), at('', 'Choir', 10, 15)],
      ['1 Choir 06-10 15:00', '2 Choir 06-10 15:00'],
    ],
  ])('%s', async (_, first, second, expected) => {
    await run(first)
    const before = await stored()
    expect((await run(first)).unchanged).toBe(first.length)
    expect(await stored()).toEqual(before)
    await run(second)
    expect(await stored()).toEqual(expected)
    expect((await run(second)).unchanged).toBe(second.length)
  })

  test('that has ended is not moved to the next edition of its page', async () => {
    await run([at('', 'Fair', 10, 15, page('fair'))])
    setting.clock.advance(60 * 86_400_000)
    const next = event('', { title: 'Fair', startDate: '2032-06-10 15:00', endDate: '2032-06-10 16:30' }, page('fair'))
    expect(await run([next])).toMatchObject({ created: 1, updated: 0 })
  })
})

test('without bookkeeping, only uids identify', async () => {
  const { calendar } = openMemory()
  const items = sourceOf([event('a@example.org'), event('', { title: 'Fair' })])
  expect(await importRecords(calendar, items, { source: 'file' })).toMatchObject({ created: 2 })
  expect(await importRecords(calendar, items, { source: 'file' })).toMatchObject({ created: 1, unchanged: 1 })
})
