import { checkHtml, makeSafe } from '../input/html.ts'
import { assertNoIssues, checkCustomFields, type Issues, readFields, requireFields, requireObject } from '../input/read.ts'
import type { CalendarContext } from './context.ts'
import type { KindDefinition, KindTypes } from './definition.ts'
import { resolveSlug } from './requested-slug.ts'

/** A checked input of a new record. */
export interface Prepared<Fields> {
  /** Its valid fields, with nested inputs read. */
  readonly fields: Partial<Fields>
  /** The issues of its invalid fields. If there are any, the record must not be planned. */
  readonly issues: Issues
}

/** Checks the input of a new record, and reads it once: a transaction may run again, and sanitizing HTML is slow. */
export function prepareNew<D extends KindTypes>(context: CalendarContext, kind: KindDefinition<D>, input: object): Prepared<D['fields']> {
  const { values, issues } = readFields(kind.shape, input, context.authorIds.fields)
  requireFields(kind.required, values, issues)
  checkCustomFields(input, issues)
  makeSafe(values, context.sanitizeHtml)
  resolveSlug(values.slug, '', '', issues)
  kind.lifecycle?.check(context, values, issues)
  checkHtml(values, {}, issues)
  kind.lifecycle?.checkYears(context, values, undefined, issues)
  return { fields: kind.prepare(context, values, true, issues), issues }
}

/**
 * Checks a patch without stored data.
 * @throws invalid_input naming every invalid field
 */
export function preparePatch<D extends KindTypes>(context: CalendarContext, kind: KindDefinition<D>, patch: object): Partial<D['fields']> {
  requireObject('patch', patch)
  const { values, issues } = readFields(kind.shape, patch, context.authorIds.fields)
  checkCustomFields(patch, issues)
  makeSafe(values, context.sanitizeHtml)
  resolveSlug(values.slug, '', '', issues)
  kind.lifecycle?.check(context, values, issues)
  const fields = kind.prepare(context, values, false, issues)
  assertNoIssues(issues)
  return fields
}
