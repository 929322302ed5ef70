import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Calendar, createCalendar } from '@kalends/core'
import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { Kysely, PGliteDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore, migrateToLatest, verifyTables } from '../../src/index.ts'
import { engines, type TestEngine } from '../engines.ts'
import { EarlierProcess, unpackRelease } from './earlier-release.ts'

let release: Awaited<ReturnType<typeof unpackRelease>>
beforeAll(async () => {
  release = await unpackRelease('0.1.0')
})
afterAll(() => release.remove())

const later = ['0002-status-reason']

/** Fills a database of the earlier release: each kind, series with changed dates, the trash, drafts, and events far in the past and future. */
async function fill(earlier: EarlierProcess): Promise<void> {
  expect(await earlier.call('migrate')).toEqual(['0001-initial'])
  await earlier.call('venues.create', { name: 'Town hall', city: 'Quellbrunn', geoLat: 52.5, geoLng: 13.4, exclusive: true })
  await earlier.call('organizers.create', { name: 'Ёлка & “Friends”', email: 'choir@example.org' })
  const inputs = Array.from({ length: 60 }, (_, n) => ({
    title: `Concert ${n} ${'й'.repeat(n)}`,
    startDate: `20${String(n + 10)}-06-01 19:30`,
    endDate: `20${String(n + 10)}-06-01 21:00`,
    eventStatus: ['scheduled', 'cancelled', 'postponed', 'movedOnline'][n % 4],
    status: n % 5 === 0 ? 'draft' : 'publish',
    venues: n % 3 === 0 ? 1 : null,
    organizers: n % 2 === 0 ? 1 : null,
    categories: [`Music ${n % 7}`],
    description: '<p>Ljós 🎼</p>'.repeat(n),
  }))
  await earlier.call('events.createMany', inputs)
  await earlier.call('events.create', market)
  const { items } = (await earlier.call('events.list', { search: 'Market', startsAfter: '2031-01-01' })) as { items: { id: number }[] }
  await earlier.call('events.update', items[1]?.id, { title: 'Late market', eventStatus: 'cancelled' }, { scope: 'this' })
  await earlier.call('events.trash', items[2]?.id, { scope: 'this' })
  await earlier.call('events.trash', 3)
}

const market = {
  title: 'Market',
  startDate: '2031-03-01 08:00',
  endDate: '2031-03-01 12:00',
  recurrence: 'FREQ=WEEKLY;COUNT=10',
  description: 'Cheese',
}

const evening = { startDate: '2031-06-01 19:30', endDate: '2031-06-01 21:00' }

const calendarOn = (db: Kysely<unknown>, options: { readonly prefix: string }): Calendar =>
  createCalendar({ store: kyselyStore(db, options), timeZone: 'Europe/Berlin' })

/** What the lines of an archive say of records that both releases know: without hashes, the version of the format, and the later member. */
const knownIn = (lines: readonly string[]): readonly string[] =>
  lines
    .filter((line) => !line.startsWith('{"hash"') && !line.startsWith('{"kalends"'))
    .map((line) => line.replace('"eventStatusReason":"",', ''))

async function archiveOf(calendar: Calendar): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of writeArchive(calendar, { log: true })) lines.push(line)
  return lines
}

async function openFilled(engine: TestEngine) {
  const database = await engine.openEmpty()
  const start = (): EarlierProcess => {
    const started = new EarlierProcess(release.folder, engine.name, engine.address ?? database.path ?? '', database.options.prefix)
    onTestFinished(() => started.end())
    return started
  }
  onTestFinished(() => database.close())
  const earlier = start()
  await fill(earlier)
  return { ...database, earlier, start }
}

const shared = engines.filter(({ name, address }) => name === 'node-sqlite' || address !== undefined)

