import { demandNested, type Question } from '../access/decision.ts'
import { htmlLength, rawHtmlLength } from '../input/html.ts'
import { limits } from '../input/limits.ts'
import { addNested, type Issues } from '../input/read.ts'
import { organizerKind } from '../organizer/service.ts'
import type { RecordOf } from '../record/change.ts'
import type { CalendarContext, Operation, WriteOperation } from '../record/context.ts'
import { composeNew, type PublishedDefinition, readNew } from '../record/definition.ts'
import type { PublishedFields } from '../record/fields.ts'
import type { ProfileLoaders } from '../record/loader.ts'
import { toTarget } from '../record/lookup.ts'
import { insertPublished, toCreateQuestion } from '../record/published.ts'
import { visibleScope } from '../record/scope.ts'
import type { ProfileFilter, ProfileSort } from '../store/filters.ts'
import { isReadable } from '../store/matching.ts'
import type { EntityId, EventRecord, OrganizerRecord, Taxonomy, VenueRecord } from '../store/records.ts'
import { enqueueTermLinks, planTermLinks, type TermLink } from '../term/relations.ts'
import { foldKey } from '../text/fold.ts'
import { venueKind } from '../venue/service.ts'
import type { EventLinks } from './record.ts'
import type { EventFields, ParsedLink } from './schema.ts'

/** The records of one kind that an event will link. */
interface LinkPlan {
  /** The access questions: whether the viewer may link or create the records. */
  readonly questions: readonly Question[]
  /** The ids of the existing records. */
  readonly ids: readonly EntityId[]
  /** Runs the hooks of the records that do not exist yet. */
  prepare(): Promise<void>
  /** Creates the missing records and returns the ids of all. */
  make(): Promise<readonly EntityId[]>
}

const keep = (known: readonly EntityId[]): LinkPlan => ({
  questions: [],
  ids: known,
  prepare: async () => undefined,
  make: async () => known,
})

/** The links of an event. */
export interface LinksPlan {
  /** The links to existing records. */
  readonly links: EventLinks
  /** Runs the hooks of the records that do not exist yet. */
  prepare(): Promise<void>
  /** Creates the missing records and returns all links. */
  make(): Promise<EventLinks>
}

/**
 * Finds the records that an event will link, and asks whether the viewer may link or create them; writes nothing. Links to records that the
 * viewer may not see stay, whatever the input says.
 * @param issues receives the invalid fields; with any of them nothing may be created
 * @returns the existing records, and the functions that create the rest
 */
export async function planLinks(
  op: WriteOperation,
  fields: Partial<EventFields>,
  before: EventRecord | undefined,
  issues: Issues,
): Promise<LinksPlan> {
  const parentId = await resolveParent(op, fields.parentId, before, issues)
  const venueIds = await planProfile(op, venues, fields, before?.venueIds ?? [], issues)
  const organizerIds = await planProfile(op, organizers, fields, before?.organizerIds ?? [], issues)
  const categoryIds = await planTerms(op, 'category', fields.categories, before?.categoryIds ?? [], issues)
  const tagIds = await planTerms(op, 'tag', fields.tags, before?.tagIds ?? [], issues)
  const plans = [venueIds, organizerIds, categoryIds, tagIds]
  await demandNested(
    op.viewer,
    plans.flatMap(({ questions }) => questions),
  )
  return {
    links: { parentId, venueIds: venueIds.ids, organizerIds: organizerIds.ids, categoryIds: categoryIds.ids, tagIds: tagIds.ids },
    async prepare() {
      for (const plan of plans) await plan.prepare()
    },
    make: async () => ({
      parentId,
      venueIds: await venueIds.make(),
      organizerIds: await organizerIds.make(),
      categoryIds: await categoryIds.make(),
      tagIds: await tagIds.make(),
    }),
  }
}

async function planTerms(
  op: WriteOperation,
  taxonomy: Taxonomy,
  links: readonly TermLink[] | undefined,
  known: readonly EntityId[],
  issues: Issues,
): Promise<LinkPlan> {
  if (links === undefined) return keep(known)
  const plan = await planTermLinks(op, taxonomy, links, known)
  if ('make' in plan) return plan
  issues[taxonomy === 'category' ? 'categories' : 'tags'] = plan.issue
  return keep(known)
}

