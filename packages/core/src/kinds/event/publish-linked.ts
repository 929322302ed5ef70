import { mayDo } from '../../access/decision.ts'
import { applyChange } from '../../record/apply.ts'
import type { WriteOperation } from '../../record/context.ts'
import type { KindDefinition, RecordFor } from '../../record/definition.ts'
import type { PublishedFields } from '../../record/fields.ts'
import type { ProfileLoaders } from '../../record/loader.ts'
import { planChange } from '../../record/plan.ts'
import { type Publication, toGivenTime } from '../../record/publication.ts'
import { visibleScope } from '../../record/scope.ts'
import { statusOf } from '../../record/status.ts'
import { toSubject } from '../../record/subject.ts'
import { isReadable } from '../../store/matching.ts'
import type { EntityId, EventRecord, PublishedRecord } from '../../store/records.ts'
import { organizerKind } from '../organizer/kind.ts'
import { venueKind } from '../venue/kind.ts'
import type { ProfileTypes } from './profile-links.ts'

/** The members of an event that decide what its publication publishes. */
type LinkingEvent = Pick<EventRecord, 'status' | 'venueIds' | 'organizerIds'> & Publication

/** A change of an event. */
export interface EventWrite {
  /** The stored event. */
  readonly before: EventRecord
  /** The event as it will be stored. */
  readonly after: LinkingEvent
}

/** The planned publication of a linked record. */
interface LinkedPublication {
  /** The id of a venue or organizer. */
  readonly id: EntityId
  /** The publication date that it gets. */
  readonly publishedMs: number
}

/** The linked records that a write publishes together with events. */
export interface LinkedPublications {
  /** Venues. */
  readonly venues: readonly LinkedPublication[]
  /** Organizers. */
  readonly organizers: readonly LinkedPublication[]
}

const noPublications: LinkedPublications = { venues: [], organizers: [] }

/**
 * Plans the publication of the venues and organizers of events that a write publishes: of those that are drafts or pending, that the viewer
 * sees, and that the policy allows the viewer to publish. It is asked about each of them. The others stay as they are.
 */
export async function planPublications(op: WriteOperation, writes: readonly EventWrite[]): Promise<LinkedPublications> {
  const published: LinkingEvent[] = []
  for (const one of writes) if (isPublication(op, one)) published.push(one.after)
  if (published.length === 0) return noPublications
  const { venue, organizer } = op.loaders
  return {
    venues: await planOfKind(op, venueKind, venue, datesOf(published, 'venueIds')),
    organizers: await planOfKind(op, organizerKind, organizer, datesOf(published, 'organizerIds')),
  }
}

/** Carries out planned publications, each as an update of its own. */
export async function publishLinked(op: WriteOperation, { venues, organizers }: LinkedPublications): Promise<void> {
  if (venues.length + organizers.length === 0) return
  await publishOfKind(op, venueKind, op.loaders.venue, venues)
  await publishOfKind(op, organizerKind, op.loaders.organizer, organizers)
}

/** Whether a write publishes or schedules an event. A scheduled event that gets another date stays scheduled. */
function isPublication({ nowMs }: WriteOperation, { before, after }: EventWrite): boolean {
  const was = after.status === 'publish' ? statusOf(before, nowMs) : 'publish'
  return was !== 'publish' && was !== statusOf(after, nowMs)
}

/** For each linked record, the first of the publication dates of its events. */
function datesOf(events: readonly LinkingEvent[], member: 'venueIds' | 'organizerIds'): ReadonlyMap<EntityId, number> {
  const dates = new Map<EntityId, number>()
  for (const { publishedMs, ...event } of events)
    for (const id of event[member]) dates.set(id, Math.min(publishedMs, dates.get(id) ?? publishedMs))
  return dates
}

async function planOfKind<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  dates: ReadonlyMap<EntityId, number>,
): Promise<readonly LinkedPublication[]> {
  const scope = await visibleScope(op, kind.kind)
  const records = [...(await loaders.byId.loadMany([...dates.keys()])).values()]
  const drafts = records.filter((record) => isDraft(record) && isReadable(scope, record))
  const dateOf = ({ id, publishedMs }: RecordFor<D>): number => {
    const date = dates.get(id) ?? publishedMs
    // A date in the past stays: the record is public at once.
    return date > op.nowMs || publishedMs > op.nowMs ? date : publishedMs
  }
  const mayPublish = async (record: RecordFor<D>): Promise<boolean> => {
    const next = await toSubject(op, kind.kind, { ...record, status: 'publish', publishedMs: dateOf(record) })
    return mayDo(op.viewer, { action: 'update', kind: kind.kind, record: await toSubject(op, kind.kind, record), next })
  }
  const answers = await Promise.all(drafts.map(mayPublish))
  return drafts.filter((_, i) => answers[i]).map((record) => ({ id: record.id, publishedMs: dateOf(record) }))
}

async function publishOfKind<D extends ProfileTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  loaders: ProfileLoaders<RecordFor<D>>,
  publications: readonly LinkedPublication[],
): Promise<void> {
  const dates = new Map(publications.map(({ id, publishedMs }) => [id, publishedMs]))
  // The hooks of the event may have changed them since they were planned.
  for (const record of await kind.collection(op.store).getMany([...dates.keys()])) {
    if (!isDraft(record)) continue
    const date = dates.get(record.id) ?? record.publishedMs
    const fields: Partial<PublishedFields> = {
      status: 'publish',
      ...(date !== record.publishedMs && { publishedUtc: toGivenTime(date) }),
    }
    // Venues and organizers have these fields, which their generic type does not express.
    loaders.replace(await applyChange(op, kind, await planChange(op, kind, fields as Partial<D['fields']>, record)))
  }
}

const isDraft = ({ status }: PublishedRecord): boolean => status === 'draft' || status === 'pending'
