import type { EntityId, EventFilter, ProfileFilter, TermFilter, TermRecord } from '@kalends/core/store'
import { buildEventDraft } from '../../../packages/testing/src/factories/event.ts'
import { buildOrganizerDraft } from '../../../packages/testing/src/factories/organizer.ts'
import { buildTermDraft } from '../../../packages/testing/src/factories/term.ts'
import { buildVenueDraft } from '../../../packages/testing/src/factories/venue.ts'
import type { CollectionName } from '../../../packages/testing/src/wrap-store.ts'
import type { Plan } from './command.ts'
import type { ModelDraft, ModelRecord, ModelState } from './naive-model.ts'
import { changedEvent, newEvent, splitPlan } from './plan-series.ts'

/** A filter of any kind. */
export type AnyFilter = EventFilter & ProfileFilter & TermFilter

/** Picks one of the ids. The pick 0 gives the id 0, and some picks give an id that no record has. */
export function pickId(ids: readonly EntityId[], pick: number): EntityId {
  if (pick === 0) return 0
  return ids[(pick - 1) % (ids.length + 1)] ?? 900_000_000 + pick
}

const kindOfMember: Readonly<Record<string, CollectionName>> = {
  venueIds: 'venues',
  organizerIds: 'organizers',
  categoryIds: 'terms',
  tagIds: 'terms',
  withinIds: 'terms',
}

/** A filter with ids instead of picks. */
export function resolveFilter(state: ModelState, kind: CollectionName, plan: Plan): AnyFilter {
  const resolved = Object.entries(plan).map(([member, value]) => [member, resolveMember(state, kind, member, value)] as const)
  // The generator makes only members of filters, each with a value of its type.
  return Object.fromEntries(resolved) as AnyFilter
}

function resolveMember(state: ModelState, kind: CollectionName, member: string, value: unknown): unknown {
  if (member === 'afterId') return pickId(state.known[kind], Number(value))
  if (member === 'events') return resolveEvents(state, value)
  if (member === 'readable' && Array.isArray(value)) return value.map((clause: Plan) => resolveFilter(state, kind, clause))
  if (member === 'seriesIds' && Array.isArray(value)) return value.map((pick) => pickId(seriesIds(state), Number(pick)))
  const target = ['ids', 'excludeIds', 'parentIds'].includes(member) ? kind : kindOfMember[member]
  return target !== undefined && Array.isArray(value) ? value.map((pick) => pickId(state.known[target], Number(pick))) : value
}

const seriesIds = (state: ModelState): readonly EntityId[] => state.events.filter(({ role }) => role === 'series').map(({ id }) => id)

function resolveEvents(state: ModelState, value: unknown): unknown {
  // The generator gives this member no other shape.
  const { some, filter } = value as { some: boolean; filter: Plan }
  return { some, filter: resolveFilter(state, 'events', filter) }
}

/** Different ids of existing records. */
function pickLinks(records: readonly { readonly id: EntityId }[], picks: unknown): EntityId[] {
  if (records.length === 0 || !Array.isArray(picks)) return []
  return [...new Set(picks.map((pick) => records[Number(pick) % records.length]?.id ?? 0))]
}

const ascending = (ids: readonly EntityId[]): EntityId[] => [...ids].sort((a, b) => a - b)

function termsOf(state: ModelState, taxonomy: TermRecord['taxonomy']): readonly TermRecord[] {
  return state.terms.filter((term) => term.taxonomy === taxonomy)
}

function links(state: ModelState, plan: Plan): Plan {
  const resolvers: Readonly<Record<string, (picks: unknown) => unknown>> = {
    venueIds: (picks) => pickLinks(state.venues, picks),
    organizerIds: (picks) => pickLinks(state.organizers, picks),
    categoryIds: (picks) => ascending(pickLinks(termsOf(state, 'category'), picks)),
    tagIds: (picks) => ascending(pickLinks(termsOf(state, 'tag'), picks)),
    parentId: (pick) => pickLinks(state.events, [pick])[0] ?? 0,
  }
  return Object.fromEntries(Object.entries(plan).map(([member, value]) => [member, resolvers[member]?.(value) ?? value]))
}

/** The position of a term: below an existing category, or at the root. */
function place(state: ModelState, { parentId, ...plan }: Plan, taxonomy: unknown): Plan {
  const [id] = taxonomy === 'category' && parentId !== 0 ? pickLinks(termsOf(state, 'category'), [parentId]) : []
  const parent = state.terms.find((term) => term.id === id)
  return { ...plan, parentId: parent?.id ?? 0, ancestorIds: parent ? [...parent.ancestorIds, parent.id] : [] }
}

/** A draft with ids instead of picks. */
export function resolveDraft(state: ModelState, kind: CollectionName, plan: Plan): ModelDraft {
  if (kind === 'events') {
    const { repeating, others } = splitPlan(plan)
    return newEvent(state, buildEventDraft(links(state, others)), repeating)
  }
  if (kind === 'venues') return buildVenueDraft(plan)
  if (kind === 'organizers') return buildOrganizerDraft(plan)
  return buildTermDraft(place(state, plan, plan['taxonomy']))
}

/** A stored record with the changes of a plan. */
export function resolveChange(state: ModelState, stored: ModelRecord, plan: Plan): ModelRecord {
  if ('times' in stored) {
    const { repeating, others } = splitPlan(plan)
    const { times, ...members } = links(state, others)
    return changedEvent(state, { ...stored, ...members, times: { ...stored.times, ...(times ?? {}) } }, repeating)
  }
  if (!('taxonomy' in stored)) return { ...stored, ...plan }
  // A term never changes its taxonomy; a category may move, but not below itself.
  const { taxonomy: _, ...rest } = plan
  const moved = place(state, rest, stored.taxonomy)
  const isBelowItself = Array.isArray(moved['ancestorIds']) && moved['ancestorIds'].includes(stored.id)
  return isBelowItself ? { ...stored, ...rest, parentId: stored.parentId } : { ...stored, ...moved }
}
