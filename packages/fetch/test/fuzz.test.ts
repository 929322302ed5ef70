import type { CalendarStore } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engines } from '../../kysely/test/engines.ts'
import type { JsonObject } from '../src/index.ts'
import { isObject } from '../src/json.ts'
import { startWithFields } from './custom-fields/world.ts'
import { base, concert, least } from './support.ts'

/** Factor for the number of cases: below 1 in the quick test run, 10 in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

/** A request for an operation of the OpenAPI document. */
interface PlannedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const ordinary = [
  'a',
  'Choir',
  'Été',
  '2026-05-31 19:30:00',
  'https://example.org/',
  'a@example.org',
  '1',
  'true',
  '€ 5 - 7',
  '"',
  '%',
  '<b>',
]
const nasty = [
  '',
  ' ',
  'null',
  '-1',
  '1e309',
  '9007199254740993',
  '٣',
  'a\u0000b',
  '\uD800',
  '\u202Egnirts',
  '\uFEFF',
  "'; DROP TABLE events; --",
  '%_!\\[*',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://a:b@example.org/',
  '2026-02-30',
  '0000-00-00 00:00:00',
  '2200-12-31 23:59:59',
  '1900-01-01 00:00:00+14:00',
  'Etc/GMT+14',
  'a'.repeat(300),
]
const text = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...ordinary) },
  { weight: 1, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)
/** Values that fit no schema. */
const anything = fc.oneof(fc.constantFrom(...nasty), fc.constantFrom(-1, 0, 1.5, 1e308, 2 ** 53, true, null), fc.jsonValue({ maxDepth: 2 }))

/** Replaces a small part of the values by values that do not fit. */
const orAnything = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: value }, { weight: 1, arbitrary: anything })

/** Values that fit a schema, most of them ordinary. */
function valuesOf(schema: unknown, document: JsonObject): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.jsonValue()
  const { $ref, anyOf, enum: words, type, items, examples } = schema
  if (typeof $ref === 'string') return fc.constant(undefined).chain(() => valuesOf(resolve(document, $ref), document))
  if (Array.isArray(words)) return fc.constantFrom(...words)
  if (Array.isArray(examples)) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: text })
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => valuesOf(one, document)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one }, document)))
  const { minimum, maximum } = schema
  switch (type) {
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: Number(minimum ?? 0) }), fc.maxSafeNat())
    case 'number':
      return fc.double({ min: Number(minimum ?? 0), max: Number(maximum ?? 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(items, document), { maxLength: 3 })
    case 'object':
      return objectsOf(schema, document)
    default:
      return text
  }
}

const resolve = (document: JsonObject, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), document)

function objectsOf({ properties, required }: Readonly<Record<string, unknown>>, document: JsonObject): fc.Arbitrary<unknown> {
  const members = Object.entries(isObject(properties) ? properties : {})
  const requiredKeys = Array.isArray(required) ? required : []
  return fc.subarray(members, { maxLength: Math.min(4, members.length) }).chain((some) => {
    const chosen = members.filter((member) => some.includes(member) || requiredKeys.includes(member[0]))
    return fc.record(Object.fromEntries(chosen.map(([name, member]) => [name, orAnything(valuesOf(member, document))])))
  })
}

/** Random requests for every operation of the OpenAPI document. */
function requestsOf(document: JsonObject): fc.Arbitrary<PlannedRequest> {
  const paths = isObject(document['paths']) ? Object.entries(document['paths']) : []
  const requests = paths.flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined
      if (!isObject(operation)) return []
      const parameters = Array.isArray(operation['parameters']) ? operation['parameters'] : []
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const schemaRef = isObject(operation['requestBody']) ? resolve(operation as JsonObject, '#/requestBody/content') : undefined
      const json = isObject(schemaRef) ? schemaRef['application/json'] : undefined
      return fc.record({
        method: fc.constant(method.toUpperCase()),
        path: fc
          .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('concert', 'choir', 'town-hall', 'ä'))
          .map(([id, slug]) => path.replace('{id}', String(id)).replace('{slug}', encodeURIComponent(slug))),
        query: fc
          .subarray(query, { maxLength: Math.min(3, query.length) })
          .chain((some) => fc.record(Object.fromEntries(some.map(({ name, schema }) => [name, orAnything(valuesOf(schema, document))])))),
        body: isObject(json) ? valuesOf(json['schema'], document) : fc.constant(undefined),
      })
    }),
  )
  return fc.oneof(...requests)
}

/** The value as a string for a URL; lone surrogates cannot be encoded. */
const textOf = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString()

function toPath({ path, query }: PlannedRequest): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).map((item) => encodeURIComponent(textOf(item)))
    // Commas are part of the values of declared fields.
    return name.includes('[') ? values.map((one) => `${encodeURIComponent(name)}=${one}`) : [`${name}=${values.join(',')}`]
  })
  return `${path.slice(base.length)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** The number of requests to each store. */
const count = Math.ceil(2_000 * times)

/** The stores, each with a function that opens one. */
const stores: readonly (readonly [string, () => Promise<{ store: CalendarStore; close(): Promise<void> }>])[] = [
  ['memory', async () => ({ store: memoryStore(), close: async () => {} })],
  // SQLite in a file adds nothing to SQLite in memory.
  ...engines
    .filter(({ name }) => name !== 'node-sqlite')
    .map(({ name, open }) => {
      const openStore = async (): Promise<{ store: CalendarStore; close(): Promise<void> }> => {
        const { db, options, close } = await open()
        return { store: kyselyStore(db, options), close }
      }
      return [name, openStore] as const
    }),
]

describe.each(stores)('random requests that follow the OpenAPI document, on %s', (_, openStore) => {
  test('never give a 5xx status', { timeout: 300_000 * Math.max(1, times) }, async () => {
    const { store, close } = await openStore()
    const failures: unknown[] = []
    const { request, handler } = startWithFields({ onError: (error) => failures.push(error) }, { store })
    for (const [list, body] of Object.entries(least)) await request('POST', `/${list}`, body)
    for (const venue of [1, [], { venue: 'Barn' }]) await request('POST', '/events', { ...concert, venue })
    let good = 0
    const check = async (planned: PlannedRequest): Promise<void> => {
      const { status, text: answer } = await request(planned.method, toPath(planned), planned.body)
      expect([status < 500, failures, answer.length > 0]).toEqual([true, [], true])
      if (status < 300) good += 1
    }
    await fc.assert(fc.asyncProperty(requestsOf(handler.openapi()), check), { numRuns: count })
    await close()
    expect(good).toBeGreaterThan(count / 10)
  })
})
