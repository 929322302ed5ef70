import { type Issues, invalidInput, type Reason, toReason } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import { type FieldFilters, type FieldPair, toFieldFilters } from './field-filters.ts'
import { type Parameter, parametersIn } from './parameter.ts'

/** One parameter of a request, as links repeat it. */
export type LinkParameter = readonly [name: string, values: readonly string[]]

/** A parsed query. */
export interface QueryInput {
  /** Values by their names in the core; lists as lists of strings. */
  readonly values: Readonly<Record<string, string | readonly string[]>>
  /** Parameters by their names on the wire, as links repeat them. */
  readonly parameters: readonly LinkParameter[]
  /** Conditions on declared fields. */
  readonly fieldFilters: FieldFilters
  /** Issues by the core's names of the parameters. */
  readonly issues: Readonly<Issues>
}

/** One parameter as the request gives it. */
interface Given {
  readonly values: string[]
  isBracketed: boolean
  isBroken: boolean
}

/**
 * Parses the known parameters of a query: `a=1,2`, `a=1&a=2`, `a[]=1&a[]=2` and `a[0]=1` are the same kind of list. Ignores other
 * parameters.
 * @param known the parameters of the endpoint, by their names
 * @param hasFieldFilters whether the endpoint takes conditions on declared fields
 */
export function readQuery(query: string, known: ReadonlyMap<string, Parameter>, hasFieldFilters = false): QueryInput {
  if (query === '') return { values: {}, parameters: [], fieldFilters: withoutFilters, issues: {} }
  const issues: Issues = {}
  const given = new Map<Parameter, Given>()
  const fieldPairs: FieldPair[] = []
  for (const pair of query.split('&')) {
    const { whole, name, value, isBracketed } = splitPair(pair)
    if (name === undefined || whole === undefined) issues['query'] = { code: 'not_utf8' }
    else if (hasFieldFilters && isFieldFilter(whole)) fieldPairs.push({ name: whole, text: decodeText(value) })
    const parameter = known.get(name ?? '')
    if (parameter === undefined) continue
    const all = given.get(parameter) ?? { values: [], isBracketed: false, isBroken: false }
    given.set(parameter, all)
    const text = decodeText(value)
    if (text === undefined) all.isBroken = true
    else all.values.push(text)
    if (isBracketed) all.isBracketed = true
  }
  const values: Record<string, string | readonly string[]> = {}
  const parameters: LinkParameter[] = []
  for (const [parameter, all] of given) {
    values[parameter.member] = toValue(parameter, all.values)
    parameters.push([parameter.name, all.values])
    const issue = issueOf(parameter, all)
    if (issue !== undefined) issues[parameter.member] = issue
  }
  if (fieldPairs.length === 0) return { values, parameters, fieldFilters: withoutFilters, issues }
  const fields = toFieldFilters(fieldPairs)
  return {
    values,
    parameters: [...parameters, ...fields.parameters],
    fieldFilters: fields.filters,
    issues: { ...issues, ...fields.issues },
  }
}

function toValue({ isList, hasCommas }: Parameter, values: readonly string[]): string | readonly string[] {
  if (!isList) return values[0] ?? ''
  return hasCommas === true ? values.flatMap((value) => value.split(',').map((part) => part.trim())) : values
}

const withoutFilters: FieldFilters = new Map()

/** Whether a parameter is a condition on a declared field, well-formed or not. */
export const isFieldFilter = (name: string): boolean => name === 'custom_fields' || name.startsWith('custom_fields[')

const bracketed = /^(.*)\[[0-9]{0,9}\]$/

/** A pair of a query. */
interface Pair {
  /** The name as the query has it; undefined if it is not UTF-8. */
  readonly whole: string | undefined
  /** The name without the brackets of a list. */
  readonly name: string | undefined
  readonly value: string
  readonly isBracketed: boolean
}

function splitPair(pair: string): Pair {
  const equals = pair.indexOf('=')
  const whole = decodeText(equals === -1 ? pair : pair.slice(0, equals))
  const value = equals === -1 ? '' : pair.slice(equals + 1)
  const base = whole === undefined ? undefined : bracketed.exec(whole)?.[1]
  return { whole, name: base ?? whole, value, isBracketed: base !== undefined }
}

/** Percent-decodes a string; undefined when it is not UTF-8. */
function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function issueOf(parameter: Parameter, { values, isBracketed, isBroken }: Given): Reason | undefined {
  if (isBroken) return { code: 'not_utf8' }
  if (parameter.isList) return values.includes('') ? { code: 'empty' } : undefined
  if (values.length > 1 || isBracketed) return { code: 'given_twice' }
  return values[0] === '' ? { code: 'empty' } : undefined
}

/**
 * Throws if there are issues. In that case it also checks the other values, so that the error names every invalid field.
 * @throws invalid_input
 */
export function ensureNoIssues(issues: Readonly<Issues>, args: readonly Parameter[], values: Readonly<Record<string, unknown>>): void {
  if (Object.keys(issues).length > 0) throw invalidInput({ ...shapeIssues(args, values), ...issues })
}

/**
 * Throws unless all values match the schemas of their parameters. Missing values are not checked here.
 * @throws invalid_input
 */
export function ensureShape(args: readonly Parameter[], values: Readonly<Record<string, unknown>>): void {
  const issues = shapeIssues(args, values)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

function shapeIssues(args: readonly Parameter[], values: Readonly<Record<string, unknown>>): Issues {
  const issues: Issues = {}
  for (const { member, schema } of args) {
    const value = values[member]
    const issue = value === undefined ? undefined : schema?.safeParse(value).error?.issues[0]
    if (issue !== undefined) issues[member] = toReason(issue)
  }
  return issues
}

/**
 * Maps the wire's enum values to the core's (`orderby=date` to `published`).
 * @param args all parameters of the query
 * @throws invalid_input a value is unknown; the error names all other issues too
 */
export function withCoreWords(
  query: QueryInput['values'],
  args: readonly Parameter[],
  settings: Pick<Settings, 'authorIds'>,
): QueryInput['values'] {
  const renamed: Record<string, string> = {}
  for (const { member, words, isOneId, schema } of args) {
    const given = query[member]
    if ((words === undefined && isOneId !== true) || given === undefined || schema === undefined) continue
    const value = schema.safeParse(given)
    if (!value.success) ensureShape(parametersIn(args, settings), query)
    if (words !== undefined) renamed[member] = words[String(value.data)] ?? ''
  }
  return { ...query, ...renamed }
}

/**
 * Maps the wire's enum values in a body to the core's, and the names inside of values. An unknown enum value becomes null: the core refuses
 * it together with all other issues, and the error names the wire's values.
 */
export function toCoreFields(
  fields: Readonly<Record<string, unknown>>,
  parameters: readonly Parameter[],
): Readonly<Record<string, unknown>> {
  const renamed: Record<string, unknown> = {}
  for (const { member, words, toCore, schema } of parameters) {
    const given = fields[member]
    if (given === undefined) continue
    if (toCore !== undefined) renamed[member] = toCore(given)
    if (words === undefined || schema === undefined) continue
    const word = schema.safeParse(given)
    renamed[member] = word.success ? words[String(word.data)] : null
  }
  return { ...fields, ...renamed }
}
