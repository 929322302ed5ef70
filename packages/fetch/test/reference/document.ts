import type { Handler } from '../../src/index.ts'

/** The parts of a JSON Schema that the reference uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly required?: readonly string[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly description?: string
}

/** A parameter of a path, a query or a header. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: { readonly 'application/json': { readonly schema: Schema } }
}

/** One method of a path. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, Response>>
}

/** The parts of an OpenAPI document that the reference uses. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: readonly Parameter[] }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** The document of a handler, as a client parses it. */
export const readDocument = (handler: Handler): Document => JSON.parse(JSON.stringify(handler.openapi()))

/** The name at the end of a reference. */
export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/**
 * The error codes of an operation, by status; without 500 and 503, which all operations have. The document has one response per
 * status with all its codes; those that the operation cannot cause are left out.
 */
export function errorsOf(
  { components }: Document,
  { operationId, responses, parameters, requestBody }: Operation,
): readonly (readonly [status: string, codes: readonly string[]])[] {
  const isList = parameters.some(({ name }) => name === 'page')
  const isRevert = parameters.some(({ name }) => name === 'to')
  const isPossible = (code: string): boolean =>
    code === 'invalid_json'
      ? requestBody !== undefined
      : code === 'not_found'
        ? !isList
        : code === 'page_out_of_range'
          ? isList
          : code === 'venue_busy'
            ? /^(?:create|update|replace|revert)\w*Event/.test(operationId)
            : code !== 'history_gone' || isRevert
  return Object.entries(responses).flatMap(([status, { $ref }]): (readonly [string, readonly string[]])[] => {
    if ($ref === undefined || !/^4/.test(status)) return []
    const schemas = components.responses[nameOf($ref)]?.content?.['application/json'].schema.allOf ?? []
    return [[status, schemas.flatMap(({ properties }) => properties?.['code']?.enum ?? []).filter(isPossible)]]
  })
}
