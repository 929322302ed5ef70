import type { AbortSignalLike } from '@kalends/core/store'
import { importRecords } from '../import-records.ts'
import type { ImportItem, ImportWarning } from '../item.ts'
import type { ImportReport } from '../report.ts'
import type { SourcePatch, StoredSource } from '../source-store/source-store.ts'
import { fetchSource, SourceFailure } from './fetch-source.ts'
import { claim, type Lease } from './lease.ts'
import type { Settings, SourceItems, SourceReader } from './options.ts'
import { delayAfter, dueAtMs, settingsDigest, toSource } from './schedule.ts'

/** How a source is run. */
export interface RunOptions {
  /** Whether to run a source that is not due, and to read one that has not changed. @default false */
  readonly force?: boolean | undefined
  /** Ends the import when it is aborted: what is committed stays. */
  readonly signal?: AbortSignalLike | undefined
}

/**
 * The outcome of a run. `imported`: with the whole report. `unchanged`: the server has said so, and nothing was read. `failed`: with the
 * reason; everything stays as it was. `busy`: another process runs it. `not due`: its time has not come.
 */
export type SourceRun =
  | { readonly outcome: 'imported'; readonly report: ImportReport }
  | { readonly outcome: 'unchanged' | 'busy' | 'not due' }
  | { readonly outcome: 'failed'; readonly error: ImportWarning }

/** The notes of each list of a stored report. */
const maxNotes = 100

const noReader = new SourceFailure('no_reader', 'The application has no reader for this kind of source.')

/** Thrown when another process has claimed the source, because this one has given no sign of life for minutes. */
const lost = new Error('Another process runs the source.')

/** Runs a stored source once. @throws what the storage and functions of the host throw; `signal.reason` after an abort */
export async function runSource(settings: Settings, stored: StoredSource, { force = false, signal }: RunOptions): Promise<SourceRun> {
  const isDue = (source: StoredSource): boolean => force || dueAtMs(source) <= settings.clock.nowMs()
  if (!isDue(stored)) return { outcome: 'not due' }
  const lease = await claim(settings, stored)
  if (lease === undefined) return { outcome: 'busy' }
  // Another process may have run it between the look and the claim.
  if (!isDue(lease.source)) {
    await lease.release({})
    return { outcome: 'not due' }
  }
  try {
    return await runClaimed(settings, lease, force, signal)
  } catch (error) {
    if (error === lost) return { outcome: 'busy' }
    const failure = new SourceFailure('import_failed', 'The storage or a function of the application has failed.')
    // A storage that is down cannot save that either: the lease ends by itself, and the first error is the one to report.
    await lease.release(signal?.aborted === true ? {} : failed(settings, lease.source, failure)).catch(() => undefined)
    throw error
  }
}

async function runClaimed(settings: Settings, lease: Lease, force: boolean, signal: AbortSignalLike | undefined): Promise<SourceRun> {
  const { source } = lease
  const fail = async (failure: SourceFailure): Promise<SourceRun> => {
    await lease.release(failed(settings, source, failure))
    return { outcome: 'failed', error: toWarning(failure) }
  }
  const reader = settings.readers[source.kind]
  if (reader === undefined) return fail(noReader)
  const isKnown = source.ranWith === settingsDigest(source)
  let opened: OpenedSource | undefined
  try {
    opened = await openSource(settings, reader, isKnown && !force ? source : { ...source, ...noValidators })
  } catch (error) {
    if (error instanceof SourceFailure) return fail(error)
    throw error
  }
  if (opened === undefined) {
    await lease.release(succeeded(settings, source, {}))
    return { outcome: 'unchanged' }
  }
  const report = withoutAddress(await importItems(settings, lease, readItems(opened, lease), signal), source)
  // A source that was not read as a whole is read again, even if it does not change.
  const { etag, lastModified } = report.incomplete === null ? opened : noValidators
  await lease.release(succeeded(settings, source, { etag, lastModified, report: shortened(report) }))
  return { outcome: 'imported', report }
}

const noValidators = { etag: '', lastModified: '' } as const

/** A source whose items can be read. */
interface OpenedSource extends Pick<StoredSource, 'etag' | 'lastModified'> {
  read(): SourceItems | Promise<SourceItems>
}

/** Fetches a document; a site is left to its reader. @returns undefined if the document is unchanged @throws SourceFailure */
async function openSource(settings: Settings, reader: SourceReader, stored: StoredSource): Promise<OpenedSource | undefined> {
  const source = toSource(stored)
  if (typeof reader !== 'function') return { ...noValidators, read: () => reader.site(source) }
  const document = await fetchSource(settings, stored)
  return document && { etag: document.etag, lastModified: document.lastModified, read: () => reader(document.body, source) }
}

/** The items of a source. What its reader throws is an error of the items, so that the import is incomplete. */
async function* readItems(opened: OpenedSource, lease: Lease): AsyncGenerator<ImportItem, void, undefined> {
  for await (const item of await opened.read()) {
    // Sites take minutes for a chunk. If the lease is lost, the end of the chunk notices.
    await lease.renew()
    yield item
  }
}

function importItems(
  { calendar, records, map, match }: Settings,
  lease: Lease,
  items: AsyncIterable<ImportItem>,
  signal: AbortSignalLike | undefined,
): Promise<ImportReport> {
  const source = toSource(lease.source)
  return importRecords(calendar, items, {
    ...source.options,
    ...{ source: source.name, records, signal },
    ...(map !== undefined && { map: (item) => map(item, source) }),
    ...(match !== undefined && { match: (item) => match(item, source) }),
    onProgress: async () => {
      if (!(await lease.renew())) throw lost
    },
  })
}

const toWarning = ({ code, message }: SourceFailure): ImportWarning => ({ code, message })

const succeeded = ({ clock }: Settings, source: StoredSource, patch: SourcePatch): SourcePatch => {
  const nowMs = clock.nowMs()
  const next = { nextAtMs: nowMs + source.intervalMs, error: null, failures: 0 }
  return { ...patch, ...next, lastRunMs: nowMs, lastSuccessMs: nowMs, ranWith: settingsDigest(source) }
}

function failed({ clock }: Settings, source: StoredSource, error: SourceFailure): SourcePatch {
  const nowMs = clock.nowMs()
  const ranWith = settingsDigest(source)
  const failures = source.failures + 1
  return {
    ...{ ranWith, failures, lastRunMs: nowMs, error: toWarning(error) },
    nextAtMs: nowMs + delayAfter(source.intervalMs, failures, error.retryAfterMs),
    // The validators belong to what was read with other settings.
    ...(source.ranWith !== ranWith && noValidators),
  }
}

/** The address may contain a secret, and readers may put it into their errors. */
const withoutAddress = (report: ImportReport, { address, name }: StoredSource): ImportReport =>
  report.incomplete === null
    ? report
    : { ...report, incomplete: { ...report.incomplete, message: report.incomplete.message.replaceAll(address, name) } }

const shortened = (report: ImportReport): ImportReport => ({
  ...report,
  skipped: report.skipped.slice(0, maxNotes),
  warnings: report.warnings.slice(0, maxNotes),
  doubtful: report.doubtful.slice(0, maxNotes),
})
