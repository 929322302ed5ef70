import { CalendarError, type Event } from '@kalends/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportedException, importRecords } from '../src/index.ts'
import { counts, event, openers, type Setting, sourceOf } from './setting.ts'

describe.each(openers)('a series in %s', (_, open) => {
  let setting: Setting
  let number = 0
  beforeAll(async () => {
    setting = await open()
  })
  afterAll(() => setting.close())

  const weekly = (key: string, exceptions: readonly ImportedException[], input: Parameters<typeof event>[1] = {}) =>
    event(
      key,
      { title: 'Market', startDate: '2031-06-03 08:00', endDate: '2031-06-03 12:00', recurrence: 'FREQ=WEEKLY;COUNT=4', ...input },
      { exceptions },
    )
  const open1 = () => {
    const source = `series ${++number}`
    const key = `market-${number}`
    const run = (exceptions: readonly ImportedException[], input?: Parameters<typeof event>[1], conflicts?: 'source wins') =>
      importRecords(setting.calendar, sourceOf([weekly(key, exceptions, input)]), { source, records: setting.records, conflicts })
    const dates = async () => {
      const { items } = await setting.calendar.events.list({ uids: key })
      const listed: Event[] = []
      for (const { id } of items) listed.push(...(await setting.calendar.events.list({ seriesIds: id, status: ['any', 'trash'] })).items)
      return listed.map(
        ({ title, startDate, endDate, status }) =>
          `${startDate.slice(5, 16)}-${endDate.slice(11, 16)} ${title}${status === 'trash' ? ' (trash)' : ''}`,
      )
    }
    return { run, dates, key }
  }

  test('is imported with its exceptions, which can change and go', async () => {
    const { run, dates } = open1()
    const moved: ImportedException = { date: '2031-06-10 08:00', change: { title: 'Long market', endDate: '2031-06-10 14:00' } }
    const off: ImportedException = { date: '2031-06-17 08:00', change: 'trash' }
    expect(counts(await run([moved, off]))).toEqual([1, 0, 0, 0, 0])
    expect(await dates()).toEqual([
      '06-03 08:00-12:00 Market',
      '06-10 08:00-14:00 Long market',
      '06-17 08:00-12:00 Market (trash)',
      '06-24 08:00-12:00 Market',
    ])
    const before = setting.writes.length
    expect(counts(await run([moved, off]))).toEqual([0, 0, 1, 0, 0])
    expect(setting.writes.slice(before)).toEqual([])
    expect(counts(await run([{ ...moved, change: { title: 'Longer market' } }], { title: 'Fair' }))).toEqual([0, 1, 0, 0, 0])
    expect(await dates()).toEqual([
      '06-03 08:00-12:00 Fair',
      '06-10 08:00-12:00 Longer market',
      '06-17 08:00-12:00 Fair',
      '06-24 08:00-12:00 Fair',
    ])
    expect(counts(await run([], { title: 'Fair' }))).toEqual([0, 1, 0, 0, 0])
    expect(await dates()).toEqual(['06-03 08:00-12:00 Fair', '06-10 08:00-12:00 Fair', '06-17 08:00-12:00 Fair', '06-24 08:00-12:00 Fair'])
  })

  test('that an import without what was known finds as it is counts as unchanged', async () => {
    const moved: ImportedException = { date: '2031-06-10 08:00', change: { title: 'Long market' } }
    const items = sourceOf([weekly('market-again', [moved, { date: '2031-06-17 08:00', change: 'trash' }])])
    expect(counts(await importRecords(setting.calendar, items, { source: 'again' }))).toEqual([1, 0, 0, 0, 0])
    expect(counts(await importRecords(setting.calendar, items, { source: 'again' }))).toEqual([0, 0, 1, 0, 0])
  })

  test('gives a date what an exception no longer changes, also after an exception that is refused', async () => {
    const { run, dates } = open1()
    const at = (change: ImportedException['change']): ImportedException => ({ date: '2031-06-10 08:00', change })
    const late = at({ title: 'Late', startDate: '2031-06-10 20:00', endDate: '2031-06-10 22:00' })
    await run([late])
    const second = async () => (await dates())[1]
    expect(await second()).toBe('06-10 20:00-22:00 Late')
    expect(counts(await run([at({ title: 'Late' })]))).toEqual([0, 1, 0, 0, 0])
    expect(await second()).toBe('06-10 08:00-12:00 Late')
    expect((await run([at({ title: '' })])).warnings.map(({ code }) => code)).toEqual(['invalid_input'])
    await run([at({ title: 'Late' })])
    expect(await second()).toBe('06-10 08:00-12:00 Late')
    await run([at('trash')])
    expect(await second()).toBe('06-10 08:00-12:00 Market (trash)')
    await run([late])
    expect(await second()).toBe('06-10 20:00-22:00 Late')
    await run([])
    expect(await second()).toBe('06-10 08:00-12:00 Market')
  })

  test('keeps what people have changed on one of its dates', async () => {
    const { run, dates, key } = open1()
    const at = (change: ImportedException['change']): ImportedException => ({ date: '2031-06-10 08:00', change })
    const codes = async (exceptions: readonly ImportedException[], conflicts?: 'source wins') =>
      (await run(exceptions, {}, conflicts)).warnings.map(({ code }) => code)
    await run([at({ title: 'Long market', endDate: '2031-06-10 14:00', categories: [{ name: 'Fair' }] })])
    const { items } = await setting.calendar.events.list({
      seriesIds: (await setting.calendar.events.list({ uids: key })).items[0]?.id ?? 0,
    })
    await setting.calendar.events.update(items[1]?.id ?? 0, { title: 'Market with music', website: 'https://music.example' })
    const second = async () => (await dates())[1]
    expect(await codes([at({ title: 'Longer market', website: 'https://club.example', endDate: '2031-06-10 15:00' })])).toEqual([
      'overridden',
    ])
    expect(await second()).toBe('06-10 08:00-15:00 Market with music')
    expect((await setting.calendar.events.get(items[1]?.id ?? 0))?.website).toBe('https://music.example')
    expect(await codes([])).toEqual([])
    expect(await second()).toBe('06-10 08:00-12:00 Market with music')
    expect(await codes([at({ title: 'Longest market' })], 'source wins')).toEqual([])
    expect(await second()).toBe('06-10 08:00-12:00 Longest market')
  })

  test('keeps a date in the trash that people have put there', async () => {
    const { run, dates, key } = open1()
    const at = (change: ImportedException['change']): ImportedException => ({ date: '2031-06-10 08:00', change })
    await run([at({ title: 'Long market' })])
    const { items } = await setting.calendar.events.list({
      seriesIds: (await setting.calendar.events.list({ uids: key })).items[0]?.id ?? 0,
    })
    await setting.calendar.events.trash(items[1]?.id ?? 0)
    const second = async () => (await dates())[1]
    expect((await run([at({ title: 'Longer market' })])).warnings.map(({ code }) => code)).toEqual(['in_trash'])
    expect(await second()).toBe('06-10 08:00-12:00 Long market (trash)')
    for (const exceptions of [[at('trash')], []]) {
      expect((await run(exceptions)).warnings).toEqual([])
      expect(await second()).toBe('06-10 08:00-12:00 Long market (trash)')
    }
  })

  test('stays as it is where a hook refuses one of its exceptions', async () => {
    const { run, dates, key } = open1()
    const moved: ImportedException = { date: '2031-06-10 08:00', change: { title: 'Refused' } }
    await run([])
    const remove = setting.calendar.before('event.update', ({ next }) => {
      if (next?.title === 'Refused') throw new CalendarError('refused', {}, { message: 'Not this one.' })
    })
    const report = await run([moved], { description: 'New' })
    remove()
    expect([counts(report), report.skipped.map(({ key, code }) => [key, code])]).toEqual([[0, 0, 0, 0, 1], [[key, 'refused']]])
    const series = async () => (await setting.calendar.events.list({ uids: key })).items[0]
    expect((await series())?.description).toBe('')
    const again = await run([moved], { description: 'New' })
    expect([counts(again), again.warnings]).toEqual([[0, 1, 0, 0, 0], []])
    expect([(await series())?.description, (await dates())[1]]).toEqual(['New', '06-10 08:00-12:00 Refused'])
  })

  test('is split by `following`, and becomes one again', async () => {
    const { run, dates } = open1()
    const later: ImportedException = { date: '2031-06-17 08:00', scope: 'following', change: { title: 'Late market' } }
    expect(counts(await run([later]))).toEqual([1, 0, 0, 0, 0])
    const all = async () =>
      (await setting.calendar.events.list({ search: 'market', startsFrom: '2031-06-16', startsUntil: '2031-06-26' })).items.map(
        ({ title }) => title,
      )
    expect(await dates()).toEqual(['06-03 08:00-12:00 Market', '06-10 08:00-12:00 Market'])
    expect((await all()).filter((title) => title === 'Late market')).toHaveLength(2)
    expect(counts(await run([later]))).toEqual([0, 0, 1, 0, 0])
    expect(counts(await run([{ ...later, change: { title: 'Later market' } }]))).toEqual([0, 1, 0, 0, 0])
    expect((await all()).filter((title) => title === 'Later market')).toHaveLength(2)
    expect(counts(await run([later], { recurrence: 'FREQ=WEEKLY;COUNT=3' }))).toEqual([0, 1, 0, 0, 0])
    expect((await all()).filter((title) => title === 'Late market')).toHaveLength(1)
    expect(counts(await run([]))).toEqual([0, 1, 0, 0, 0])
    expect(await dates()).toEqual([
      '06-03 08:00-12:00 Market',
      '06-10 08:00-12:00 Market',
      '06-17 08:00-12:00 Market',
      '06-24 08:00-12:00 Market',
    ])
    expect((await setting.calendar.events.list({ search: '"Late market"', status: 'trash' })).total).toBeGreaterThan(0)
    await run([{ ...later, change: { title: 'Last market' } }])
    const [last] = (await setting.calendar.events.list({ search: '"Last market"' })).items
    await setting.calendar.events.trash(last?.recurrence?.seriesId ?? 0)
    expect(counts(await run([]))).toEqual([0, 1, 0, 0, 0])
  })

  test('keeps what people have changed of a part that `following` has split off', async () => {
    const { run } = open1()
    const later = (change: ImportedException['change']): ImportedException => ({ date: '2031-06-17 08:00', scope: 'following', change })
    await run([later({ title: 'Evening fair', website: 'https://a.example' })])
    const [first] = (await setting.calendar.events.list({ search: '"Evening fair"' })).items
    const part = first?.recurrence?.seriesId ?? 0
    await setting.calendar.events.update(part, { title: 'Fair with music' })
    const codes = async (title: string, website: string, conflicts?: 'source wins') => {
      const { warnings } = await run([later({ title, website, excerpt: website })], {}, conflicts)
      const event = await setting.calendar.events.get(part)
      return [warnings.map(({ message }) => message), event.title, event.website]
    }
    const kept = ["Somebody else has changed title of 2031-06-17 08:00: the source's values are left out."]
    expect(await codes('Late fair', 'https://b.example')).toEqual([kept, 'Fair with music', 'https://b.example'])
    expect(await codes('Last fair', 'https://c.example')).toEqual([kept, 'Fair with music', 'https://c.example'])
    expect(await codes('Own fair', 'https://d.example', 'source wins')).toEqual([[], 'Own fair', 'https://d.example'])
    expect(await codes('Fair', 'https://d.example')).toEqual([[], 'Fair', 'https://d.example'])
  })

  test('warns of an exception at a date that it does not have', async () => {
    const { run, dates } = open1()
    const report = await run([
      { date: '2031-06-04', change: { title: 'Nowhere' } },
      { date: '2031-06-10 08:00', change: { title: '' } },
    ])
    expect(report.created).toBe(1)
    expect(report.warnings.map(({ code }) => code)).toEqual(['no_such_date', 'invalid_input'])
    expect(await dates()).toHaveLength(4)
  })

  test('goes to the trash where the source loses it while it has dates to come', async () => {
    const { run, key } = open1()
    await run([])
    const source = `series ${number}`
    const others = [event(`other-${number}`), event(`third-${number}`, { title: 'Fair' })]
    const options = { source, records: setting.records, onMissing: 'trash', maxMissing: 1 } as const
    await importRecords(setting.calendar, sourceOf([weekly(key, []), ...others]), options)
    expect((await importRecords(setting.calendar, sourceOf(others), options)).trashed).toBe(1)
    expect((await setting.calendar.events.list({ uids: key, status: 'trash' })).total).toBe(1)
  })
})
