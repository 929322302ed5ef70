import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../src/index.ts'
import { isObject } from '../src/json.ts'

/** Resolves a path of names in a document, and follows its references. */
function lookUp(document: JsonObject, value: unknown, ...names: readonly string[]): unknown {
  let found: unknown = value
  for (const name of names) found = isObject(found) ? resolve(document, found[name]) : undefined
  return found
}

function resolve(document: JsonObject, value: unknown): unknown {
  const ref = isObject(value) ? value['$ref'] : undefined
  if (typeof ref !== 'string') return value
  return lookUp(document, document, ...ref.slice(2).split('/'))
}

/** Checks responses against a document. */
export interface Documented {
  /**
   * Describes how a response differs from the document; undefined if it does not. A path that is not documented may respond with 400 or
   * 404, and a method that is not documented with 204 or 405.
   * @param method as sent, so that `get` is not `GET`
   * @param path without the base path and language: it begins with the namespace
   */
  problemOf(method: string, path: string, reply: { status: number; headers: Headers; body: unknown }): string | undefined
}

const known = new Map<string, Documented>()

/** Makes the checks for a document; equal documents share them, because their validators are slow to compile. */
export function toDocumented(document: JsonObject): Documented {
  const text = JSON.stringify(document)
  const documented = known.get(text) ?? compile(document)
  known.set(text, documented)
  return documented
}

function compile(document: JsonObject): Documented {
  const ajv = new Ajv2020({ strict: false, formats: { uri: (value: string) => URL.canParse(value) } })
  ajv.addSchema({ ...document, $id: 'document' })
  const validators = new Map<string, ValidateFunction>()
  const paths = Object.keys(isObject(document['paths']) ? document['paths'] : {})
  const validatorOf = (pointer: string): ValidateFunction => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, validate)
    return validate
  }
  return {
    problemOf: (method, path, { status, headers, body }) => {
      const pattern = paths.find((candidate) => matches(candidate, path))
      if (pattern === undefined) return status === 404 || status === 400 ? undefined : `${path} is no path of the document`
      const isHead = method === 'HEAD'
      // Methods are case-sensitive: one with small letters has no operation in the document, whose own names have small letters only.
      const isUpperCase = method === method.toUpperCase()
      const name = isHead ? 'get' : isUpperCase ? method.toLowerCase() : method
      const operation = isUpperCase ? lookUp(document, document['paths'], pattern, name) : undefined
      if (operation === undefined)
        return status === 405 || status === 204 ? undefined : `${name} ${pattern} is no operation of the document`
      const responses = lookUp(document, operation, 'responses')
      const response = lookUp(document, responses, String(status))
      if (response === undefined) return `${name} ${pattern} answers ${status}, which is not documented`
      const missing = Object.keys(isObject(response) && isObject(response['headers']) ? response['headers'] : {}).filter(
        (header) => lookUp(document, response, 'headers', header, 'required') === true && !headers.has(header),
      )
      if (missing.length > 0) return `${name} ${pattern} ${status} lacks the headers ${missing.join(', ')}`
      if (isHead || status === 304) return body === undefined ? undefined : 'a body where there must be none'
      const validate = validatorOf(pointerTo(responses, pattern, name, status))
      return validate(body) ? undefined : `${name} ${pattern} ${status}: ${ajv.errorsText(validate.errors)}`
    },
  }
}

function pointerTo(responses: unknown, pattern: string, method: string, status: number): string {
  const response = isObject(responses) ? responses[String(status)] : undefined
  const ref = isObject(response) ? response['$ref'] : undefined
  const own = `/paths/${encodeURIComponent(pattern.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}/responses/${status}`
  return `${typeof ref === 'string' ? ref.slice(1) : own}/content/application~1json/schema`
}

function matches(pattern: string, path: string): boolean {
  const source = pattern.replaceAll('{id}', '[0-9]+').replaceAll('{slug}', '[^/]+')
  return new RegExp(`^${source}/?$`).test(path)
}
