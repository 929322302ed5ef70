import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, importRecords } from '../src/index.ts'
import { counts, event, openers, openMemory, type Setting, sourceOf } from './setting.ts'

describe.each(openers)('keys in %s', (_, open) => {
  let setting: Setting
  beforeAll(async () => {
    setting = await open()
  })
  afterAll(() => setting.close())

  const long = 'x'.repeat(100_000)
  const at = (name: string, keys: readonly string[]) =>
    keys.map((key, index) => event(key, { title: `${name} ${index}`, startDate: '2031-06-10 10:00', endDate: '2031-06-10 11:00' }))

  test.each<readonly [string, readonly string[]]>([
    ['that differ in case, accents or spaces', ['uid@a', 'UID@a', 'uíd@a', 'uid@a b', 'uid@ab', 'ß@a', 'ss@a']],
    ['that are longer than a text of MySQL', [`${long}a`, `${long}b`]],
    ['with characters that PostgreSQL refuses', ['a\0b', 'a b', 'a\u0001b', 'a\ud800b']],
    ['that all objects have', ['__proto__', 'constructor', 'toString']],
  ])('%s stay apart', async (name, keys) => {
    const about = { source: name, records: setting.records }
    const items = sourceOf(at(name, keys))
    expect(counts(await importRecords(setting.calendar, items, about))).toEqual([keys.length, 0, 0, 0, 0])
    expect(counts(await importRecords(setting.calendar, items, about))).toEqual([0, 0, keys.length, 0, 0])
  })

  test('of reports are those of decisions', async () => {
    const about = { source: 'reports', records: setting.records }
    const items = sourceOf([...at('Reported', [`${long}c`]), { kind: 'unreadable', index: 0, key: `${long}d\0`, code: 'x', message: 'X.' }])
    const unreadable = await importRecords(setting.calendar, items, about)
    expect(unreadable.skipped[0]?.key.length).toBeLessThan(2_000)
    for (const length of [1_900, 1_999, 2_001, 3_000]) await decide(setting.calendar, about, 'y'.repeat(length), 'ignore')
    const ignored = await importRecords(setting.calendar, sourceOf(at('Ignored', ['y'.repeat(3_000)])), about)
    expect(ignored.skipped).toMatchObject([{ code: 'ignored' }])
    await decide(setting.calendar, { ...about, source: 'again' }, ignored.skipped[0]?.key ?? '', 'ignore')
    const again = await importRecords(setting.calendar, sourceOf(at('Ignored', ['y'.repeat(3_000)])), { ...about, source: 'again' })
    expect(again.skipped).toMatchObject([{ code: 'ignored' }])
  })

  test('of items without one may be made from a long address with any characters', async () => {
    const items = sourceOf([event('', { title: 'Addressed' }, { address: `a\0${long}` })])
    const about = { source: 'addresses', records: setting.records }
    expect(counts(await importRecords(setting.calendar, items, about))).toEqual([1, 0, 0, 0, 0])
    expect(counts(await importRecords(setting.calendar, items, about))).toEqual([0, 0, 1, 0, 0])
  })
})

test('an item whose values are no data is skipped', async () => {
  const { calendar, records } = openMemory()
  let deep: object = {}
  for (let depth = 0; depth < 20_000; depth++) deep = { deep }
  const failing = {
    toJSON: () => {
      throw new Error('x')
    },
  }
  const values = [deep, 7n, failing]
  const items = sourceOf([...values.map((value, at) => event(`k${at}`, { fields: { value } })), event('whole')])
  const report = await importRecords(calendar, items, { source: 'values', records })
  expect(report.created).toBe(1)
  expect(report.skipped.map(({ key, code }) => `${key} ${code}`)).toEqual(['k0 invalid_input', 'k1 invalid_input', 'k2 invalid_input'])
})
