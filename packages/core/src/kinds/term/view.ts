import { toReturnedFields } from '../../fields/returned-fields.ts'
import type { FieldsShape, KindShape, UnknownFields, UnknownKind } from '../../fields/typed-fields.ts'
import type { Operation } from '../../record/context.ts'
import type { KindTypes } from '../../record/definition.ts'
import { listedRoles, listScope } from '../../record/scope.ts'
import type { LinkField } from '../../store/contract.ts'
import type { EventFilter, TermFilter, TermSort } from '../../store/filters.ts'
import type { Taxonomy, TermRecord } from '../../store/records.ts'
import type { ComposedTerm } from './record.ts'
import type { TermFields, TermListFields } from './schema.ts'

/** A term embedded in an event. */
export interface EmbeddedTerm {
  /** Its id. */
  readonly id: number
  /** Plain text. */
  readonly name: string
  /** Unique within its taxonomy. */
  readonly slug: string
  /** Safe HTML. */
  readonly description: string
  /** The taxonomy. */
  readonly taxonomy: Taxonomy
  /** The parent category's id; 0 for roots and for tags. */
  readonly parentId: number
}

/** A category or a tag. */
export interface Term<S extends KindShape = UnknownKind> extends EmbeddedTerm {
  /** The number of events with exactly this term that the viewer sees in a plain list of published events, past ones included. */
  readonly count: number
  /** Counts the changes of this term, from 1, including changes of its ancestors. */
  readonly version: number
  /** The fields that the host declares, without those that have no value or that the viewer may not read. */
  readonly fields: S['values']
}

/** A category. */
export type Category<F extends FieldsShape = UnknownFields> = Term<F['category']>

/** A tag. */
export type Tag<F extends FieldsShape = UnknownFields> = Term<F['tag']>

/**
 * When embedded terms were changed, in milliseconds since 1970. It is no member of a term, because the interface sends none: a term that a
 * client reads would differ from one in process.
 */
const updatedMs = new WeakMap<EmbeddedTerm, number>()

/** When a term inside an event was changed, in milliseconds since 1970; 0 for one that did not come from this calendar. */
export const updatedMsOfTerm = (term: EmbeddedTerm): number => updatedMs.get(term) ?? 0

/** A term inside an event. */
export function toEmbeddedTerm(record: TermRecord): EmbeddedTerm {
  const { id, name, slug, description, taxonomy, parentId } = record
  const term = { id, name, slug, description, taxonomy, parentId }
  updatedMs.set(term, record.updatedMs)
  return term
}

/** The link field of a taxonomy. */
export const linkFieldOf = (taxonomy: Taxonomy): LinkField => (taxonomy === 'category' ? 'categoryIds' : 'tagIds')

/** The events that counts and `hasEvents` consider: published, not hidden, and readable for the viewer. */
export async function countedEvents(op: Operation): Promise<EventFilter> {
  return { readable: await listScope(op, 'event'), hidden: false, roles: listedRoles }
}

/** Terms with their counts, in the given order; uses one statement for all counts. */
export async function toTerms(op: Operation, taxonomy: Taxonomy, records: readonly TermRecord[]): Promise<readonly Term[]> {
  if (records.length === 0) return []
  const ids = records.map((record) => record.id)
  const counts = await op.store.countByLink(linkFieldOf(taxonomy), ids, await countedEvents(op), op.signal)
  return records.map((record) => ({
    ...toEmbeddedTerm(record),
    count: counts.get(record.id) ?? 0,
    version: record.version,
    fields: toReturnedFields(op.visibleFields[taxonomy], record.fields),
  }))
}

/** A planned write of a term. */
export interface TermPlan {
  /** The term. */
  readonly composed: ComposedTerm
  /** The parent that the term gets; null if it moves to the root; undefined if its parent stays, or if it is a new root. */
  readonly newParent: TermRecord | null | undefined
}

/** The types of terms. */
export interface TermTypes extends KindTypes {
  /** Its taxonomy. */
  readonly kind: Taxonomy
  /** The fields of both taxonomies; the shape of categories reads a parent as well. */
  readonly parsed: Omit<TermFields, 'parentId'>
  /** All fields. */
  readonly fields: TermFields
  /** The planned term with its new parent. */
  readonly plan: TermPlan
  /** A returned term. */
  readonly view: Term
  /** The filters of both taxonomies; the shape of categories reads a parent as well. */
  readonly listFields: Omit<TermListFields, 'parentIds'>
  /** The store filter. */
  readonly filter: TermFilter
  /** The store order. */
  readonly sort: TermSort
}
