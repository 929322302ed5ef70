import { type Calendar, type CalendarOptions, type CalendarStore, createCalendar, type EventInput } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { enginesOfLane } from '../../kysely/test/engines.ts'
import {
  type ImportedEvent,
  type ImportItem,
  type ImportReport,
  type ImportStore,
  memoryImports,
  memorySources,
  type SourceStore,
} from '../src/index.ts'
import { kyselyImports, kyselySources, migrateImports, migrateSources } from '../src/kysely.ts'

/** A calendar with what imports know. */
export interface Setting {
  readonly calendar: Calendar
  readonly clock: FixedClock
  readonly records: ImportStore
  readonly store: SourceStore
  /** The store of the calendar. */
  readonly calendarStore: CalendarStore
  /** The SQL of all statements so far that may write. */
  readonly writes: string[]
  close(): Promise<void>
}

type Options = Partial<Pick<CalendarOptions, 'timeZone'>>

/** Opens a calendar in memory. */
export function openMemory(options: Options = {}): Setting {
  const clock = fixedClock('2031-05-01T12:00:00Z')
  const calendarStore = memoryStore()
  const calendar = createCalendar({ store: calendarStore, clock, timeZone: 'Europe/Berlin', ...options })
  return { calendar, calendarStore, clock, records: memoryImports(), store: memorySources(), writes: [], close: async () => undefined }
}

const hasPostgres = enginesOfLane.some(({ name }) => name === 'postgres')

/** The openers of a calendar on each engine, by name. PGlite gets the statements of PostgreSQL, and takes seconds to start. */
export const openers: readonly (readonly [string, () => Promise<Setting>])[] = [
  ['memory', async () => openMemory()],
  ...enginesOfLane
    .filter(({ name }) => name !== 'pglite' || !hasPostgres)
    .map((engine): readonly [string, () => Promise<Setting>] => [
      engine.name,
      async () => {
        const writes: string[] = []
        const database = await engine.open({
          log: ({ level, query: { sql } }) => {
            // The log is numbered and pruned in the background. A lock is a row on servers, which a chunk takes before it finds nothing to write.
            if (
              level === 'query' &&
              /^\s*(?:insert|update|delete|replace)/i.test(sql) &&
              !/_(?:changes|history|log_holds|name_locks|import_sources)\b/.test(sql)
            )
              writes.push(sql)
          },
        })
        const { db, options } = database
        await migrateImports(db, options)
        await migrateSources(db, options)
        const clock = fixedClock('2031-05-01T12:00:00Z')
        const calendarStore = kyselyStore(db, options)
        const calendar = createCalendar({ store: calendarStore, clock, timeZone: 'Europe/Berlin' })
        return {
          ...{ calendar, calendarStore, clock, writes, records: kyselyImports(db, options), store: kyselySources(db, options) },
          close: async () => {
            for (const table of ['records', 'sources']) await db.schema.dropTable(`${options.prefix}import_${table}`).execute()
            await database.close()
          },
        }
      },
    ]),
]

/** An event of a source. */
export const event = (
  key: string,
  input: Partial<EventInput> = {},
  more: Partial<Omit<ImportedEvent, 'kind' | 'key' | 'input'>> = {},
): ImportedEvent => ({
  ...{ kind: 'event', key, index: 0, warnings: [], address: '' },
  input: { title: 'Choir', startDate: '2031-06-10 19:30', endDate: '2031-06-10 21:00', ...input },
  ...more,
})

/** The items of a source with their places and their end. */
export const sourceOf = (items: readonly ImportItem[], end: Partial<Extract<ImportItem, { kind: 'end' }>> = {}): readonly ImportItem[] => [
  ...items.map((item, index) => (item.kind === 'end' ? item : { ...item, index })),
  { kind: 'end', complete: true, ...end },
]

/** The numbers of a report: created, updated, unchanged, trashed, skipped. */
export const counts = ({ created, updated, unchanged, trashed, skipped }: ImportReport) => [
  created,
  updated,
  unchanged,
  trashed,
  skipped.length,
]
