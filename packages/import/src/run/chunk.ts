import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'
import type { Entry } from '../identity/entry.ts'
import { type Claims, otherSource, resolve, resolveKnown, type Step } from '../identity/resolve.ts'
import { indexRows, type RowIndex } from '../identity/rows.ts'
import type { ImportRow } from '../records/import-store.ts'
import { type Adoption, createRecords } from '../write/create.ts'
import { findMergedNames, withMergedIds } from '../write/merged.ts'
import { emptyOutcome, fail, type Outcome, skip, warn } from '../write/outcome.ts'
import { isUnlinked, parentRowId } from '../write/parents.ts'
import type { AnyRecord } from '../write/record-digests.ts'
import { toRow } from '../write/to-row.ts'
import { linkRecord, updateRecord } from '../write/update.ts'
import { isItemError, readCurrent, recordKey, type Writer, writtenRecords } from '../write/writer.ts'
import { addDoubtful } from './doubtful.ts'
import { addOutcome, type Run } from './run.ts'
import { addMoved, isWriting, kinds, movedRow, type Settled, settle } from './settle.ts'
import { transact } from './transact.ts'

/**
 * Imports some items, in one transaction if there is anything to write.
 * @param claims the rows of the items that have waited for the end of the source; undefined before it
 */
export async function runChunk(run: Run, entries: readonly Entry[], claims?: Claims): Promise<void> {
  const [first, ...others] = entries
  if (first === undefined || run.isStopped) return
  const isStopping = ({ failed }: Outcome): boolean => run.settings.onError === 'stop' && failed.length > 0
  const outcome = await writeChunk(run, entries, claims, (one) => !isStopping(one)).catch((error: unknown) => {
    if (!isItemError(error)) throw error
    // A part of an item was written when it was refused, which undoes its chunk. Halves of the chunk find the item.
    if (others.length > 0) return undefined
    const single = emptyOutcome()
    fail(single, first, undefined, error)
    return single
  })
  if (outcome === undefined) {
    const half = Math.ceil(entries.length / 2)
    await runChunk(run, entries.slice(0, half), claims)
    return runChunk(run, entries.slice(half), claims)
  }
  if (!isStopping(outcome)) return addOutcome(run, outcome)
  const failed = entries.findIndex((entry) => outcome.failed.includes(entry))
  await runChunk(run, entries.slice(0, failed), claims)
  run.isStopped = true
  const { index } = entries[failed]?.item ?? {}
  for (const note of outcome.report.skipped) if (note.index === index) run.report.skipped.push(note)
}

async function writeChunk(
  run: Run,
  entries: readonly Entry[],
  claims: Claims | undefined,
  isKept: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const { calendar, source, match } = run.settings
  const rows = await findRows(run, entries, claims, calendar)
  const hints = { claims, outdated: await findOutdated(run, entries, rows), matches: new Map<Entry, number>() }
  const news = resolveChunk(run, entries, rows, hints).flatMap((step) =>
    step.type === 'create' && step.row === undefined ? [step.entry] : [],
  )
  for (const [entry, recordId] of await findMergedNames(calendar, news)) hints.matches.set(entry, recordId)
  for (const entry of news) {
    const matched = await match?.(entry.item)
    if (matched !== undefined) hints.matches.set(entry, matched)
  }
  const steps = await settle(run, calendar, resolveChunk(run, entries, rows, hints))
  if (steps.steps.some(isWriting)) {
    return transact(
      run,
      async (tx, transaction) => {
        // Another import of the source may have committed since.
        const current = await findRows(run, entries, claims, tx)
        return writeSteps(run, tx, transaction, await settle(run, tx, resolveChunk(run, entries, current, hints)), current)
      },
      isKept,
    )
  }
  const outcome = emptyOutcome()
  addPlain(outcome, steps.steps)
  await addDoubtful(calendar, source, entries, rows, outcome)
  return outcome
}

/** What decides about items beside their rows. */
interface Hints {
  readonly claims: Claims | undefined
  readonly outdated: ReadonlySet<string>
  readonly matches: ReadonlyMap<Entry, number>
}

function resolveChunk(run: Run, entries: readonly Entry[], rows: RowIndex, { claims, outdated, matches }: Hints): readonly Step[] {
  const claimed = new Set<string>()
  const seen = { has: (id: string) => claimed.has(id) || run.seen.has(id) }
  const isOutdated = ({ id }: ImportRow): boolean => outdated.has(id)
  const known = { source: run.settings.source, rows, seen, made: run.made, isOutdated, hasLayers: claims === undefined }
  return entries.map((entry) => {
    const row = rows.byId(claims?.get(entry)?.id ?? '')
    const step = row === undefined ? resolve(entry, known) : resolveKnown(entry, row, known)
    const match = step.type === 'create' && step.row === undefined ? matches.get(entry) : undefined
    if (entry.isKeyed && rows.byId(entry.id)?.recordId) run.hasKnownKeys = true
    if (step.type !== 'later') claimed.add(('row' in step ? step.row?.id : undefined) ?? entry.id)
    return match === undefined ? step : { type: 'link', entry, row: undefined, recordId: match }
  })
}

