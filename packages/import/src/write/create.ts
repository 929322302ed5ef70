import { type CalendarError, isCalendarError } from '@kalends/core'
import { foldKey } from '@kalends/core/store'
import type { Step } from '../identity/resolve.ts'
import type { ImportKind, ImportWarning } from '../item.ts'
import type { ImportRow } from '../records/import-store.ts'
import { writeExceptions } from './exceptions.ts'
import { toInput } from './input.ts'
import { fail, warn } from './outcome.ts'
import { noteOrphan, parentIdOf } from './parents.ts'
import type { AnyRecord } from './record-digests.ts'
import { isItemError, isPublished, recordsOf, type Writer } from './writer.ts'

/** A new item. */
export type Creation = Extract<Step, { type: 'create' }>

/** An item whose record exists already. */
export interface Adoption {
  /** The item. */
  readonly entry: Creation['entry']
  /** What is known of it; undefined for nothing. */
  readonly row: ImportRow | undefined
  /** The record that has its uid or its name. */
  readonly recordId: number
}

/** Creates the records of new items of one kind. @returns the items that have records already */
export async function createRecords(writer: Writer, kind: ImportKind, steps: readonly Creation[]): Promise<readonly Adoption[]> {
  if (steps.length === 0) return []
  return isPublished(kind) ? createPublished(writer, kind, steps) : createTerms(writer, kind, steps)
}

async function createPublished(
  writer: Writer,
  kind: 'event' | 'venue' | 'organizer',
  steps: readonly Creation[],
): Promise<readonly Adoption[]> {
  const toRecord = ({ entry }: Creation): AnyRecord => toInput(entry, parentIdOf(writer, entry))
  for (const { entry } of steps) noteOrphan(writer, entry, parentIdOf(writer, entry))
  const refused = await createMany(writer, kind, steps, toRecord)
  const adoptions: Adoption[] = []
  const others: Creation[] = []
  for (const [step, error] of refused) {
    const { entry, row } = step
    const ownerId = isCalendarError(error, 'uid_taken') ? error.details.id : undefined
    if (ownerId === undefined) fail(writer.outcome, entry, row, error)
    else if (row?.decision.not?.includes(ownerId) === true) others.push(step)
    else adoptions.push({ entry, row, recordId: ownerId })
  }
  // Somebody has decided that the record with the uid of the item is another one.
  const again = await createMany(writer, kind, others, (step) => ({ ...toRecord(step), uid: null }))
  for (const [{ entry, row }, error] of again) fail(writer.outcome, entry, row, error)
  return adoptions
}

/** @returns the items that were refused */
async function createMany(
  writer: Writer,
  kind: 'event' | 'venue' | 'organizer',
  steps: readonly Creation[],
  toRecord: (step: Creation) => AnyRecord,
): Promise<readonly (readonly [Creation, CalendarError])[]> {
  if (steps.length === 0) return []
  const refused: (readonly [Creation, CalendarError])[] = []
  const created: (readonly [Creation, number])[] = []
  const at = (index: number): Creation => {
    const step = steps[index]
    if (step === undefined) throw new RangeError(`createMany reports an input ${index}`)
    return step
  }
  // Each kind takes inputs of its own, and `toInput` has kept that of the item.
  const { createMany: create } = writer.tx[`${kind}s`] as unknown as Pick<Writer['tx']['events'], 'createMany'>
  await create(steps.map(toRecord) as never, {
    chunkSize: 10_000,
    onError: 'skip',
    onProgress: (progress) => {
      for (const { index, id } of progress.created) created.push([at(index), id])
      for (const { index, error } of progress.skipped) refused.push([at(index), error])
    },
  })
  for (const [step, id] of created) await addCreated(writer, step, id)
  return refused
}

async function addCreated({ tx, outcome, pending }: Writer, { entry, row }: Creation, recordId: number): Promise<void> {
  const exceptions = entry.item.kind === 'event' ? (entry.item.exceptions ?? []) : []
  const written = exceptions.length > 0 ? await writeExceptions(tx, recordId, exceptions, {}, false) : undefined
  warn(outcome, entry, [...entry.item.warnings, ...(written?.warnings ?? [])])
  outcome.report.created++
  outcome.made.push(entry.id)
  pending.push({ entry, row, recordId, written: undefined, current: undefined, exceptions: written?.digests ?? {}, isLinked: false })
}

/** Terms have no uids: a term with the name under the same parent is the one. */
async function createTerms(writer: Writer, kind: 'category' | 'tag', steps: readonly Creation[]): Promise<readonly Adoption[]> {
  const records = recordsOf(writer.tx, kind)
  const adoptions: Adoption[] = []
  for (const { entry, row } of steps) {
    const parentId = parentIdOf(writer, entry, adoptions)
    noteOrphan(writer, entry, parentId)
    const input = toInput(entry, parentId)
    try {
      const known = await findTerm(records, String(input['name']), parentId ?? 0)
      if (known !== undefined) adoptions.push({ entry, row, recordId: known })
      else await addCreated(writer, { type: 'create', entry, row }, (await records.create(input)).id)
    } catch (error) {
      if (!isItemError(error)) throw error
      fail(writer.outcome, entry, row, error satisfies ImportWarning)
    }
  }
  return adoptions
}

async function findTerm(records: ReturnType<typeof recordsOf>, name: string, parentId: number): Promise<number | undefined> {
  // A name that is too long for a search is refused by `create`.
  const { items } = await records.list({ search: `"${name.replaceAll('"', ' ').slice(0, 190)}"`, perPage: 100 })
  return items.find((term) => term['parentId'] === parentId && foldKey(String(term['name'])) === foldKey(name))?.id
}
