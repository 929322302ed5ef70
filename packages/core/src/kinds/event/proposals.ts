import { demand, mayDo } from '../../access/decision.ts'
import { CalendarError, invalidInput } from '../../errors/calendar-error.ts'
import { requireKnownOptions } from '../../errors/known-names.ts'
import { limits } from '../../input/limits.ts'
import { assertNoIssues, isObject, readFields, requireObject, type Shape } from '../../input/read.ts'
import { countField, lineOf, wordField } from '../../input/scalars.ts'
import {
  beginCall,
  beginOperation,
  type CalendarCall,
  type CalendarContext,
  type Operation,
  type WriteOperation,
} from '../../record/context.ts'
import { toChangeQuestion, toChangeQuestions } from '../../record/history.ts'
import { notFound, type RecordRef } from '../../record/lookup.ts'
import { planChange } from '../../record/plan.ts'
import { preparePatch } from '../../record/prepare.ts'
import { toUtcTime } from '../../record/publication.ts'
import { loadForReading, viewOne } from '../../record/reads.ts'
import { actorOf } from '../../record/replace.ts'
import { visibleScope } from '../../record/scope.ts'
import { write } from '../../record/write.ts'
import { targetOf } from '../../record/write-target.ts'
import type { Decision, ProposalQuery, ProposalState, StoredProposal } from '../../store/proposals.ts'
import type { EventRecord } from '../../store/records.ts'
import { toValidText } from '../../text/plain.ts'
import { utf8Length } from '../../text/secret.ts'
import type { Proposal, ProposalListInput, ProposalPage } from './proposal.ts'
import type { Event, EventKind, EventTypes } from './view.ts'

/** The options of `propose` and `accept`. */
interface VersionOption {
  readonly version?: number | undefined
}

/** Stores a proposal. See `propose` of the events of a calendar. */
export async function propose(
  context: CalendarContext,
  kind: EventKind,
  ref: RecordRef,
  patch: object,
  options: VersionOption,
): Promise<Proposal> {
  requireKnownOptions('propose', options, { version: true })
  const call = beginCall(context)
  const stored = toStoredPatch(call, kind, patch)
  const ask = (op: Operation): Promise<void> => demand(op.viewer, { action: 'create', kind: 'event' })
  const insert = async (op: WriteOperation): Promise<Proposal> => {
    await ask(op)
    const { id: eventId, version } = await loadForReading(op, kind, ref)
    if (options.version !== undefined && options.version !== version) throw hasChanged(eventId)
    await demandFewOpen(op, eventId)
    const made = { eventId, version, authorId: actorOf(op), patch: stored, createdMs: op.nowMs }
    const id = await op.store.proposals.insert(made)
    if (id === null) throw notFound('event', ref)
    return toProposal(op, { ...made, id, state: 'open', note: '', deciderId: '', decidedMs: null })
  }
  return write(call, insert, { ask })
}

/** The most open proposals of one proposer for one event. A limit for all proposers would tell each how many the others have made. */
const maxOpen = 20

/** @throws invalid_input the viewer has too many open proposals for the event; the host's own code makes any number */
async function demandFewOpen(op: WriteOperation, eventId: number): Promise<void> {
  if (op.viewer.policy === null) return
  const open = await op.store.proposals.find({ eventId, authorId: actorOf(op), state: 'open', limit: maxOpen })
  if (open.length === maxOpen) throw invalidInput({ event: { code: 'too_many_proposals', max: maxOpen } })
}

/** Declines a proposal. See `decline` of the events of a calendar. */
export async function declineProposal(context: CalendarContext, kind: EventKind, id: number, given: string): Promise<Proposal> {
  const { values, issues } = readFields<{ readonly note: string }>({ note: lineOf(limits.line) }, { note: given })
  assertNoIssues(issues)
  return write(context, async (op) => {
    const { stored } = await findProposal(op, kind, id)
    return toProposal(op, await decide(op, stored, 'declined', values.note ?? ''))
  })
}

/** The most bytes of a patch as JSON. */
const maxPatchBytes = 524_288

const htmlNames: ReadonlySet<string> = new Set(['description', 'excerpt'])

/**
 * A patch as JSON: the members that an update reads, with safe HTML, because those who decide are shown it.
 * @throws invalid_input naming every invalid field
 */
