import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { messagesOf } from '../../test/messages-of.ts'
import type { Issues } from '../input/read.ts'
import { readDeclaredFields, toKindFields } from './declared.ts'
import { readFieldValues } from './read-values.ts'
import type { StandardSchema } from './standard-schema.ts'

/** A schema that answers as the test asks. */
const answering = (validate: (value: unknown) => unknown): StandardSchema =>
  // Schemas of hosts can break the standard.
  ({ '~standard': { version: 1, vendor: 'own', validate } }) as StandardSchema

const { event: declared } = readDeclaredFields({
  event: {
    level: { schema: z.enum(['beginner', 'pro']) },
    seats: { schema: z.number().min(0).optional() },
    open: { schema: z.boolean().default(true) },
    note: { schema: z.string().nullable() },
    hours: { schema: z.array(z.object({ from: z.string() })).optional() },
    tags: { schema: z.array(z.string()).optional(), filter: 'is' },
    code: { schema: z.string().transform(Number).optional() },
  },
})
const visible = toKindFields(declared.list.filter(({ name }) => name !== 'level' && name !== 'open'))

/** The given values and the defaults of an input, and its issues. */
function read(fields: unknown, { isNew = false, seen = declared } = {}): unknown {
  const issues: Issues = {}
  const changes = readFieldValues({ fields }, { declared, visible: seen, isNew }, issues)
  if (Object.keys(issues).length > 0) return messagesOf(issues)
  return (
    changes && {
      ...Object.fromEntries(changes.given),
      ...(changes.defaults.size > 0 && { defaults: Object.fromEntries(changes.defaults) }),
    }
  )
}

describe('the values of a patch', () => {
  test.each([
    ['a value', { level: 'pro', seats: 0 }, { level: 'pro', seats: 0 }],
    ['a value that the schema changes', { code: '12' }, { code: 12 }],
    ['null for an optional field', { seats: null }, { seats: undefined }],
    ['null for a field with a default', { open: null }, { open: true }],
    ['null for a field that takes null', { note: null }, { note: null }],
    ['undefined', { seats: undefined }, undefined],
    ['nothing', {}, undefined],
    ['null as a whole', null, undefined],
    ['undefined as a whole', undefined, undefined],
    ['null for a required field', { level: null }, { 'fields.level': 'is required' }],
    ['a list', [1], { fields: 'must be an object' }],
    ['a text', 'x', { fields: 'must be an object' }],
    ['an undeclared name', { colour: 'red' }, { 'fields.colour': 'is not a declared field' }],
    ['an undeclared name with null', { colour: null }, { 'fields.colour': 'is not a declared field' }],
    ['a name of every object', { toString: 1 }, { 'fields.toString': 'is not a declared field' }],
    ['__proto__', JSON.parse('{ "__proto__": { "level": "pro" } }'), { 'fields.__proto__': 'is not a declared field' }],
    ['a very long name', { ['x'.repeat(1_000)]: 1 }, { [`fields.${'x'.repeat(60)}`]: 'is not a declared field' }],
    ['101 items where lists have a filter', { tags: Array(101).fill('a') }, { 'fields.tags': 'must have at most 100 items' }],
    ['no number', { code: 'x' }, { 'fields.code': 'must be a value that JSON can express' }],
  ])('%s', (_, fields, outcome) => {
    expect(read(fields)).toEqual(outcome)
  })

  test('has all issues at once, each at its place', () => {
    const issues = Object.keys(Object(read({ level: 'expert', seats: -1, hours: [{ from: '9' }, { from: 9 }, {}], colour: 1 })))
    expect(issues).toEqual(['fields.level', 'fields.seats', 'fields.hours[1].from', 'fields.hours[2].from', 'fields.colour'])
  })
})

describe('the values of a new record', () => {
  test('have defaults, and lack no required field', () => {
    expect(read({ level: 'pro', note: '' }, { isNew: true })).toEqual({ level: 'pro', note: '', defaults: { open: true } })
    expect(read(undefined, { isNew: true })).toEqual({ 'fields.level': 'is required', 'fields.note': 'is required' })
  })

  test('fields that the viewer may not read are refused, have their defaults, and are not required', () => {
    expect(read({ note: 'x' }, { isNew: true, seen: visible })).toEqual({ note: 'x', defaults: { open: true } })
    expect(read({ note: 'x', level: 'pro', open: false }, { isNew: true, seen: visible })).toEqual({
      'fields.level': 'is not a declared field',
      'fields.open': 'is not a declared field',
    })
  })
})

describe('a schema that breaks the standard', () => {
  const readWith = (validate: (value: unknown) => unknown): Readonly<Record<string, string>> => {
    const issues: Issues = {}
    const { event } = readDeclaredFields({ event: { own: { schema: answering(validate) } } })
    readFieldValues({ fields: { own: 1 } }, { declared: event, visible: event, isNew: false }, issues)
    return messagesOf(issues)
  }

  test('is a TypeError if it is asynchronous, also when it rejects', () => {
    expect(() => readWith(async (value) => ({ value }))).toThrow(/field own is asynchronous/)
    expect(() => readWith(() => Promise.reject(new Error('late')))).toThrow(TypeError)
    const later = z.unknown().refine(async () => true)
    expect(() => readWith((value) => later['~standard'].validate(value))).toThrow(/asynchronous/)
  })

  test('is a TypeError if it gives no result', () => {
    expect(() => readWith(() => undefined)).toThrow(/field own gives no result/)
  })

  test('refuses the value with an empty list of issues', () => {
    expect(readWith(() => ({ issues: [] }))).toEqual({ 'fields.own': 'is invalid' })
  })

  test('may name places by segments, and its errors reach the caller', () => {
    expect(readWith(() => ({ issues: [{ message: 'is odd', path: [{ key: 'a' }, 0] }] }))).toEqual({ 'fields.own.a[0]': 'is odd' })
    expect(() =>
      readWith(() => {
        throw new RangeError('own')
      }),
    ).toThrow(RangeError)
  })
})
