import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, type ImportedRecord, type ImportOptions, importRecords, memoryImports } from '../src/index.ts'
import { counts, event, openers, openMemory, type Setting, sourceOf } from './setting.ts'

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

test('events get the parents that the source has for them, before them or after them', async () => {
  const { calendar, records } = openMemory()
  const run = (items: Parameters<typeof sourceOf>[0], chunkSize = 1_000) =>
    importRecords(calendar, sourceOf(items), { source: 'site', records, chunkSize })
  const parentOf = async (key: string): Promise<string> => {
    const { parentId } = (await calendar.events.list({ uids: key })).items[0] ?? { parentId: 0 }
    return parentId === 0 ? '' : ((await calendar.events.get(parentId)).uid ?? '')
  }
  await calendar.events.create({ ...event('').input, uid: 'act' })
  const items = [
    event('act', { title: 'Act' }, { parentKey: 'festival' }),
    event('festival', { title: 'Festival' }),
    event('talk', { title: 'Talk' }, { parentKey: 'festival' }),
    event('alone', { title: 'Alone' }, { parentKey: 'lost' }),
  ]
  const report = await run(items)
  expect([counts(report), report.warnings.map(({ key, code }) => `${key} ${code}`)]).toEqual([[3, 1, 0, 0, 0], ['alone no_parent']])
  expect(await Promise.all(['act', 'talk', 'alone', 'festival'].map(parentOf))).toEqual(['festival', 'festival', '', ''])
  expect(counts(await run(items))).toEqual([0, 0, 4, 0, 0])
  const moved = [
    event('act', { title: 'Act' }),
    event('talk', { title: 'Talk' }, { parentKey: 'fair' }),
    event('festival', { title: 'Festival' }),
    event('fair', { title: 'Fair' }),
  ]
  await run(moved, 1)
  expect(await Promise.all(['act', 'talk'].map(parentOf))).toEqual(['', 'fair'])
  expect(counts(await run(moved))).toEqual([0, 0, 4, 0, 0])
})

const setups = openers.filter(([name]) => name === 'memory' || name.startsWith('node-sqlite'))

describe.each(setups)('an item whose parent comes in a later run, in %s', (_, open) => {
  let setting: Setting
  beforeAll(async () => {
    setting = await open()
  })
  afterAll(() => setting.close())

  const festival = event('festival', { title: 'Festival' })
  const act = event('act', { title: 'Act' }, { parentKey: 'festival' })
  const choirs = record({ kind: 'category', key: 'c2', input: { name: 'Choirs' }, parentKey: 'c1' })
  const music = record({ kind: 'category', key: 'c1', input: { name: 'Music' } })
  const runs =
    (source: string) =>
    async (items: Parameters<typeof sourceOf>[0], more: Partial<ImportOptions> = {}) => {
      const { calendar, records } = setting
      const report = await importRecords(calendar, sourceOf(items), { source, records, ...more })
      return [counts(report), report.warnings.map(({ key, code }) => `${key} ${code}`)]
    }

  test('is linked then, once', async () => {
    const { calendar, writes } = setting
    const run = runs('late')
    expect(await run([act, choirs])).toEqual([
      [2, 0, 0, 0, 0],
      ['act no_parent', 'c2 no_parent'],
    ])
    writes.length = 0
    expect(await run([act, choirs])).toEqual([
      [0, 0, 2, 0, 0],
      ['act no_parent', 'c2 no_parent'],
    ])
    expect(writes).toEqual([])
    const planned = await run([act, choirs, festival, music], { dryRun: true })
    expect(planned).toEqual([[2, 2, 0, 0, 0], []])
    expect(await run([act, choirs, festival, music])).toEqual(planned)
    const [child, parent] = await Promise.all(['act', 'festival'].map(async (uids) => (await calendar.events.list({ uids })).items[0]))
    expect(child?.parentId).toBe(parent?.id)
    const [top] = (await calendar.categories.list({ search: 'Music' })).items
    expect((await calendar.categories.list({ parentIds: top?.id ?? 0 })).items.map(({ name }) => name)).toEqual(['Choirs'])
    writes.length = 0
    expect(await run([act, choirs, festival, music])).toEqual([[0, 0, 4, 0, 0], []])
    expect(writes).toEqual([])
  })

  test('keeps the parent that somebody has given it, unless the source wins', async () => {
    const { calendar, writes } = setting
    const run = runs('kept')
    const [show, fair] = [event('show', { title: 'Show' }, { parentKey: 'fair' }), event('fair', { title: 'Fair' })]
    await run([show])
    const [child] = (await calendar.events.list({ uids: 'show' })).items
    const other = await calendar.events.create({ ...event('').input, title: 'Other' })
    await calendar.events.update(child?.id ?? 0, { parentId: other.id })
    expect(await run([show, fair])).toEqual([[1, 0, 1, 0, 0], ['show overridden']])
    expect((await calendar.events.get(child?.id ?? 0)).parentId).toBe(other.id)
    writes.length = 0
    expect(await run([show, fair])).toEqual([[0, 0, 2, 0, 0], []])
    expect(writes).toEqual([])
    const moved = event('show', { title: 'Show' }, { parentKey: 'market' })
    expect((await run([moved, fair, event('market', { title: 'Market' })]))[1]).toEqual(['show overridden'])
    expect((await calendar.events.get(child?.id ?? 0)).parentId).toBe(other.id)
    await run([show, fair], { conflicts: 'source wins' })
    const [parent] = (await calendar.events.list({ uids: 'fair' })).items
    expect((await calendar.events.get(child?.id ?? 0)).parentId).toBe(parent?.id)
  })

  test('stays the record that somebody has decided it to be', async () => {
    const { calendar, records } = setting
    const run = runs('decided')
    const solo = event('solo', { title: 'Solo' }, { parentKey: 'gala' })
    const own = await calendar.events.create({ ...event('').input, title: 'Own' })
    await decide(calendar, { source: 'decided', records }, 'solo', 'same as', own.id)
    await run([solo])
    await run([solo, event('gala', { title: 'Gala' })])
    expect(await calendar.events.get(own.id)).toMatchObject({ title: 'Own', parentId: 0 })
  })
})

test('a dry run does not take a record for one of another kind with its id', async () => {
  const { calendar, records } = openMemory()
  const run = (name: string, options: Partial<ImportOptions> = {}) => {
    const items = [event('e1'), record({ kind: 'venue', key: 'v1', input: { name } })]
    return importRecords(calendar, sourceOf(name === 'Mill' ? items.slice(1) : items), { source: 'site', records, ...options })
  }
  await run('Mill')
  await calendar.venues.trash(1)
  for (const dryRun of [true, false]) expect(counts(await run('Old mill', { dryRun, chunkSize: 1 }))).toEqual([1, 0, 0, 0, 1])
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
