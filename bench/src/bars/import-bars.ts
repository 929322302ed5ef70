import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Calendar, createCalendar, type EventInput } from '@kalends/core'
import { restoreArchive, writeArchive } from '@kalends/core/archive'
import type { CalendarStore } from '@kalends/core/store'
import { importRecords } from '@kalends/import'
import { readIcalendar } from '@kalends/import/icalendar'
import { kyselyImports, migrateImports } from '@kalends/import/kysely'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { type FilledDatabase, openEmpty, openFilled, openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { icalendarText } from '../data/icalendar-text.ts'
import { scratchFile } from '../data/sqlite-file.ts'
import { interleave } from '../measure/interleave.ts'
import { spentBy } from '../measure/processor-time.ts'
import { median, ratio } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { clock } from '../setting.ts'
import { atLeast, atMost, type BarGroup, type Figure, type Finding, sizeName } from './finding.ts'
import { listQueries } from './list-queries.ts'
import type { Reading } from './reader-process.ts'

/** Bars 35 to 37: reading iCalendar, importing it, and archives from engine to engine. */
export const importBars: BarGroup = {
  rows: {
    35: 'iCalendar of 100k events (73 MB, seven VTIMEZONEs): at most 0.4x the processor time of ical.js, and 100 MB of memory',
    36: 'Import of 1,000 events of iCalendar on SQLite: at least 0.7x the speed of `createMany` of the same inputs, processor time',
    37: 'Archive of 100k events from SQLite to each engine, memory and SQLite: the same lists at the end',
  },
  run: async ({ rows, rounds, engines, sizes, quick }) => {
    const events = Math.min(sizes.at(-1) ?? 0, quick ? 10_000 : 100_000)
    const found: Finding[] = []
    if (rows.has(35)) found.push({ row: 35, figures: await readingFigures(events, rounds) })
    if (rows.has(36)) found.push({ row: 36, figures: [await importFigure(rounds)] })
    if (rows.has(37)) found.push({ row: 37, figures: await archiveFigures(events, engines) })
    return found
  },
}

async function readingFigures(events: number, rounds: number): Promise<readonly Figure[]> {
  say('bar 35: reading iCalendar')
  const { path, remove } = scratchFile()
  writeFileSync(path, icalendarText(events))
  const { own, icalJs } = await interleave({ own: () => readBy('own', path), icalJs: () => readBy('ical.js', path) }, rounds).finally(
    remove,
  )
  if ([...own, ...icalJs].some((reading) => reading.events !== events)) throw new Error('A reader has lost events.')
  const of = (all: readonly Reading[], one: 'wallMs' | 'processMs' | 'megabytes') => all.map((reading) => reading[one])
  const times = (one: 'wallMs' | 'processMs') => ratio(of(own, one), of(icalJs, one))
  const [memory, memoryOfIcalJs] = [own, icalJs].map((all) => median(of(all, 'megabytes')))
  const limitAtFull = (value: number) => (events === 100_000 ? atMost(value) : undefined)
  const note = `by the clock ${times('wallMs').toFixed(2)}x`
  return [
    { label: `${sizeName(events)}, own / ical.js`, value: times('processMs'), unit: 'x', limit: limitAtFull(0.4), note },
    { label: 'memory', value: memory ?? null, unit: 'MB', limit: limitAtFull(100), note: `ical.js ${memoryOfIcalJs?.toFixed(0)} MB` },
  ]
}

/** Reads a file in a process of its own. */
async function readBy(reader: 'own' | 'ical.js', path: string): Promise<Reading> {
  const execArgv = ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning']
  const [reading] = await once(
    fork(fileURLToPath(new URL('./reader-process.ts', import.meta.url)), [reader, path], { execArgv }),
    'message',
  )
  return reading
}

async function importFigure(rounds: number): Promise<Figure> {
  say('bar 36: importing iCalendar')
  const { db, options, close } = await openScratch('sqlite', 10_000)
  await migrateImports(db, options)
  const calendar = createCalendar({ store: kyselyStore(db, options), clock })
  const importOptions = { source: 'bench', records: kyselyImports(db, options) }
  let seed = 1
  const read = () => readIcalendar(icalendarText(1_000, ++seed), { clock })
  const sides = {
    import: async () => {
      const items = read()
      return spentBy('sqlite', db, () => importRecords(calendar, items, importOptions))
    },
    create: async () => {
      const inputs: EventInput[] = []
      for await (const item of read()) if (item.kind === 'event') inputs.push(item.input)
      return spentBy('sqlite', db, () => calendar.events.createMany(inputs))
    },
  }
  const found = await interleave(sides, rounds).finally(close)
  const of = (name: keyof typeof found) => found[name].map(({ bothMs }) => bothMs)
  return { label: 'import / createMany', value: ratio(of('create'), of('import')), unit: 'x', limit: atLeast(0.7) }
}

async function archiveFigures(events: number, engines: readonly EngineName[]): Promise<readonly Figure[]> {
  const databases: [FilledDatabase, ...FilledDatabase[]] = [await openFilled('sqlite', events)]
  const storeOf = ({ db, options }: FilledDatabase): CalendarStore => kyselyStore(db, options)
  const calendarOver = (store: CalendarStore): Calendar => createCalendar({ store, clock, cache: false })
  const figures: Figure[] = []
  try {
    let calendar = calendarOver(storeOf(databases[0]))
    const before = await listsOf(calendar)
    for (const engine of [...engines.filter((name) => name !== 'sqlite'), undefined, 'sqlite'] as const) {
      const title = engine === undefined ? 'memory' : engineTitles[engine]
      say(`bar 37: an archive to ${title}`)
      if (engine !== undefined) databases.unshift(await openEmpty(engine))
      const store = engine === undefined ? memoryStore() : storeOf(databases[0])
      const began = performance.now()
      await restoreArchive(store, writeArchive(calendar))
      figures.push({ label: `${sizeName(events)} to ${title}`, value: performance.now() - began, unit: 'ms' })
      calendar = calendarOver(store)
    }
    const after = await listsOf(calendar)
    const different = before.filter((text, index) => text !== after[index])
    return [...figures, { label: `different lists of ${before.length}`, value: different.length, unit: '', limit: atMost(0) }]
  } finally {
    for (const { close } of databases) await close()
  }
}

async function listsOf(calendar: Calendar): Promise<readonly string[]> {
  const texts: string[] = []
  for (const { run } of listQueries) texts.push(JSON.stringify(await run(calendar)))
  return texts
}
