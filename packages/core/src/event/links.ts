import { demand } from '../access/decision.ts'
import type { Problems } from '../input/read.ts'
import { organizerKind } from '../organizer/service.ts'
import type { Operation } from '../record/context.ts'
import type { PublishedFields } from '../record/fields.ts'
import { toTarget } from '../record/lookup.ts'
import { visibleScope } from '../record/scope.ts'
import { createNested, type PublishedDefinition, readNested } from '../record/service.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { PartyFilter, PartySort } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EventRecord, OrganizerRecord, Taxonomy, VenueRecord } from '../store/records.ts'
import { resolveTermLinks, type TermLink } from '../term/relations.ts'
import { foldKey } from '../text/fold.ts'
import { venueKind } from '../venue/service.ts'
import type { EventLinks } from './record.ts'
import type { EventFields, ParsedLink } from './schema.ts'

/**
 * The records that an event is to link, made where they do not exist.
 * Links to records that the viewer may not see stay, whatever is given.
 * @param problems takes the fields at fault; then the transaction must not be committed
 */
export async function resolveLinks(
  op: Operation,
  fields: Partial<EventFields>,
  before: EventRecord | undefined,
  problems: Problems,
): Promise<EventLinks> {
  return {
    parentId: await resolveParent(op, fields.postParent, before, problems),
    venueIds: await partyIds(op, venues, fields.venue, before?.venueIds ?? [], problems),
    organizerIds: await partyIds(op, organizers, fields.organizer, before?.organizerIds ?? [], problems),
    categoryIds: await termIds(op, 'category', fields.categories, before?.categoryIds ?? [], problems),
    tagIds: await termIds(op, 'tag', fields.tags, before?.tagIds ?? [], problems),
  }
}

async function termIds(
  op: Operation,
  taxonomy: Taxonomy,
  links: readonly TermLink[] | undefined,
  known: readonly number[],
  problems: Problems,
): Promise<readonly number[]> {
  if (links === undefined) return known
  const ids = await resolveTermLinks(op, taxonomy, links, known)
  if (!('problem' in ids)) return ids
  problems[taxonomy === 'category' ? 'categories' : 'tags'] = ids.problem
  return known
}

async function resolveParent(
  op: Operation,
  given: number | undefined,
  before: EventRecord | undefined,
  problems: Problems,
): Promise<number> {
  const kept = before?.parentId ?? 0
  if (given === undefined || given === kept) return kept
  const scope = await visibleScope(op, 'event')
  const [parent, current] = await Promise.all(
    [given, kept].map(async (id) => (id === 0 ? undefined : (await op.store.events.getMany([id]))[0])),
  )
  // A parent that the viewer may not see reads 0, and stays when 0 is posted back.
  if (given === 0) return current !== undefined && !isReadable(scope, current) ? kept : 0
  if (parent === undefined || !isReadable(scope, parent)) problems['postParent'] = `names ${given}, which is no event`
  else if (parent.id === before?.id) problems['postParent'] = 'must not be the event itself'
  return given
}

type PartyRecord = VenueRecord | OrganizerRecord

/** A kind that events link by id or by the data of a new record. */
interface Party {
  readonly kind: 'venue' | 'organizer'
  getMany(store: CalendarStore, ids: readonly number[]): Promise<readonly PartyRecord[]>
  /** The records with such a name that match, lowest id first. */
  findNamed(store: CalendarStore, filter: PartyFilter): Promise<readonly PartyRecord[]>
  /** Reads the data of a new record. */
  prepare(data: object): { readonly name: string; readonly problems: Problems; create(op: Operation): Promise<PartyRecord> }
}

function toParty<K extends 'venue' | 'organizer', Fields extends PublishedFields & { readonly name: string }, T, L>(
  definition: PublishedDefinition<K, Fields, T, L, PartyFilter, PartySort>,
): Party {
  return {
    kind: definition.kind,
    getMany: (store, ids) => definition.collection(store).getMany(ids),
    findNamed: (store, filter) =>
      definition.collection(store).find({ filter, order: [{ key: 'id', direction: 'asc' }], offset: 0, limit: 100 }),
    prepare: (data) => {
      const { values, problems } = readNested(definition, data)
      return { name: values.name ?? '', problems, create: (op) => createNested(op, definition, values, problems) }
    },
  }
}

const venues = toParty(venueKind)
const organizers = toParty(organizerKind)

async function partyIds(
  op: Operation,
  party: Party,
  links: readonly ParsedLink[] | undefined,
  known: readonly number[],
  problems: Problems,
): Promise<readonly number[]> {
  if (links === undefined) return known
  const scope = await visibleScope(op, party.kind)
  const given = links.flatMap((link) => ('id' in link ? [link.id] : []))
  const mentioned = [...new Set([...given, ...known])]
  const records = new Map((mentioned.length === 0 ? [] : await party.getMany(op.store, mentioned)).map((record) => [record.id, record]))
  const isVisible = (id: number): boolean => {
    const record = records.get(id)
    return record !== undefined && isReadable(scope, record)
  }
  const unknown = given.find((id) => !isVisible(id))
  if (unknown !== undefined) {
    problems[party.kind] = `names ${unknown}, which is no ${party.kind}`
    return known
  }
  const ids = new Set<number>()
  for (const link of links) {
    const record = 'id' in link ? records.get(link.id) : await namedOrNew(op, party, link.data)
    if (record === undefined) return known
    if (!ids.has(record.id) && !known.includes(record.id) && record.createdMs !== op.nowMs) {
      await demand(op.viewer, { action: 'link', kind: party.kind, record: toTarget(record, op.nowMs) })
    }
    ids.add(record.id)
  }
  for (const id of known) if (records.has(id) && !isVisible(id)) ids.add(id)
  return [...ids]
}

/** Finds faults in the data of records that are to be made with an event; each party is one field of it. */
export function checkLinkData(fields: Partial<EventFields>, problems: Problems): void {
  for (const party of [venues, organizers]) {
    const faults = (fields[party.kind] ?? []).flatMap((link) => ('data' in link ? Object.entries(party.prepare(link.data).problems) : []))
    if (faults.length > 0) problems[party.kind] ??= faults.map(([field, reason]) => `${field} ${reason}`).join('; ')
  }
}

/** The visible record with the name that the data gives, else a new one. */
async function namedOrNew(op: Operation, party: Party, data: object): Promise<PartyRecord> {
  const draft = party.prepare(data)
  const filter: PartyFilter = { nameKeys: [foldKey(draft.name)], readable: await visibleScope(op, party.kind) }
  const [named] = await party.findNamed(op.store, filter)
  return named ?? draft.create(op)
}
