import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportItem, type ImportOptions, type ImportReport, importRecords } from '../src/index.ts'
import { event, openers, type Setting, sourceOf } from './setting.ts'

const counts = ({ created, updated, unchanged, trashed, skipped }: ImportReport) => [created, updated, unchanged, trashed, skipped.length]

describe.each(openers)('an import into %s', (_, open) => {
  let setting: Setting
  let source = 0
  beforeAll(async () => {
    setting = await open()
  })
  beforeEach(() => {
    source++
  })
  afterAll(() => setting.close())
  const run = (items: readonly ImportItem[], options: Partial<ImportOptions> = {}) =>
    importRecords(setting.calendar, sourceOf(items), { source: `source ${source}`, records: setting.records, ...options })
  const find = async (uid: string) =>
    (await setting.calendar.events.list({ uids: uid, status: ['any', 'trash'], hidden: 'include' })).items[0]

  test('creates, writes what has changed, and writes nothing the second time', async () => {
    const items = [event('a1'), event('a2', { title: 'Fair', venues: { name: 'Mill' }, categories: ['music'] })]
    expect(counts(await run(items))).toEqual([2, 0, 0, 0, 0])
    expect((await find('a2'))?.venues[0]?.name).toBe('Mill')
    const before = setting.writes.length
    expect(counts(await run(items))).toEqual([0, 0, 2, 0, 0])
    expect(setting.writes.slice(before)).toEqual([])
    expect(counts(await run([event('a1', { title: 'Great choir' }), event('a2', { title: 'Fair' })]))).toEqual([0, 2, 0, 0, 0])
    expect((await find('a1'))?.title).toBe('Great choir')
    expect(await find('a2')).toMatchObject({ venues: [], categories: [] })
  })
})