function toStoredPatch(call: CalendarCall, kind: EventKind, patch: object): string {
  requireObject('patch', patch)
  const plain = toPlain(Object.fromEntries(Object.entries(patch).filter(([name]) => name === 'fields' || Object.hasOwn(kind.shape, name))))
  preparePatch(call, kind, plain)
  const safe = mapPatch(plain, 'event', (name, value) =>
    typeof value === 'string' && htmlNames.has(name) ? toValidText(call.sanitizeHtml(value)) : value,
  )
  const text = JSON.stringify(safe)
  if (utf8Length(text) > maxPatchBytes) throw invalidInput({ patch: { code: 'too_many_bytes', max: maxPatchBytes } })
  return text
}

/** A patch as JSON has it: dates and values of `Temporal` are texts then. */
function toPlain(patch: object): object {
  try {
    return JSON.parse(JSON.stringify(patch))
  } catch {
    throw invalidInput({ patch: { code: 'not_json' } })
  }
}

/** The kinds of the records that a patch of an event creates, by its members. */
const nestedKinds: Readonly<Record<string, 'venue' | 'organizer'>> = { venues: 'venue', organizers: 'organizer' }

/** A patch with other values of its members, and of those of the records that it creates. */
function mapPatch(
  patch: object,
  kind: 'event' | 'venue' | 'organizer',
  change: (name: string, value: unknown, kind: 'event' | 'venue' | 'organizer') => unknown,
): object {
  const changed = (name: string, value: unknown): unknown => {
    const nested = kind === 'event' && Object.hasOwn(nestedKinds, name) ? nestedKinds[name] : undefined
    if (nested === undefined) return change(name, value, kind)
    const mapOne = (one: unknown): unknown => (isObject(one) ? mapPatch(one, nested, change) : one)
    return Array.isArray(value) ? value.map(mapOne) : mapOne(value)
  }
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, changed(name, value)]))
}

/** A proposal as its viewer sees it. */
function toProposal(op: Operation, { patch, createdMs, decidedMs, ...stored }: StoredProposal): Proposal {
  const visible = mapPatch(JSON.parse(patch), 'event', (name, value, kind) => {
    const { byName } = op.visibleFields[kind]
    return name === 'fields' && isObject(value) ? Object.fromEntries(Object.entries(value).filter(([one]) => byName.has(one))) : value
  })
  return {
    ...stored,
    patch: visible,
    at: toUtcTime(createdMs),
    decidedAt: decidedMs === null ? null : toUtcTime(decidedMs),
  }
}

const isOwn = ({ viewer: { actor, policy } }: Operation, { authorId }: StoredProposal): boolean =>
  policy === null || (actor !== null && actor.id === authorId)

/** A proposal that the viewer sees, and its event; undefined if the viewer does not see that any more. */
interface FoundProposal {
  readonly stored: StoredProposal
  readonly record: EventRecord | undefined
}

/** @throws not_found, invalid_input */
async function findProposal(op: Operation, kind: EventKind, id: number): Promise<FoundProposal> {
  const { issues } = readFields<{ readonly id: number }>({ id: countField }, { id })
  assertNoIssues(issues)
  const stored = await op.store.proposals.get(id)
  const record = stored && (await kind.find(op, stored.eventId))
  if (stored !== undefined && isOwn(op, stored)) return { stored, record }
  if (stored === undefined || record === undefined || !(await mayDo(op.viewer, await toChangeQuestion(op, 'event', record))))
    throw new CalendarError('not_found', {})
  return { stored, record }
}

const hasChanged = (id: number): CalendarError => new CalendarError('version_conflict', { kind: 'event', id })

const isDecided = (): CalendarError => new CalendarError('version_conflict', {}, { message: 'The proposal is decided already.' })

/** @throws version_conflict the proposal is decided already */
async function decide(op: WriteOperation, stored: StoredProposal, state: Decision['state'], note: string): Promise<StoredProposal> {
  const decision = { state, note, deciderId: actorOf(op), decidedMs: op.nowMs }
  if (!(await op.store.proposals.decide(stored.id, decision))) throw isDecided()
  return { ...stored, ...decision }
}

/** Makes the change of a proposal. See `accept` of the events of a calendar. */
export async function acceptProposal(context: CalendarContext, kind: EventKind, id: number, options: VersionOption): Promise<Event> {
  requireKnownOptions('accept', options, { version: true })
  const { version } = options
  const call = beginCall(context)
  let fields: Partial<EventTypes['fields']> | undefined
  const begin = async (op: WriteOperation) => {
    const { stored, record } = await findProposal(op, kind, id)
    if (record === undefined) throw notFound('event', stored.eventId)
    const target = await targetOf(op, kind, record.id, record)
    // Once: a transaction may run again, and sanitizing HTML is slow.
    fields ??= preparePatch(call, kind, JSON.parse(stored.patch))
    await target.demand(fields)
    return { stored, target, fields }
  }
  const accept = async (op: WriteOperation): Promise<Event> => {
    const { stored, target, fields } = await begin(op)
    if (stored.state !== 'open') throw isDecided()
    if (target.record.version !== (version ?? stored.version)) throw hasChanged(target.record.id)
    const event = await target.change(fields)
    await decide(op, stored, 'accepted', '')
    return viewOne<EventTypes>(op, kind, event)
  }
  const plan = async (op: WriteOperation) => {
    const { target, fields } = await begin(op)
    return planChange(op, kind, fields, target.record)
  }
  return write(call, accept, { plan })
}

