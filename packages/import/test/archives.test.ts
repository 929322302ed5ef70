import { restoreArchive, writeArchive } from '@kalends/core/archive'
import { expect, onTestFinished, test } from 'vitest'
import { createSources, decide, type ImportItem, type ImportRow, importRecords, importSections } from '../src/index.ts'
import { counts, event, openers, openMemory, type Setting, sourceOf } from './setting.ts'

const source = 'https://club.example.org/ä.ics'
const items: readonly ImportItem[] = [
  { kind: 'venue', key: 'mill', index: 0, warnings: [], address: '', input: { name: 'Mill', address: 'Lane 1' } },
  { kind: 'venue', key: 'mill 2', index: 0, warnings: [], address: '', input: { name: 'Mill', address: 'Lane 2' } },
  event('', { title: 'Without a key', venues: { name: 'Mill' } }, { address: 'https://club.example.org/1' }),
  event('series', { title: 'Series', recurrence: 'FREQ=WEEKLY;COUNT=5' }, { exceptions: [{ date: '2031-06-17 19:30', change: 'trash' }] }),
  ...['changed', 'deleted', 'trashed', 'ignored', 'linked', 'lost'].map((key) => event(key, { title: key, excerpt: 'Old' })),
]
const kept = items.filter((item) => item.kind !== 'event' || item.key !== 'lost')
const changed = kept.map((item) => (item.kind === 'event' ? { ...item, input: { ...item.input, excerpt: 'New' } } : item))

/** A calendar with imported events, of which people have changed some, and a source that is read again. */
async function fill({ calendar, records, store }: Setting): Promise<void> {
  const about = { source, records }
  await importRecords(calendar, sourceOf(items), { ...about, onMissing: 'trash' })
  await importRecords(calendar, sourceOf([event('other', { title: 'changed' })]), { source: 'other', records })
  const ofTitle = async (title: string) => (await calendar.events.list({ search: title })).items[0]?.id ?? 0
  await calendar.events.update(await ofTitle('changed'), { excerpt: 'By hand' })
  await calendar.events.delete(await ofTitle('deleted'))
  await calendar.events.trash(await ofTitle('trashed'))
  await decide(calendar, about, 'ignored', 'ignore')
  const byHand = await calendar.events.create({ ...event('').input, title: 'By hand' })
  await decide(calendar, about, 'linked', 'same as', byHand.id)
  await importRecords(calendar, sourceOf(kept), { ...about, onMissing: 'trash' })
  const sources = createSources(calendar, {
    store,
    records,
    readers: { ics: () => [] },
    fetch: async () => new Response('', { status: 503 }),
  })
  await sources.create({ name: 'club', kind: 'ics', address: 'https://club.example.org/secret.ics' })
  await sources.run('club')
}

const rowsOf = async ({ records }: Setting): Promise<readonly ImportRow[]> => {
  const rows: ImportRow[] = []
  for await (const row of records.each()) rows.push(row)
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

test('imports go on where a calendar was restored, on each engine in turn', async () => {
  let from: Setting = openMemory()
  await fill(from)
  const [rows, sources] = [await rowsOf(from), await from.store.list()]
  expect([rows.length, sources.length]).toEqual([11, 1])
  for (const [name, open] of [...openers, ...openers.slice(0, 1)]) {
    const to = await open()
    onTestFinished(() => to.close())
    const archive = writeArchive(from.calendar, { sections: importSections({ records: from.records, sources: from.store }) })
    const sections = importSections({ records: to.records, sources: to.store })
    expect(await restoreArchive(to.calendarStore, archive, { sections }), name).toMatchObject({ venues: 2, rows: 12 })
    expect(await rowsOf(to), name).toEqual(rows)
    expect(await to.store.list(), name).toEqual(sources)
    const before = to.writes.length
    const report = await importRecords(to.calendar, sourceOf(kept), { source, records: to.records, onMissing: 'trash' })
    expect(counts(report), name).toEqual([0, 0, 8, 0, 1])
    expect(to.writes.slice(before), name).toEqual([])
    from = to
  }
  const report = await importRecords(from.calendar, sourceOf(changed), { source, records: from.records })
  expect(report.skipped.map(({ key, code }) => `${key} ${code}`)).toEqual(['deleted record_gone', 'trashed in_trash', 'ignored ignored'])
  const excerptsOf = async (search: string) => (await from.calendar.events.list({ search })).items.map(({ excerpt }) => excerpt).sort()
  expect([await excerptsOf('"By hand"'), await excerptsOf('changed')]).toEqual([
    ['By hand', 'New'],
    ['', 'By hand'],
  ])
})

test.each(openers)('two venues of one name and address stay two in an archive, in %s', async (_, open) => {
  const [from, to] = [await open(), await open()]
  onTestFinished(async () => {
    await from.close()
    await to.close()
  })
  const place = { name: 'Mill', address: 'Lane 1', city: 'Ulm' }
  const [first, second] = [await from.calendar.venues.create(place), await from.calendar.venues.create(place)]
  for (const { id } of [first, second, second]) await from.calendar.events.create({ ...event('').input, venues: [{ id }] })
  // Both calendars may share a connection, on which the reads would wait for the restoration.
  const lines: string[] = []
  for await (const line of writeArchive(from.calendar)) lines.push(line)
  await restoreArchive(to.calendarStore, lines)
  const linked = async ({ calendar }: Setting) => (await calendar.events.list()).items.map(({ venues }) => venues.map(({ id }) => id))
  expect(await linked(to)).toEqual([[first.id], [second.id], [second.id]])
  expect((await to.calendar.venues.list()).items).toEqual((await from.calendar.venues.list()).items)
})
