import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isCalendarError } from '../errors/calendar-error.ts'
import type { Reason } from '../errors/issues.ts'
import { addNested, assertNoIssues, hasIssue, type Issues, readFields, requireFields, type Shape } from './read.ts'
import { because } from './schemas.ts'

interface Point {
  x: number
  y: number
}
/** Any reason will do. */
const odd: Reason = { code: 'not_a_number' }
const long: Reason = { code: 'too_long', max: 1 }
const missing: Reason = { code: 'required' }
const even = z.number(because(odd)).check(z.multipleOf(2, because(odd)))
const shape: Shape<Point> = { x: even, y: even }

describe('reading fields', () => {
  test.each<[string, object, Partial<Point>, Issues]>([
    ['all fields are given', { x: 2, y: 4 }, { x: 2, y: 4 }, {}],
    ['some fields are given', { y: 4 }, { y: 4 }, {}],
    ['no field is given', {}, {}, {}],
    ['an undefined field counts as absent', { x: undefined, y: 4 }, { y: 4 }, {}],
    ['unknown fields are ignored', { z: 1, x: 2 }, { x: 2 }, {}],
    ['one field is invalid', { x: 1, y: 4 }, { y: 4 }, { x: odd }],
    ['all fields are invalid, and all are named', { x: 1, y: null }, {}, { x: odd, y: odd }],
    ['inherited fields are ignored', Object.create({ x: 1 }), {}, {}],
    ['an object without a prototype is read', Object.assign(Object.create(null), { x: 2 }), { x: 2 }, {}],
  ])('%s', (_name, input, values, issues) => expect(readFields(shape, input)).toEqual({ values, issues }))

  test('an error in the code of a schema is thrown and is not an issue of the input', () => {
    const broken = z.transform((): number => {
      throw new RangeError('broken')
    })
    expect(() => readFields({ x: broken }, { x: 1 })).toThrow(RangeError)
  })
})

test.each<[string, unknown, Issues]>([
  ['an invalid part of a value by its path', { at: { x: 1, y: 2 } }, { 'at.x': odd }],
  ['all invalid parts at once', { at: { x: 1 }, list: [2, 3, 5] }, { 'at.x': odd, 'at.y': odd, 'list[1]': odd, 'list[2]': odd }],
  ['only the first reason for each part', { list: [2, 3, 'x'], word: 'ab' }, { 'list[1]': odd, 'list[2]': odd, word: long }],
])('issues name %s', (_name, input, issues) => {
  const word = z.string().check(z.maxLength(1, because(long)), z.regex(/^[c]/, because(missing)))
  const nested = { at: z.object(shape), list: z.array(even), word }
  expect(readFields(nested, Object(input)).issues).toEqual(issues)
})

test('issues of a nested record are added under its path, and replace none', () => {
  const issues: Issues = { 'venues[1].name': long }
  addNested(issues, 'venues[1]', { name: missing, geoLat: odd })
  expect(issues).toEqual({ 'venues[1].name': long, 'venues[1].geoLat': odd })
})

test.each([
  ['venues', true],
  ['venue', false],
  ['near', true],
  ['title', true],
  ['lat', false],
])('whether %s or a part of it has an issue: %s', (name, expected) =>
  expect(hasIssue({ 'venues[1].name': missing, 'near.lat': missing, title: missing }, name)).toBe(expected),
)

describe('required fields', () => {
  test('get the issue “is required” only when they have no other issue', () => {
    const issues: Issues = { x: odd }
    requireFields<Point>(['x', 'y'], {}, issues)
    expect(issues).toEqual({ x: odd, y: missing })
  })

  test('may have a falsy value such as 0', () => {
    const issues: Issues = {}
    requireFields<Point>(['x'], { x: 0 }, issues)
    expect(issues).toEqual({})
  })
})

describe('issues', () => {
  test('no issue passes', () => expect(() => assertNoIssues({})).not.toThrow())

  test('an error names all issues', () => {
    try {
      assertNoIssues({ x: odd, y: missing })
      expect.unreachable()
    } catch (error) {
      expect(isCalendarError(error, 'invalid_input') && error.details).toEqual({
        params: { x: 'must be a number', y: 'is required' },
        issues: [
          { path: 'x', code: 'not_a_number', message: 'must be a number' },
          { path: 'y', code: 'required', message: 'is required' },
        ],
      })
      expect(error).toMatchObject({ message: expect.stringContaining('x, y') })
    }
  })
})
