import { demand, type Question } from '../access/decision.ts'
import type { AccessSubject } from '../access/policy.ts'
import { type FieldChanges, type FieldsInputOptions, readFieldValues } from '../fields/read-values.ts'
import { checkHtml, makeSafe } from '../input/html.ts'
import { assertNoIssues, type Issues, readFields, requireFields, requireObject } from '../input/read.ts'
import type { CalendarCall, Operation } from './context.ts'
import type { KindDefinition, KindTypes } from './definition.ts'
import { resolveSlug } from './slug-claim.ts'
import type { EventLinkIds } from './subject.ts'

/** A checked input of a new record. */
export interface Prepared<Fields> {
  /** Its valid fields, with nested inputs read. */
  readonly fields: Partial<Fields>
  /** The issues of its invalid fields. If there are any, the record must not be planned. */
  readonly issues: Issues
}

/**
 * Checks the input of a new record, and reads it once: a transaction may run again, and sanitizing HTML is slow.
 * @param missing receives an issue for each required declared field that is not given @default the issues of the input
 */
export function prepareNew<D extends KindTypes>(
  context: CalendarCall,
  kind: KindDefinition<D>,
  input: object,
  missing?: Issues,
): Prepared<D['fields']> {
  const { values, issues } = readFields(kind.shape, input)
  requireFields(kind.required, values, issues)
  const declared = readDeclared(context, kind, input, { isNew: true, missing }, issues)
  makeSafe(values, context.sanitizeHtml)
  resolveSlug(values.slug, '', '', issues)
  kind.lifecycle?.check(context, values, issues)
  checkHtml(values, {}, issues)
  kind.lifecycle?.checkYears(context, values, undefined, issues)
  return { fields: { ...kind.prepare(context, values, true, issues), ...declared }, issues }
}

/**
 * Checks a patch without stored data.
 * @throws invalid_input naming every invalid field
 */
export function preparePatch<D extends KindTypes>(context: CalendarCall, kind: KindDefinition<D>, patch: object): Partial<D['fields']> {
  requireObject('patch', patch)
  const { values, issues } = readFields(kind.shape, patch)
  const declared = readDeclared(context, kind, patch, { isNew: false }, issues)
  makeSafe(values, context.sanitizeHtml)
  resolveSlug(values.slug, '', '', issues)
  kind.lifecycle?.check(context, values, issues)
  const fields = kind.prepare(context, values, false, issues)
  assertNoIssues(issues)
  return { ...fields, ...declared }
}

/** The values of the fields that the host declares, as a member of the checked input; no member if there is nothing to write. */
function readDeclared<D extends KindTypes>(
  { declaredFields, visibleFields }: CalendarCall,
  { kind }: KindDefinition<D>,
  input: object,
  options: Pick<FieldsInputOptions, 'isNew' | 'missing'>,
  issues: Issues,
): { readonly fields?: FieldChanges } {
  const fields = readFieldValues(input, { declared: declaredFields[kind], visible: visibleFields[kind], ...options }, issues)
  return fields === undefined ? {} : { fields }
}

/** A record without a lifecycle, as policies see it: it has no author, and everybody may read it. */
export const toPublicSubject = (id: number | null): AccessSubject => ({ id, authorId: '', status: 'publish' })

/** The question whether the viewer may create a record with these fields, as a part of another write or by itself. */
export const toCreateQuestion = async <D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
  links?: EventLinkIds,
): Promise<Question> =>
  kind.lifecycle?.toCreateQuestion(op, fields, links) ?? { action: 'create', kind: kind.kind, next: toPublicSubject(null) }

/**
 * Passes if the viewer may create a record with these fields, or if only the transaction of the write can tell which records it links. An
 * anonymous caller that may create none at all gets no transaction.
 * @throws unauthenticated, forbidden
 */
export async function demandCreate<D extends KindTypes>(
  op: Operation,
  kind: KindDefinition<D>,
  fields: Partial<D['fields']>,
): Promise<void> {
  const { viewer } = op
  if (viewer.policy === null) return
  const links = await kind.lifecycle?.linksAfter?.(op, fields, undefined)
  if (links !== undefined || kind.lifecycle?.linksAfter === undefined)
    return demand(viewer, await toCreateQuestion(op, kind, fields, links))
  if (viewer.actor === null) await demand(viewer, { action: 'create', kind: kind.kind })
}
