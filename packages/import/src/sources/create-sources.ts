import type { Calendar } from '@kalends/core'
import { addressIssue } from '@kalends/core/internal'
import { requireKnownOptions } from '@kalends/core/store'
import { readSettings as readImportSettings, requireSource } from '../options.ts'
import type { Source, SourceImportOptions, SourceSettings, StoredSource } from '../source-store/source-store.ts'
import { readSettings, type Settings, type SourcesOptions } from './options.ts'
import { type RunOptions, runSource, type SourceRun } from './run-source.ts'
import { dueAtMs, toSource } from './schedule.ts'

/** A new source. */
export interface SourceInput extends Pick<SourceSettings, 'kind' | 'address'> {
  /** Its name, which cannot be changed: everything that is known about its items belongs to it. At most 2,048 characters. */
  readonly name: string
  /** The time between two runs, in milliseconds, from a minute to a year. @default 86_400_000, a day */
  readonly intervalMs?: number | undefined
  /** The options of its imports. @default those of `importRecords` */
  readonly options?: SourceImportOptions | undefined
  /** Options for its reader, as JSON. @default {} */
  readonly readerOptions?: Readonly<Record<string, unknown>> | undefined
}

/** The sources of a calendar. */
export interface Sources {
  /**
   * Adds a source, which is due at once.
   * @throws TypeError a member is not valid
   * @throws Error there is a source with this name
   * @example
   * await sources.create({ name: 'club', kind: 'ics', address: 'https://club.example.org/a.ics', options: { onMissing: 'trash' } })
   */
  create(input: SourceInput): Promise<Source>
  /** One source; null if there is none. */
  get(name: string): Promise<Source | null>
  /** All sources, by name. */
  list(): Promise<readonly Source[]>
  /**
   * Changes a source; it is due at once.
   * @throws TypeError a member is not valid
   * @throws Error there is no such source
   */
  update(name: string, change: Partial<SourceSettings>): Promise<Source>
  /** Removes a source. Its events stay, and what is known about them: they are found again under the same name. @returns whether there was one */
  remove(name: string): Promise<boolean>
  /** The sources to run now, the one that has waited longest first. Those that a process is running are left out. */
  due(): Promise<readonly Source[]>
  /**
   * Reads a source and imports it, for the application's cron. Nothing that a server does is thrown: a source that fails stays as it is,
   * and is due again later.
   * @throws Error there is no such source
   * @throws what the storage and functions of the host throw; `signal.reason` after an abort
   * @example
   * for (const { name } of await sources.due()) console.log(name, await sources.run(name))
   */
  run(name: string, options?: RunOptions): Promise<SourceRun>
}

/**
 * Creates the sources of a calendar: addresses that are read again and again. There are no timers; call `due` and `run` from a cron job.
 * @param calendar the calendar, `as` the actor whose permissions apply to each record
 * @throws TypeError an option is missing or has no meaning
 * @example
 * const readers = { json: async (body: Blob): Promise<ImportItem[]> => JSON.parse(await body.text()) }
 * const sources = createSources(calendar, { store: memorySources(), records: memoryImports(), readers, fetch: guardedFetch })
 */
export function createSources(calendar: Calendar, options: SourcesOptions): Sources {
  const settings = readSettings(calendar, options)
  const { store, clock } = settings
  const require = async (name: string): Promise<StoredSource> => {
    const stored = await store.get(name)
    if (stored === undefined) throw new Error(`there is no source ${name}`)
    return stored
  }
  const listBy = async (compare: (a: StoredSource, b: StoredSource) => number): Promise<readonly StoredSource[]> =>
    [...(await store.list())].sort((a, b) => compare(a, b) || (a.name < b.name ? -1 : 1))
  return {
    create: async (input) => {
      requireKnownOptions('sources.create', input, { name: true, ...settingNames })
      const { name, intervalMs = dayMs, options: own = {}, readerOptions = {} } = input
      requireSource('sources.create', name)
      const source = { ...neverRun, name, ...requireValid(settings, { ...input, intervalMs, options: own, readerOptions }) }
      if (!(await store.insert(source))) throw new Error(`there is a source ${name} already`)
      return toSource(source)
    },
    get: async (name) => {
      const stored = await store.get(name)
      return stored === undefined ? null : toSource(stored)
    },
    list: async () => (await listBy(() => 0)).map(toSource),
    update: async (name, change) => {
      requireKnownOptions('sources.update', change, settingNames)
      const stored = await require(name)
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const patch = requireValid(settings, { ...stored, ...given })
      if (!(await store.update(name, patch))) throw new Error(`there is no source ${name}`)
      return toSource({ ...stored, ...patch })
    },
    remove: (name) => store.delete(name),
    due: async () => {
      const nowMs = clock.nowMs()
      const isDue = (source: StoredSource): boolean => Math.max(dueAtMs(source), source.leaseUntilMs) <= nowMs
      return (await listBy((a, b) => dueAtMs(a) - dueAtMs(b))).filter(isDue).map(toSource)
    },
    run: async (name, given = {}) => {
      requireKnownOptions('sources.run', given, { force: true, signal: true })
      return runSource(settings, await require(name), given)
    },
  }
}

const dayMs = 86_400_000

const settingNames = { kind: true, address: true, intervalMs: true, options: true, readerOptions: true } as const

const neverRun = {
  ...{ lastRunMs: 0, lastSuccessMs: 0, report: null, error: null, failures: 0, nextAtMs: 0 },
  ...{ ranWith: '', etag: '', lastModified: '', leaseUntilMs: 0 },
}

/** The longest JSON of options, in characters. */
const maxJson = 10_000

/** @returns the settings with the parsed address @throws TypeError one of them is not valid; the message has no part of the address */
function requireValid({ calendar, records, readers, allowInsecure }: Settings, given: SourceSettings): SourceSettings {
  const { kind, intervalMs, options, readerOptions } = given
  if (!Object.hasOwn(readers, kind)) throw new TypeError(`kind of a source must be ${Object.keys(readers).join(' or ')}, not ${kind}`)
  // Calendars write their public addresses with this scheme of their own.
  const address = typeof given.address === 'string' ? given.address.replace(/^webcals?:/i, 'https:') : given.address
  const issue = addressIssue(address, { allowInsecure })
  if (issue !== undefined) throw new TypeError(`address of a source ${issue}`)
  if (!Number.isSafeInteger(intervalMs) || intervalMs < 60_000 || intervalMs > 366 * dayMs)
    throw new TypeError(`intervalMs of a source must be from a minute to a year, in milliseconds, not ${intervalMs}`)
  requireKnownOptions('options of a source', options, { onMissing: true, maxMissing: true, conflicts: true })
  readImportSettings(calendar, { ...options, source: kind, records })
  for (const json of [options, readerOptions].map((one: unknown) => JSON.stringify(one)))
    if (!json?.startsWith('{') || json.length > maxJson)
      throw new TypeError(`options of a source must be an object of at most ${maxJson} characters`)
  // As the parser understands it: other programs may take `https://example.org\\@127.0.0.1/` for another host.
  return { kind, address: new URL(address).href, intervalMs, options, readerOptions }
}
