import { expect, test } from 'vitest'
import { type ImportedRecord, importRecords, memoryImports } from '../src/index.ts'
import { counts, event, openMemory, sourceOf } from './setting.ts'

const record = (one: Pick<ImportedRecord, 'kind' | 'key' | 'input'> & { readonly parentKey?: string }): ImportedRecord =>
  // Each case gives the input of its kind.
  ({ index: 0, warnings: [], address: '', ...one }) as ImportedRecord

test('venues, organizers and terms are items of their own, which events link', async () => {
  const { calendar, records } = openMemory()
  const run = (items: Parameters<typeof sourceOf>[0]) => importRecords(calendar, sourceOf(items), { source: 'site', records })
  const items = [
    record({ kind: 'category', key: 'c2', input: { name: 'Choirs' }, parentKey: 'c1' }),
    record({ kind: 'category', key: 'c1', input: { name: 'Music', description: 'All' } }),
    record({ kind: 'category', key: 'c3', input: { name: 'Strings' }, parentKey: 'c1' }),
    record({ kind: 'tag', key: 't1', input: { name: 'free' } }),
    record({ kind: 'venue', key: 'v1', input: { name: 'Mill', city: 'Ulm', geoLat: 48.4, geoLng: 10 } }),
    record({ kind: 'organizer', key: 'o1', input: { name: 'Club', email: 'club@example.org' } }),
    event('e1', { categories: [{ name: 'Music' }], tags: ['free'], venues: { name: 'Mill' }, organizers: { name: 'Club' } }),
  ]
  expect(counts(await run(items))).toEqual([7, 0, 0, 0, 0])
  const [music] = (await calendar.categories.list({ search: 'Music' })).items
  const children = (await calendar.categories.list({ parentIds: music?.id ?? 0 })).items
  expect(children.map(({ name }) => name)).toEqual(['Choirs', 'Strings'])
  const [choir] = (await calendar.events.list()).items
  expect(choir).toMatchObject({ venues: [{ uid: 'v1', city: 'Ulm' }], organizers: [{ uid: 'o1' }], categories: [{ id: music?.id }] })
  expect(counts(await run(items))).toEqual([0, 0, 7, 0, 0])
  const changed = [
    record({ kind: 'category', key: 'c1', input: { name: 'Concerts' } }),
    record({ kind: 'venue', key: 'v1', input: { name: 'Old mill', city: 'Ulm', geoLat: 48.4, geoLng: 10 } }),
    record({ kind: 'organizer', key: 'o1', input: { name: 'Club' } }),
  ]
  expect(counts(await run(changed))).toEqual([0, 3, 0, 0, 0])
  expect(await calendar.events.get(choir?.id ?? 0)).toMatchObject({
    venues: [{ name: 'Old mill' }],
    organizers: [{ email: '' }],
    categories: [{ name: 'Concerts', description: '' }],
  })
})

test('a term whose name exists is that term; one without its parent stays a root', async () => {
  const { calendar, records } = openMemory()
  const music = await calendar.categories.create({ name: 'Music' })
  const items = [
    record({ kind: 'category', key: 'c1', input: { name: 'MUSIC' } }),
    record({ kind: 'category', key: 'c2', input: { name: 'Choirs' }, parentKey: 'lost' }),
    record({ kind: 'category', key: 'c3', input: { name: '' } }),
  ]
  const report = await importRecords(calendar, sourceOf(items), { source: 'site', records })
  expect(counts(report)).toEqual([1, 1, 0, 0, 1])
  expect(report.warnings.map(({ key, code }) => [key, code])).toEqual([['c2', 'no_parent']])
  expect((await calendar.categories.get(music.id)).name).toBe('MUSIC')
})

test('an import that knows nothing yet finds a tree of categories that exists', async () => {
  const { calendar, records } = openMemory()
  const items = [
    record({ kind: 'category', key: 'c1', input: { name: 'Culture' } }),
    record({ kind: 'category', key: 'c2', input: { name: 'Music' }, parentKey: 'c1' }),
    record({ kind: 'category', key: 'c3', input: { name: 'Choirs' }, parentKey: 'c2' }),
  ]
  await importRecords(calendar, sourceOf(items), { source: 'site', records })
  const again = await importRecords(calendar, sourceOf(items), { source: 'site', records: memoryImports() })
  expect(counts(again)).toEqual([0, 0, 3, 0, 0])
  expect(again.warnings).toEqual([])
  expect(await calendar.categories.count()).toBe(3)
})