const states: readonly ProposalState[] = ['open', 'accepted', 'declined']

type ListFields = Required<{ readonly [Name in keyof Omit<ProposalListInput, 'event'>]: NonNullable<ProposalListInput[Name]> }>

const listShape: Shape<ListFields> = {
  authorId: lineOf(limits.line),
  state: wordField(states),
  before: countField,
  limit: countField,
}

/** The number of proposals in one read: the patch of each has up to 512 kB. */
const batchSize = 25
/** The most proposals that one page looks at. */
const maxScanned = 500
/** The largest limit. */
const maxLimit = 100

/** One page of proposals. See `proposals` of the events of a calendar. */
export async function listProposals(context: CalendarContext, kind: EventKind, input: ProposalListInput): Promise<ProposalPage> {
  const op = beginOperation(context)
  requireObject('input', input)
  requireKnownOptions('proposals', input, { event: true, authorId: true, state: true, before: true, limit: true })
  const { values, issues } = readFields(listShape, input)
  assertNoIssues(issues)
  const { limit = 20, before, ...conditions } = values
  const { query, mayUpdate } = await visibleQuery(op, kind, input.event)
  const authorId = query.authorId ?? conditions.authorId
  if (conditions.authorId !== undefined && conditions.authorId !== authorId) return { items: [], next: null }
  const items: Proposal[] = []
  let beforeId = before
  for (let scanned = 0; scanned < maxScanned; scanned += batchSize) {
    const batch = await op.store.proposals.find({ ...conditions, ...query, beforeId, limit: batchSize })
    const seen = await mayUpdate(batch)
    for (const stored of batch) {
      if (items.length === Math.min(limit, maxLimit)) return { items, next: beforeId ?? null }
      beforeId = stored.id
      if (isOwn(op, stored) || seen.has(stored.eventId)) items.push(toProposal(op, stored))
    }
    if (batch.length < batchSize) return { items, next: null }
  }
  return { items, next: beforeId ?? null }
}

/** The proposals that a viewer may see, as a query, and which of the proposals of others that it finds. */
interface VisibleQuery {
  readonly query: Pick<ProposalQuery, 'eventId' | 'authorId'>
  /** The ids of the events that the viewer may update. */
  mayUpdate(batch: readonly StoredProposal[]): Promise<ReadonlySet<number>>
}

/**
 * Asks the policy what is known before the proposals are read.
 * @throws unauthenticated an anonymous viewer has no proposals, and may update no event
 */
async function visibleQuery(op: Operation, kind: EventKind, event: RecordRef | undefined): Promise<VisibleQuery> {
  const record = event === undefined ? undefined : await kind.find(op, event)
  if (event !== undefined && record === undefined) throw notFound('event', event)
  const question = record === undefined ? ({ action: 'update', kind: 'event' } as const) : await toChangeQuestion(op, 'event', record)
  const ofEvent = record && { eventId: record.id }
  const { actor } = op.viewer
  if (actor !== null && !(await mayDo(op.viewer, question)))
    return { query: { ...ofEvent, authorId: actor.id }, mayUpdate: async () => new Set() }
  if (actor === null) await demand(op.viewer, question)
  return {
    query: { ...ofEvent },
    mayUpdate: async (batch) => (record === undefined ? updatable(op, kind, batch) : new Set([record.id])),
  }
}

/** The events of proposals that the viewer may read and update. */
async function updatable(op: Operation, kind: EventKind, batch: readonly StoredProposal[]): Promise<ReadonlySet<number>> {
  const ids = [...new Set(batch.map(({ eventId }) => eventId))]
  if (ids.length === 0) return new Set()
  const filter = { ids, readable: await visibleScope(op, 'event') }
  const events = await kind
    .collection(op.store)
    .find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: ids.length, withoutInherited: true })
  const answers = await Promise.all((await toChangeQuestions(op, 'event', events)).map((question) => mayDo(op.viewer, question)))
  return new Set(events.filter((_, index) => answers[index]).map(({ id }) => id))
}
