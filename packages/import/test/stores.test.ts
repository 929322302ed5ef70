import { kyselyStore } from '@kalends/kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfLane } from '../../kysely/test/engines.ts'
import { decide, type ImportOptions, type ImportRow, type ImportStore, importRecords, memoryImports } from '../src/index.ts'
import { kyselyImports, kyselySources, migrateImports } from '../src/kysely.ts'
import { event, openMemory, sourceOf } from './setting.ts'

/** More than a text of MySQL holds. */
const exceptions = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`@this 2031-06-10 19:30 ${at}`, ['source', '']] as const))

const row = (id: string, more: Partial<ImportRow> = {}): ImportRow => ({
  ...{ id, source: 'https://example.org/ä.ics', kind: 'event', key: `Key ${id} “ä”`, recordId: 7, address: 'a1', look: 'l1' },
  ...{ start: '2031-06-10 19:30', startMs: 1_938_792_600_000, endMs: 8_640_000_000_000_000, sequence: -1, modifiedMs: 0, content: 'c' },
  members: { title: ['s', 'r'], ...exceptions },
  ...{ version: 3, isMissing: false, isLinked: true, decision: { same: 7, not: [8, 9] }, lastRunMs: 1_937_995_200_123 },
  ...more,
})

const stores: readonly (readonly [string, () => Promise<{ readonly store: ImportStore; close(): Promise<void> }>])[] = [
  ['memory', async () => ({ store: memoryImports(), close: async () => undefined })],
  ...enginesOfLane.map(
    (engine) =>
      [
        engine.name,
        async () => {
          const { db, options, close } = await engine.openEmpty()
          await Promise.all([migrateImports(db, options), migrateImports(db, options)])
          await migrateImports(db, options)
          return {
            store: kyselyImports(db, options),
            close: async () => {
              await db.schema.dropTable(`${options.prefix}import_records`).execute()
              await close()
            },
          }
        },
      ] as const,
  ),
]

describe.each(stores)('what imports know, in %s', (_, open) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  test('is found by each of its keys, replaced and removed', async () => {
    const { store } = opened
    const { source } = row('')
    const other = row('d', { source: 'other', recordId: 9, address: 'a2', look: 'l1' })
    const venue = row('c', { kind: 'venue', recordId: 7, address: '', look: 'l3', isMissing: true, isLinked: false, decision: {} })
    const many = Array.from({ length: 450 }, (_, at) => row(`m${at}`, { look: `m${at}`, address: '', recordId: 100 + at, members: {} }))
    await store.save({ source, removedIds: [], rows: [row('b'), row('a', { recordId: 8, look: 'l2' }), venue, ...many] })
    await store.save({ source: 'other', removedIds: [], rows: [other] })
    const found = async (lookup: Parameters<typeof store.find>[0]) => (await store.find(lookup)).map(({ id }) => id).sort()
    expect(await store.find({ source, ids: ['b'] })).toEqual([row('b')])
    expect(await found({ source, ids: ['b', 'd', 'x'] })).toEqual(['b'])
    expect(await found({ source, addresses: ['a1', 'a2'] })).toEqual(['a', 'b', 'd'])
    expect(await found({ source, looks: ['l1'] })).toEqual(['b', 'd'])
    expect(await found({ source, recordIds: [7, 9] })).toEqual(['b', 'd'])
    expect(await found({ source, looks: many.map(({ look }) => look) })).toHaveLength(450)
    const all: ImportRow[] = []
    for await (const one of store.each(source)) all.push(one)
    expect(all).toHaveLength(453)
    expect(all.slice(0, 3)).toEqual([row('a', { recordId: 8, look: 'l2' }), row('b'), venue])
    await store.save({ source, removedIds: ['b', 'c'], rows: [row('b', { version: 4 })] })
    expect(await store.find({ source, ids: ['b', 'c'] })).toEqual([row('b', { version: 4 })])
  })
})