/** A parent that the viewer may not see is shown as 0, and stays when the viewer sends 0 back. */
async function resolveParent(
  op: WriteOperation,
  given: EntityId | undefined,
  before: EventRecord | undefined,
  issues: Issues,
): Promise<EntityId> {
  const kept = before?.parentId ?? 0
  if (given === undefined || (given === 0 && kept === 0)) return kept
  const scope = await visibleScope(op, 'event')
  const id = given === 0 ? kept : given
  const parent = (await op.loaders.event.loadMany([id])).get(id)
  const isVisible = parent !== undefined && isReadable(scope, parent)
  if (given === 0) return parent === undefined || isVisible ? 0 : kept
  if (!isVisible) issues['parentId'] = `names ${given}, which is no event`
  else if (given === before?.id) issues['parentId'] = 'must not be the event itself'
  return given
}

type ProfileRecord = VenueRecord | OrganizerRecord

/** A new record for an event, from valid data. */
interface ProfileDraft {
  readonly name: string
  readonly issues: Issues
  /** The access question: whether the viewer may create it. */
  toQuestion(op: Operation): Question
  /** The length of its HTML in code points. */
  readonly htmlLength: number
  /** Runs its hooks. @returns a function that stores it */
  prepare(op: WriteOperation): Promise<() => Promise<ProfileRecord>>
}

/** A kind that events link by id or by the data of a new record. */
interface Profile {
  readonly kind: 'venue' | 'organizer'
  /** The member of an event that contains the links. */
  readonly member: 'venues' | 'organizers'
  /** The loaders of this kind in the current write. */
  loaders(op: WriteOperation): Pick<ProfileLoaders<ProfileRecord>, 'byId' | 'byName'>
  /** Reads the data of a new record, once for each link. */
  read(context: CalendarContext, link: DataLink): ProfileDraft
}

type DataLink = Extract<ParsedLink, { readonly data: object }>

function toProfile<K extends 'venue' | 'organizer', Fields extends PublishedFields & { readonly name: string }, T, L>(
  definition: PublishedDefinition<K, Fields, T, L, ProfileFilter, ProfileSort>,
  member: Profile['member'],
  loaders: (op: WriteOperation) => ProfileLoaders<RecordOf[K]>,
): Profile {
  // Safe to key by identity: each read of an input creates new links, and a link is only read again with the same calendar.
  const drafts = new WeakMap<DataLink, ProfileDraft>()
  const draft = (context: CalendarContext, data: object): ProfileDraft => {
    const { values, issues } = readNew(context, definition, data)
    return {
      name: values.name ?? '',
      issues,
      toQuestion: (op) => toCreateQuestion(op, definition.kind, values),
      htmlLength: htmlLength(values),
      prepare: async (op) => {
        const { composed, slug } = await composeNew(op, definition, values)
        return async () => {
          const record = await insertPublished(op, definition, composed, slug)
          await loaders(op).prime(record)
          return record
        }
      },
    }
  }
  return {
    kind: definition.kind,
    member,
    loaders,
    read(context, link) {
      const read = drafts.get(link) ?? draft(context, link.data)
      drafts.set(link, read)
      return read
    },
  }
}

const venues = toProfile(venueKind, 'venues', (op) => op.loaders.venue)
const organizers = toProfile(organizerKind, 'organizers', (op) => op.loaders.organizer)

/** Enqueues the lookups of some events, so that they are batched. */
export function enqueueLinks(op: WriteOperation, events: readonly Partial<EventFields>[]): void {
  op.loaders.event.enqueue(events.flatMap(({ parentId = 0 }) => (parentId === 0 ? [] : [parentId])))
  for (const profile of [venues, organizers]) {
    const links = events.flatMap((fields) => fields[profile.member] ?? [])
    const { byId, byName } = profile.loaders(op)
    byId.enqueue(links.flatMap((link) => ('id' in link ? [link.id] : [])))
    byName.enqueue(links.flatMap((link) => ('data' in link ? [foldKey(profile.read(op, link).name)] : [])))
  }
  enqueueTermLinks(
    op.loaders.category,
    events.flatMap(({ categories = [] }) => categories),
  )
  enqueueTermLinks(
    op.loaders.tag,
    events.flatMap(({ tags = [] }) => tags),
  )
}

const tooMuchHtml = `must not have more than ${limits.htmlTotal} characters of descriptions and excerpts together with the event`

