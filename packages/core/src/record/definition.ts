import { checkHtml, makeSafe } from '../input/html.ts'
import { assertNoIssues, checkCustomFields, type Issues, readFields, requireFields, type Shape } from '../input/read.ts'
import type { CalendarStore, Collection } from '../store/contract.ts'
import type { RecordOf } from './change.ts'
import type { CalendarContext, Operation, PublishedKindName, WriteOperation } from './context.ts'
import type { PublishedFields } from './fields.ts'
import type { WithRelativeTimes } from './list-times.ts'
import type { ListQuery } from './listing.ts'
import type { PublishedCollection, PublishedKind } from './lookup.ts'
import { checkPublication, checkYears } from './publication.ts'
import { type Composed, insertPublished, type NewRecord, type RecordPlan, slugOfTitle, toDraft, wishSlug } from './published.ts'

/** The definition of one kind with a status: everything that differs between events, venues and organizers. */
export interface PublishedDefinition<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>
  extends PublishedKind<K> {
  /** The collection of its records. */
  collection(store: CalendarStore): PublishedCollection<RecordOf[K]> & Collection<RecordOf[K], F, S>
  /** Its fields. */
  readonly shape: Shape<Fields>
  /** The fields that a new record needs. */
  readonly required: readonly (keyof Fields & string)[]
  /** The filters of its lists. */
  readonly listShape: Shape<WithRelativeTimes<ListFields>>
  /**
   * Validates combinations of fields without stored data.
   * @param isNew whether the fields are complete, because the record is new
   */
  check?(context: CalendarContext, fields: Partial<Fields>, isNew: boolean, issues: Issues): void
  /** Composes a record: the given value, else the stored one, else the default. Writes nothing. */
  compose(op: WriteOperation, fields: Partial<Fields>, before: RecordOf[K] | undefined, issues: Issues): Promise<RecordPlan<RecordOf[K]>>
  /** Enqueues the lookups of new records, so that they are batched. */
  enqueue?(op: WriteOperation, news: readonly Partial<Fields>[]): void
  /** The text from which a slug is made. */
  title(record: Composed<RecordOf[K]>): string
  /** Translates a list into a store query. */
  query(op: Operation, fields: Partial<ListFields>): Promise<ListQuery<F, S>>
  /** Converts records to returned ones, in the given order. */
  view(op: Operation, records: readonly RecordOf[K][]): Promise<readonly T[]>
}

/** Stores a new record from valid fields, which the viewer may create. */
export async function insertNew<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  op: WriteOperation,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  fields: Partial<Fields>,
): Promise<RecordOf[K]> {
  kind.enqueue?.(op, [fields])
  const { composed, slug } = await composeNew(op, kind, fields)
  return insertPublished(op, kind, composed, slug)
}

/**
 * Composes a new record from valid fields, which the viewer may create. Runs the hooks of the record and of its new linked records, then
 * creates the latter.
 * @throws invalid_input, unauthenticated, forbidden, refused nothing is written
 */
export async function composeNew<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  op: WriteOperation,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  fields: Partial<Fields>,
): Promise<NewRecord<RecordOf[K]>> {
  const issues: Issues = {}
  const plan = await kind.compose(op, fields, undefined, issues)
  assertNoIssues(issues)
  const slug = toBaseSlug(kind, plan.composed, fields)
  await op.runHooks(op, { kind: kind.kind, verb: 'create', before: null, next: toDraft(op, plan.composed, slug) })
  await plan.prepare?.()
  return { composed: (await plan.make?.()) ?? plan.composed, slug }
}

/** Parses the fields of a new record and collects their issues. */
export function readNew<K extends PublishedKindName, Fields extends PublishedFields, T, ListFields, F, S>(
  context: CalendarContext,
  kind: PublishedDefinition<K, Fields, T, ListFields, F, S>,
  input: object,
): { values: Partial<Fields>; issues: Issues } {
  const { values, issues } = readFields(kind.shape, input)
  requireFields(kind.required, values, issues)
  checkCustomFields(input, issues)
  checkShared(context, values, issues)
  checkHtml(values, {}, issues)
  checkYears(values, undefined, context.timeZone, issues)
  kind.check?.(context, values, true, issues)
  return { values, issues }
}

function toBaseSlug<K extends PublishedKindName, Fields extends PublishedFields>(
  kind: { readonly kind: K; title(record: Composed<RecordOf[K]>): string },
  composed: Composed<RecordOf[K]>,
  fields: Partial<Fields>,
): string {
  const title = kind.title(composed)
  return wishSlug(fields.slug, title, kind.kind, {}) ?? slugOfTitle(title, kind.kind)
}

/** Sanitizes the HTML, and validates combinations of the shared fields. */
export function checkShared({ timeZone, sanitizeHtml }: CalendarContext, fields: Partial<PublishedFields>, issues: Issues): void {
  makeSafe(fields, sanitizeHtml)
  wishSlug(fields.slug, '', '', issues)
  checkPublication(fields, timeZone, issues)
}