test('rows and records are undone together in a transaction of the host', async () => {
  const [engine] = enginesOfLane
  if (engine === undefined) throw new Error('SQLite is always there')
  const { db, options, close } = await engine.open()
  await migrateImports(db, options)
  const { calendar: outer } = openMemory()
  const records = kyselyImports(db, options)
  const undo = new Error('undo')
  const work = db.transaction().execute(async (trx) => {
    const calendar = outer.using(kyselyStore(trx, options))
    const about = { source: 'club', records }
    expect(await importRecords(calendar, sourceOf([event('a')]), about)).toMatchObject({ created: 1 })
    expect(await importRecords(calendar, sourceOf([event('a')]), about)).toMatchObject({ unchanged: 1 })
    await expect(importRecords(calendar, sourceOf([event('a')]), { ...about, dryRun: true })).rejects.toThrow('a transaction of yours')
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  for await (const one of records.each('club')) throw new Error(`${one.key} is left`)
  await close()
})

test('without a database, rows reach the store with the transaction of the host', async () => {
  const { calendar, records } = openMemory()
  const about = { source: 'club', records }
  const rows = async () => {
    const keys: string[] = []
    for await (const { key } of records.each('club')) keys.push(key)
    return keys.sort()
  }
  const undo = new Error('undo')
  const importTwice = (end: () => void) =>
    calendar.transaction(async (tx) => {
      expect(await importRecords(tx, sourceOf([event('a'), event('b')]), about)).toMatchObject({ created: 2 })
      await decide(tx, about, 'b', 'ignore')
      expect(await importRecords(tx, sourceOf([event('a'), event('b')]), about)).toMatchObject({
        unchanged: 1,
        skipped: [{ code: 'ignored' }],
      })
      await expect(importRecords(tx, sourceOf([event('a')]), { ...about, dryRun: true })).rejects.toThrow('a transaction of yours')
      expect(await rows()).toEqual([])
      end()
    })
  await expect(
    importTwice(() => {
      throw undo
    }),
  ).rejects.toBe(undo)
  expect(await rows()).toEqual([])
  await importTwice(() => undefined)
  expect(await rows()).toEqual(['a', 'b'])
  expect(await importRecords(calendar, sourceOf([event('a'), event('b')]), about)).toMatchObject({ unchanged: 1, skipped: [{}] })
})

test.each<readonly [string, object]>([
  ['has no option dryrun. Is it dryRun', { source: 'a', dryrun: true }],
  ['needs the name of a source', {}],
  ['needs the name of a source', { source: 'x'.repeat(2_049) }],
  ['onMissing must be keep or trash', { source: 'a', onMissing: 'delete' }],
  ['needs records, which know', { source: 'a', onMissing: 'trash' }],
  ['conflicts must be keep or source wins', { source: 'a', conflicts: 'mine' }],
  ['onError must be skip or stop', { source: 'a', onError: 'throw' }],
  ['chunkSize must be', { source: 'a', chunkSize: 0 }],
  ['maxMissing must be', { source: 'a', maxMissing: 2 }],
  ['dryRun must be', { source: 'a', dryRun: 1 }],
  ['match must be a function', { source: 'a', match: 7 }],
  ['needs records, such as', { source: 'a', records: {} }],
])('an option that means nothing is refused: %s', async (message, options) => {
  // Callers without types pass anything.
  await expect(importRecords(openMemory().calendar, [], options as ImportOptions)).rejects.toThrow(message)
})

test('decisions that mean nothing are refused', async () => {
  const { calendar, records } = openMemory()
  const about = { source: 'a', records }
  await expect(decide(calendar, about, '', 'ignore')).rejects.toThrow('needs the key')
  await expect(decide(calendar, about, 'k', 'same as', 0)).rejects.toThrow('needs the id')
  await expect(decide(calendar, about, 'k', 'merge' as 'same as', 1)).rejects.toThrow('not merge')
  await expect(decide(calendar, { ...about, source: '' }, 'k', 'ignore')).rejects.toThrow('source')
})

test('a store in SQL needs a calendar in SQL, and a prefix that is one', async () => {
  const [engine] = enginesOfLane
  if (engine === undefined) throw new Error('SQLite is always there')
  const { db, options, close } = await engine.openEmpty()
  await migrateImports(db, options)
  const records = kyselyImports(db, options)
  await expect(importRecords(openMemory().calendar, sourceOf([event('a')]), { source: 'a', records })).rejects.toThrow('kyselyStore')
  expect(() => kyselyImports(db, { prefix: 'a b' })).toThrow('prefix')
  await expect(migrateImports(db, { prefix: '"' })).rejects.toThrow('prefix')
  await close()
})

test.each(enginesOfLane.map((engine) => [engine.name, engine] as const))(
  'a missing table names what makes it, in %s',
  async (_, engine) => {
    const { db, close } = await engine.openEmpty()
    const [records, sources] = [kyselyImports(db, { prefix: 'none_' }), kyselySources(db, { prefix: 'none_' })]
    const first = async (rows: AsyncIterable<object>): Promise<void> => {
      for await (const _ of rows) return
    }
    const changes = { source: 'a', rows: [row('a', { members: {} })], removedIds: ['a'] }
    const calls = [() => records.find({ source: 'a', ids: ['a'] }), () => first(records.each('a')), () => first(records.each())]
    for (const call of [...calls, () => records.save(changes)])
      await expect(call()).rejects.toThrow('The table none_import_records is missing: call migrateImports')
    for (const call of [() => sources.list(), () => sources.get('a'), () => sources.update('a', { etag: 'x' }), () => sources.delete('a')])
      await expect(call()).rejects.toThrow('The table none_import_sources is missing: call migrateSources')
    await close()
  },
)
