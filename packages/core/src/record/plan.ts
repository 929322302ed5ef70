import type { NestedQuestion, Question } from '../access/decision.ts'
import type { Reason } from '../errors/issues.ts'
import { checkHtml } from '../input/html.ts'
import { assertNoIssues, type Issues } from '../input/read.ts'
import type { EntityId } from '../store/records.ts'
import { isSlugOf } from '../text/slug.ts'
import { demandFreeUid } from './conflict.ts'
import type { WriteOperation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor } from './definition.ts'
import type { Transition } from './lifecycle.ts'
import { freeSlug, resolveSlug, slugOfTitle, takenIn } from './slug-claim.ts'

/** A planned write of one record: plain data, which `apply.ts` carries out. */
export interface RecordPlan<D extends KindTypes> extends Transition {
  /** The stored record; null when it is created. */
  readonly before: RecordFor<D> | null
  /** The record as composed from its fields, and the other records that are written with it. */
  readonly content: D['plan']
}

/** A planned change of a stored record. */
export interface ChangePlan<D extends KindTypes> extends RecordPlan<D> {
  /** The stored record. */
  readonly before: RecordFor<D>
}

/** A link of a planned record. */
export type PlannedLink<D extends KindTypes> =
  | { readonly type: 'existing'; readonly id: EntityId }
  | { readonly type: 'new'; readonly draft: RecordPlan<D>; readonly orDraft?: OrDraft<D> }

/** How a viewer with permission to create drafts alone creates a new record. */
export interface OrDraft<D extends KindTypes> {
  /** Whether the viewer may create the planned record. */
  readonly question: Question
  /** Plans it as a draft. */
  plan(): Promise<RecordPlan<D>>
}

/** The planned links of one kind. */
export interface LinkPlan<D extends KindTypes> {
  /** The links, each record once. */
  readonly links: readonly PlannedLink<D>[]
  /** The access questions: whether the viewer may link or create the records. */
  readonly questions: readonly NestedQuestion[]
  /** The reason why the input is invalid. */
  readonly issue?: Reason
  /** The reasons why parts of it are invalid, by their paths, such as `[0].fields.level`. */
  readonly nested?: Issues
}

/** Plans the links that a record already has; they need no permission. */
export const keepLinks = (ids: readonly EntityId[]): LinkPlan<never> => ({ links: ids.map(toExisting), questions: [] })

/** A planned link to a stored record. */
export const toExisting = (id: EntityId): { readonly type: 'existing'; readonly id: EntityId } => ({ type: 'existing', id })

/** The ids of the stored records among some links. */
export const existingIds = (links: readonly PlannedLink<KindTypes>[]): readonly EntityId[] =>
  links.flatMap((link) => (link.type === 'existing' ? [link.id] : []))

/**
 * Plans a new record, which the viewer may create, from valid fields.
 * @throws invalid_input, unauthenticated, forbidden
 */
export async function planNew<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
): Promise<RecordPlan<D>> {
  const issues: Issues = {}
  const content = await kind.plan(op, fields, undefined, issues)
  assertNoIssues(issues)
  await demandFreeUid(op, kind, fields.uid)
  const title = kind.title(content.composed)
  const slug = resolveSlug(fields.slug, title, kind.kind, {}) ?? slugOfTitle(title, kind.kind)
  const transition: Transition = kind.lifecycle?.createState(content.composed, slug) ?? { verbs: ['create', 'created'], slug, state: {} }
  return { ...transition, before: null, content }
}

/**
 * Plans a change of a record, which the viewer may change.
 * @throws invalid_input, unauthenticated, forbidden
 */
export async function planChange<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  before: RecordFor<D>,
): Promise<ChangePlan<D>> {
  const issues: Issues = {}
  checkHtml(fields, before, issues)
  kind.lifecycle?.checkYears(op, fields, before, issues)
  const content = await kind.plan(op, fields, before, issues)
  const requested = resolveSlug(fields.slug, kind.title(content.composed), kind.kind, issues, before.slug)
  assertNoIssues(issues)
  await demandFreeUid(op, kind, fields.uid, before.id)
  const transition: Transition = kind.lifecycle?.changeState(before, content.composed, requested) ?? {
    verbs: ['update', 'updated'],
    slug: requested ?? before.slug,
    state: {},
  }
  return { ...transition, slug: await keptSlug(op, kind, transition.slug, before), before, content }
}

/** The slug to request in a change: the current one if the record would get it again, because another record has the requested one. */
async function keptSlug<D extends KindTypes>(
  op: WriteOperation,
  kind: KindDefinition<D>,
  slug: string,
  before: RecordFor<D>,
): Promise<string> {
  if (slug === before.slug || !isSlugOf(before.slug, slug)) return slug
  return (await freeSlug(slug, takenIn(kind.collection(op.store), before.id))) === before.slug ? before.slug : slug
}