/** Validates the data of records that are created with an event. */
export function checkLinkData(context: CalendarContext, fields: Partial<EventFields>, issues: Issues): void {
  let length = htmlLength(fields)
  for (const profile of [venues, organizers]) {
    const { member } = profile
    const links = fields[member] ?? []
    const data = links.flatMap((link, index) => ('data' in link ? [{ link, index }] : []))
    // The length is checked before any of it is read: sanitizing HTML is the slowest part of a write.
    const given = data.reduce((sum, { link }) => sum + rawHtmlLength(link.data), length)
    const drafts = given > limits.htmlTotal ? [] : data.map(({ link, index }) => ({ index, draft: profile.read(context, link) }))
    const safe = drafts.reduce((sum, { draft }) => sum + draft.htmlLength, length)
    length = Math.max(given, safe)
    if (data.length > 0 && length > limits.htmlTotal) issues[member] ??= tooMuchHtml
    else for (const { index, draft } of drafts) addNested(issues, `${member}[${index}]`, draft.issues)
  }
}

async function planProfile(
  op: WriteOperation,
  profile: Profile,
  fields: Partial<EventFields>,
  known: readonly EntityId[],
  issues: Issues,
): Promise<LinkPlan> {
  const { member } = profile
  const links = fields[member]
  if (links === undefined) return keep(known)
  const scope = await visibleScope(op, profile.kind)
  const mentioned = [...new Set([...links.flatMap((link) => ('id' in link ? [link.id] : [])), ...known])]
  const stored = [...(await profile.loaders(op).byId.loadMany(mentioned)).values()]
  const visible = new Map(stored.filter((record) => isReadable(scope, record)).map((record) => [record.id, record]))
  const unseen = known.filter((id) => stored.some((record) => record.id === id) && !visible.has(id))
  const chosen: (ProfileRecord | ProfileDraft)[] = []
  const drafts = new Map<string, ProfileDraft>()
  for (const link of links) {
    const record = 'id' in link ? visible.get(link.id) : await namedOrDraft(op, profile, link, drafts)
    if (record !== undefined) chosen.push(record)
    else if ('id' in link) issues[member] ??= `names ${link.id}, which is no ${profile.kind}`
  }
  const distinct = new Map(chosen.map((one) => ['id' in one ? one.id : one, one] as const))
  const inserts = new Map<ProfileDraft, () => Promise<ProfileRecord>>()
  return {
    questions: [...distinct.values()].flatMap((one) => profileQuestion(op, profile, one, known)),
    ids: withUnseen([...new Set(chosen.flatMap((one) => ('id' in one ? [one.id] : [])))], known, unseen),
    async prepare() {
      for (const draft of drafts.values()) inserts.set(draft, await draft.prepare(op))
    },
    make: async () => {
      const made = new Map<ProfileDraft, EntityId>()
      for (const [draft, insert] of inserts) made.set(draft, (await insert()).id)
      const ids = new Set(chosen.flatMap((one) => ('id' in one ? [one.id] : (made.get(one) ?? []))))
      return withUnseen([...ids], known, unseen)
    },
  }
}

/** Returns the visible record with the name in the data, else a draft of a new one; equal names in one input are one record. */
async function namedOrDraft(
  op: WriteOperation,
  profile: Profile,
  link: DataLink,
  drafts: Map<string, ProfileDraft>,
): Promise<ProfileRecord | ProfileDraft> {
  const draft = profile.read(op, link)
  const nameKey = foldKey(draft.name)
  const named = (await profile.loaders(op).byName.loadMany([nameKey])).get(nameKey)
  if (named !== undefined) return named
  const known = drafts.get(nameKey) ?? draft
  drafts.set(nameKey, known)
  return known
}

function profileQuestion(
  op: Operation,
  profile: Profile,
  one: ProfileRecord | ProfileDraft,
  known: readonly EntityId[],
): readonly Question[] {
  if (!('id' in one)) return [one.toQuestion(op)]
  return known.includes(one.id) ? [] : [{ action: 'link', kind: profile.kind, record: toTarget(one, op.nowMs) }]
}

/** The given links and those that the viewer may not see. If nothing changed for the viewer, the order stays too. */
function withUnseen(given: readonly EntityId[], known: readonly EntityId[], unseen: readonly EntityId[]): readonly EntityId[] {
  const seen = known.filter((id) => !unseen.includes(id))
  const isSame = seen.length === given.length && seen.every((id, i) => id === given[i])
  return isSame ? known : [...given, ...unseen]
}
