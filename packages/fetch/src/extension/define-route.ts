import type { Actor, Calendar } from '@kalends/core'
import { type Action, askSchema, type Issues, invalidInput, type StandardSchema } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'
import type { ExtensionRoute } from '../options/extension.ts'
import { isRequired, jsonSchemaOf } from '../parameters/field-schema.ts'
import { toFormValue } from '../parameters/field-texts.ts'
import type { Parameter } from '../parameters/parameter.ts'
import { idInPath, slugInPath } from '../parameters/shared-parameters.ts'
import { notFound } from '../response/problem.ts'
import { toJson } from '../response/representation.ts'
import type { EndpointContext, Method, Route } from '../routing/route.ts'

/** The schemas of the parameters of a query, by their names. */
export type ParameterSchemas = Readonly<Record<string, StandardSchema>>

/** What a schema makes of a value. */
export type SchemaOutput<Schema> = Schema extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : unknown

/** The value of the parameter in a path: `{id}` is a number, `{slug}` a text. */
export type PathValue<Path extends string> = Path extends `${string}{id}${string}`
  ? number
  : Path extends `${string}{slug}${string}`
    ? string
    : undefined

/** A request that a route responds to. */
export interface RouteCall<Path extends string, Parameters extends ParameterSchemas, Body> {
  /** The calendar with the permissions of the caller. */
  readonly calendar: Calendar
  /** The caller; null for an anonymous one. */
  readonly actor: Actor | null
  /** The language of the URL; empty for the URL without one. */
  readonly language: string
  /** The request. Its body has been read. */
  readonly request: Request
  /** The id or the slug in the path. */
  readonly ref: PathValue<Path>
  /** The parameters of the query, as their schemas return them. */
  readonly query: { readonly [Name in keyof Parameters]: SchemaOutput<Parameters[Name]> }
  /** The body, as its schema returns it; undefined without a schema. */
  readonly body: SchemaOutput<Body>
}

/** A question to the access policy: may the caller do this to some record of the kind? */
export interface RoutePermission {
  /** What the caller wants to do. */
  readonly action: Action
  /** The kind of the record. */
  readonly kind: Kind
}

/** A route of an extension. */
export interface RouteDefinition<Path extends string, Parameters extends ParameterSchemas, Body> {
  /** The method. HEAD and OPTIONS come by themselves. */
  readonly method: Method
  /** The path below the namespace. At most one segment is a parameter: `{id}`, an integer, or `{slug}`. */
  readonly path: Path
  /** Describes the route, in the document. */
  readonly summary: string
  /**
   * What the access policy is asked before the body is read; `public` asks nothing. Whatever the calendar does in `handle` asks the policy
   * by itself, with the permissions of the caller.
   */
  readonly permission: RoutePermission | 'public'
  /**
   * The parameters of the query: any synchronous Standard Schema, such as one of zod. A schema of numbers or booleans reads them from
   * texts; one of a list takes several values. @default none
   */
  readonly parameters?: Parameters | undefined
  /**
   * The body: any synchronous Standard Schema of an object. Forms have texts alone, so a number in one needs a schema that takes texts.
   * @default no body is read
   */
  readonly body?: Body | undefined
  /** The response in the document, as JSON Schema. @default any value */
  readonly answer?: JsonObject | undefined
  /** The status of a response. @default 200 */
  readonly status?: 200 | 201 | undefined
  /** Responds to a request: returns the body of the response, a value that JSON can express. */
  handle(call: RouteCall<Path, Parameters, Body>): JsonValue | Promise<JsonValue>
}

/**
 * Defines a route of an extension. Parameters and body are validated before `handle` is called; the error names all invalid ones.
 * @throws TypeError the path has another parameter than `{id}` or `{slug}`, or several; or the method is GET, and there is a body
 */
export function defineRoute<const Path extends string, const Parameters extends ParameterSchemas = Record<never, never>, Body = undefined>(
  definition: RouteDefinition<Path, Parameters, Body>,
): ExtensionRoute {
  const { method, path, summary, permission, body, answer = {}, status = 200 } = definition
  if (method === 'GET' && body !== undefined) throw new TypeError(`GET ${path} cannot have a body: no client sends one`)
  const parameters: ParameterSchemas = definition.parameters ?? {}
  const route: Route = {
    path,
    parameters: parametersOfPath(path),
    endpoints: [
      {
        methods: [method],
        id: toOperationId(method, path),
        text: { text: summary },
        permission,
        query: Object.entries(parameters).map(([name, schema]) => toParameter(name, schema)),
        ...(isSchema(body) && { wholeBody: jsonSchemaOf({ schema: body }, 'input') }),
        answers: answer,
        status,
        run: async (call) => {
          if (call.ref === null && path.includes('{')) throw notFound()
          const issues: Issues = {}
          const query = Object.fromEntries(
            Object.entries(parameters).map(([name, schema]) => [name, readParameter(name, schema, call.query[name], issues)]),
          )
          const read = isSchema(body) ? readWhole(body, call.body, issues) : undefined
          if (Object.keys(issues).length > 0) throw invalidInput(issues)
          const { calendar, actor, language, request } = call
          // The values are those that the schemas have returned, and the router matches the parameter of the path.
          const given = { calendar, actor, language, request, ref: call.ref ?? undefined, query, body: read } as RouteCall<
            Path,
            Parameters,
            Body
          >
          return { body: toJson(await definition.handle(given)) }
        },
      },
    ],
  }
  return route
}

const isSchema = (given: unknown): given is StandardSchema => typeof given === 'object' && given !== null && '~standard' in given

function parametersOfPath(path: string): readonly Parameter[] {
  const [parameter, ...others] = path.split('/').filter((part) => part.includes('{'))
  if (parameter === undefined) return []
  if (others.length === 0 && parameter === '{id}') return idInPath
  if (others.length === 0 && parameter === '{slug}') return slugInPath
  throw new TypeError(`the path ${path} may have one parameter, {id} or {slug}`)
}

/** The name of an operation in the document, such as `getEventsIdSeats`, and `getOpen_seats` for `/open-seats`. */
const toOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/[{}]/g, '')
    .replace(/\/(.?)/g, (_, next: string) => next.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '_')

function toParameter(name: string, schema: StandardSchema): Parameter {
  const field = { name, schema }
  const { description, ...meta } = jsonSchemaOf(field, 'input')
  const isList = meta['type'] === 'array'
  const text = { text: typeof description === 'string' ? description : '' }
  return { name, member: name, meta, isList, hasCommas: isList, text, isRequired: isRequired(field), ...typeIn(meta) }
}

/** The type of a parameter in the root. */
function typeIn({ type }: JsonObject): Pick<Parameter, 'type'> {
  const types = ['string', 'integer', 'number', 'boolean', 'array'] as const
  const known = types.find((one) => one === type)
  return known === undefined ? {} : { type: known }
}

function readParameter(name: string, schema: StandardSchema, given: EndpointContext['query'][string] | undefined, issues: Issues): unknown {
  const field = { name, schema }
  const found = askSchema(field, given === undefined ? undefined : toFormValue(field, given))
  if (found.issues === undefined) return found.value
  issues[name] = given === undefined ? { code: 'required' } : (found.issues[0]?.reason ?? { code: 'invalid_field', reason: 'is invalid' })
  return undefined
}

function readWhole(schema: StandardSchema, given: object, issues: Issues): unknown {
  const found = askSchema({ name: 'body', schema }, given)
  if (found.issues === undefined) return found.value
  for (const { path, reason } of found.issues) issues[path.join('.') || 'body'] ??= reason
  return undefined
}