async function findRows(run: Run, entries: readonly Entry[], claims: Claims | undefined, calendar: Calendar): Promise<RowIndex> {
  const { source } = run.settings
  const events = entries.filter(({ item }) => item.kind === 'event')
  const distinct = (values: readonly (string | undefined)[]): readonly string[] =>
    [...new Set(values.filter((value) => value !== undefined && value !== ''))] as string[]
  const lookup = {
    source,
    ids: distinct(entries.flatMap((entry) => [entry.id, parentRowId(source, entry), claims?.get(entry)?.id])),
    addresses: distinct(events.map(({ address }) => address)),
    looks: distinct(events.map(({ look }) => look)),
  }
  return indexRows(await withMergedIds(calendar, await run.records.find(lookup, internals(calendar).engineTransaction)))
}

/** With `'source wins'`, the ids of rows whose records somebody else has changed. */
async function findOutdated(
  { settings: { conflicts, calendar } }: Run,
  entries: readonly Entry[],
  rows: RowIndex,
): Promise<ReadonlySet<string>> {
  const outdated = new Set<string>()
  if (conflicts !== 'source wins') return outdated
  for (const kind of kinds) {
    const known = entries.flatMap(({ id, item }) => (item.kind === kind ? (rows.byId(id) ?? []) : []))
    const ids = known.flatMap(({ recordId }) => (recordId === 0 ? [] : [recordId]))
    const current = await readCurrent(calendar, kind, ids)
    for (const { id, recordId, version } of known) if ((current.get(recordId)?.['version'] ?? version) !== version) outdated.add(id)
  }
  return outdated
}

/** Notes the items for which nothing is written. */
function addPlain(outcome: Outcome, steps: readonly Step[]): void {
  for (const step of steps) {
    if (step.type === 'skip') {
      skip(outcome, step.entry, step.row, step.reason)
      if (step.reason.code === 'uid_taken') outcome.recordIds.set(step.entry, 0)
    }
    if (step.type === 'later') outcome.later.push(step.entry)
    if (step.type !== 'unchanged') continue
    warn(outcome, step.entry, step.entry.item.warnings)
    outcome.report.unchanged++
    outcome.seen.push(step.row.id)
    outcome.recordIds.set(step.entry, step.row.recordId)
    // Its parent may come in this run.
    if (isUnlinked(step.row) && parentRowId(step.row.source, step.entry) !== undefined) outcome.orphans.push(step.entry)
  }
}

async function writeSteps(
  run: Run,
  tx: Calendar,
  transaction: object | undefined,
  { steps, current }: Settled,
  rows: RowIndex,
): Promise<Outcome> {
  const { settings, imagined, nowMs, records } = run
  const outcome = emptyOutcome()
  const writer: Writer = { tx, settings, rows, outcome, nowMs, pending: [], imagined }
  addPlain(outcome, steps)
  for (const kind of kinds) {
    const ofKind = steps.filter(({ entry }) => entry.item.kind === kind)
    const creations = ofKind.filter((step) => step.type === 'create')
    const adoptions = await withoutOthers(writer, records.find, await createRecords(writer, kind, creations), transaction)
    const adopted = await readCurrent(
      tx,
      kind,
      adoptions.map(({ recordId }) => recordId),
    )
    const known = (id: number): AnyRecord | undefined => current.get(kind)?.get(id)
    for (const adoption of adoptions) await updateRecord(writer, adoption, adopted.get(adoption.recordId))
    for (const step of ofKind) {
      if (step.type === 'link') linkRecord(writer, step, known(step.recordId))
      if (step.type === 'update') await updateRecord(writer, { ...step, recordId: step.row.recordId }, known(step.row.recordId))
    }
  }
  addRows(writer)
  for (const step of steps) {
    const row = movedRow(step)
    if (row !== undefined) addMoved(outcome, step.entry, row)
  }
  await addDoubtful(
    tx,
    settings.source,
    steps.map(({ entry }) => entry),
    rows,
    outcome,
  )
  return outcome
}

/** The adoptions of records that no other item has. */
async function withoutOthers(
  { outcome, settings }: Writer,
  find: Run['records']['find'],
  adoptions: readonly Adoption[],
  transaction: object | undefined,
): Promise<readonly Adoption[]> {
  if (adoptions.length === 0) return adoptions
  const owners = indexRows(await find({ source: settings.source, recordIds: adoptions.map(({ recordId }) => recordId) }, transaction))
  return adoptions.filter(({ entry, row, recordId }) => {
    const [owner] =
      entry.item.kind === 'event' ? owners.byRecord(recordId).filter(({ id, isMissing }) => id !== entry.id && !isMissing) : []
    if (owner === undefined) return true
    skip(outcome, entry, row, otherSource)
    outcome.recordIds.set(entry, 0)
    return false
  })
}

/** Makes the rows of the items that were written. */
function addRows({ tx, settings, outcome, nowMs, pending }: Writer): void {
  const records = writtenRecords(tx)
  for (const one of pending) {
    const { entry, row, recordId, current } = one
    const record = records.get(recordKey(entry.item.kind, recordId)) ?? current
    if (record === undefined) throw new Error(`The ${entry.item.kind} ${recordId} was written without a change.`)
    outcome.rows.push(toRow(settings.source, one, record, nowMs))
    if (row !== undefined) outcome.removedIds.push(row.id)
    outcome.seen.push(entry.id, row?.id ?? entry.id)
    outcome.recordIds.set(entry, recordId)
  }
}