describe.each(shared)('an upgrade from 0.1.0 on $name', { timeout: 120_000 }, (engine) => {
  test('keeps everything, and what each version writes afterwards', async () => {
    const { db, options, earlier } = await openFilled(engine)
    const before = (await earlier.call('archive')) as readonly string[]
    expect(await migrateToLatest(db, options)).toEqual(later)
    const calendar = calendarOn(db, options)
    const after = await archiveOf(calendar)
    expect(knownIn(after)).toEqual(knownIn(before))
    const events = after.filter((line) => line.startsWith('{"event"'))
    expect(events.filter((line) => !line.includes('"eventStatusReason":""'))).toEqual([])

    await calendar.events.update(2, { eventStatus: 'cancelled', eventStatusReason: 'The hall is flooded' })
    await earlier.call('events.update', 2, { title: 'A storm' })
    expect(await calendar.events.get(2)).toMatchObject({ title: 'A storm', eventStatusReason: 'The hall is flooded' })
    const [, date] = (await calendar.events.list({ search: 'Market', startsAfter: '2031-03-20' })).items
    await calendar.events.update(date?.id ?? 0, { eventStatusReason: 'No cheese' }, { scope: 'this' })
    await earlier.call('events.update', date?.id, { featured: true }, { scope: 'this' })
    expect(await calendar.events.get(date?.id ?? 0)).toMatchObject({ featured: true, eventStatusReason: 'No cheese' })
    const { id } = (await earlier.call('events.create', { title: 'By the earlier one', ...evening })) as { id: number }
    expect(await calendar.events.get(id)).toMatchObject({ title: 'By the earlier one', eventStatusReason: '' })
    expect(await verifyTables(db, options)).toMatchObject({ links: { findings: [] }, searchIndex: { findings: [] } })
  })

  test('lets a process of 0.1.0 read and write meanwhile and afterwards', async () => {
    const { db, options, earlier } = await openFilled(engine)
    const state = { isMigrated: false, written: 0 }
    const write = async (name: string): Promise<void> => {
      for (let more = 0; more < 5; more += Number(state.isMigrated)) {
        const { id } = (await earlier.call('events.create', { title: `${name} ${state.written++}`, ...evening })) as { id: number }
        await earlier.call('events.update', id, { title: `${name}, changed`, categories: ['During'] })
        expect(await earlier.call('events.get', id)).toMatchObject({ title: `${name}, changed` })
      }
    }
    const writers = Promise.all(['one', 'two', 'three'].map(write))
    await migrateToLatest(db, options)
    state.isMigrated = true
    await writers
    expect(await calendarOn(db, options).events.list({ categories: ['during'], startsAfter: '2031-01-01' })).toMatchObject({
      total: state.written,
    })
    expect(await verifyTables(db, options)).toMatchObject({ links: { findings: [] }, searchIndex: { findings: [] } })
  })

  test('is not undone: a process of 0.1.0 that starts afterwards says which migration it does not know', async () => {
    const { db, options, start } = await openFilled(engine)
    await migrateToLatest(db, options)
    const started = start()
    await expect(started.call('events.get', 1)).rejects.toThrow(/newer version.*0002-status-reason/s)
    await expect(started.call('migrate')).rejects.toThrow(/newer version.*0002-status-reason/s)
  })

  test('has a way back and forth: an archive of 0.1.0', async () => {
    const { earlier } = await openFilled(engine)
    const archive = (await earlier.call('archive')) as readonly string[]
    const [back, forth] = [await engine.openEmpty(), await engine.open()]
    onTestFinished(() => back.close())
    onTestFinished(() => forth.close())
    const restored = new EarlierProcess(release.folder, engine.name, engine.address ?? back.path ?? '', back.options.prefix)
    onTestFinished(() => restored.end())
    await restored.call('migrate')
    await restoreArchive(kyselyStore(forth.db, forth.options), archive)
    const written = await archiveOf(calendarOn(forth.db, forth.options))
    expect(knownIn(written)).toEqual(knownIn(archive))

    await expect(restored.call('restore', written)).rejects.toThrow('version 2 of the format')
    await restored.call('restore', archive)
    expect(await restored.call('archive')).toEqual(archive)
  })
})

test('an upgrade from 0.1.0 on pglite keeps everything', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-pglite-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = { prefix: 'kalends_' }
  const earlier = new EarlierProcess(release.folder, 'pglite', folder, options.prefix)
  onTestFinished(() => earlier.end())
  await fill(earlier)
  const before = (await earlier.call('archive')) as readonly string[]
  // A folder belongs to one process at a time.
  await earlier.end()
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite: await PGlite.create(folder) }) })
  onTestFinished(() => db.destroy())
  expect(await migrateToLatest(db, options)).toEqual(later)
  expect(knownIn(await archiveOf(calendarOn(db, options)))).toEqual(knownIn(before))
})
