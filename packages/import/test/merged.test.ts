import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportedRecord, type ImportOptions, importRecords, memoryImports } from '../src/index.ts'
import { counts, event, openers, openMemory, type Setting, sourceOf } from './setting.ts'

const listOf = { venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const
type Kind = keyof typeof listOf
const kinds = Object.keys(listOf) as Kind[]

const record = (kind: Kind, key: string, input: object, parentKey?: string): ImportedRecord =>
  // Each case gives the input of its kind.
  ({ kind, key, input, index: 0, warnings: [], address: '', ...(parentKey !== undefined && { parentKey }) }) as ImportedRecord

const setups = openers.filter(([name]) => name === 'memory' || name.startsWith('node-sqlite') || name === 'postgres')

describe.each(setups)('an import after a merge, in %s', (_, open) => {
  let setting: Setting
  beforeAll(async () => {
    setting = await open()
  })
  afterAll(() => setting.close())

  test.each(kinds)('changes the %s into which the one of its key was merged', async (kind) => {
    const { calendar, records } = setting
    const list = calendar[listOf[kind]]
    const run = async (items: Parameters<typeof sourceOf>[0], more: Partial<ImportOptions> = {}) => {
      const report = await importRecords(calendar, sourceOf(items), { source: `${kind}s`, records, ...more })
      return [counts(report), [...report.warnings, ...report.skipped].map(({ key, code }) => `${key} ${code}`)]
    }
    await run([
      record(kind, 'a', { name: `${kind} A` }),
      record(kind, 'b', { name: `${kind} B` }),
      record(kind, 'c', { name: `${kind} C` }),
    ])
    const total = await list.count({})
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((letter) => list.get(`${kind}-${letter}`)))
    await list.merge(a?.id ?? 0, b?.id ?? 0)
    await list.merge(b?.id ?? 0, c?.id ?? 0)
    expect(await run([record(kind, 'a', { name: `${kind} A` })])).toEqual([[0, 0, 1, 0, 0], []])
    const changed = record(kind, 'a', { name: `${kind} A`, description: 'New' })
    expect(await run([changed], { dryRun: true })).toEqual([[0, 1, 0, 0, 0], []])
    expect(await run([changed])).toEqual([[0, 1, 0, 0, 0], []])
    expect(await list.get(c?.id ?? 0)).toMatchObject({ name: `${kind} C`, description: 'New' })
    const renamed = record(kind, 'a', { name: 'Another', description: 'New' })
    expect(await run([renamed])).toEqual([[0, 0, 1, 0, 0], ['a overridden']])
    expect(await run([renamed], { conflicts: 'source wins' })).toEqual([[0, 1, 0, 0, 0], []])
    expect([await list.get(c?.id ?? 0), await list.count({})]).toMatchObject([{ name: 'Another' }, total - 2])
  })

  test.each(kinds)('links the %s that has the name of a new item as a former one', async (kind) => {
    const { calendar } = setting
    const list = calendar[listOf[kind]]
    const [old, hall] = [await list.create({ name: `Old ${kind}` }), await list.create({ name: `New ${kind}` })]
    await list.merge(old.id, hall.id)
    const total = await list.count({})
    const options = { source: 'another', records: memoryImports() }
    const item = record(kind, 'x', { name: `OLD ${kind}` })
    expect(counts(await importRecords(calendar, sourceOf([item]), options))).toEqual([0, 0, 1, 0, 0])
    const changed = record(kind, 'x', { name: `OLD ${kind}`, description: 'New' })
    expect(counts(await importRecords(calendar, sourceOf([changed]), options))).toEqual([0, 1, 0, 0, 0])
    expect([await list.get(hall.id), await list.count({})]).toMatchObject([{ name: `New ${kind}`, description: 'New' }, total])
  })

  test('gives terms and events the parent into which theirs was merged', async () => {
    const { calendar, records } = setting
    const run = (items: Parameters<typeof sourceOf>[0]) => importRecords(calendar, sourceOf(items), { source: 'tree', records })
    await run([record('category', 'music', { name: 'Music' })])
    const arts = await calendar.categories.create({ name: 'Arts' })
    await calendar.categories.merge('music', arts.id)
    await run([record('category', 'choirs', { name: 'Choirs' }, 'music')])
    expect(await calendar.categories.get('choirs')).toMatchObject({ parentId: arts.id })
    await run([event('e', { title: 'Night', categories: [{ name: 'Music' }] })])
    expect(await calendar.events.get('night')).toMatchObject({ categories: [{ id: arts.id }] })
  })
})

test.each<[string, object, string | undefined]>([
  ['another town', { name: 'Town hall', city: 'Bonn' }, undefined],
  ['another place', { name: 'Town hall', geoLat: 50.7, geoLng: 7.1 }, undefined],
  ['a parent', { name: 'Town hall' }, 'hamlet'],
])('a new item with %s is another record than the merged one of its name', async (_, input, parentKey) => {
  const { calendar } = openMemory()
  const kind = parentKey === undefined ? 'venue' : 'category'
  const list = calendar[listOf[kind]]
  const place = kind === 'venue' ? { city: 'Ulm', geoLat: 48.4, geoLng: 10 } : {}
  const [old, hall] = [await list.create({ name: 'Town hall' }), await list.create({ name: 'Culture house', ...place })]
  await list.merge(old.id, hall.id)
  const items = [record('category', 'hamlet', { name: 'Hamlet' }), record(kind, 'x', input, parentKey)]
  expect(counts(await importRecords(calendar, sourceOf(items), { source: 'another' }))).toEqual([2, 0, 0, 0, 0])
})

test('a new item is no merged record if a present one has its name', async () => {
  const { calendar } = openMemory()
  const [old, hall] = [await calendar.tags.create({ name: 'Fair' }), await calendar.tags.create({ name: 'Market' })]
  await calendar.tags.merge(old.id, hall.id)
  const fair = await calendar.tags.create({ name: 'Fair' })
  await importRecords(calendar, sourceOf([record('tag', 'x', { name: 'Fair', description: 'New' })]), { source: 'another' })
  expect(await calendar.tags.get(fair.id)).toMatchObject({ description: 'New' })
})
