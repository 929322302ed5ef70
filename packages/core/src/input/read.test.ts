import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { isCalendarError } from '../errors/calendar-error.ts'
import { addNested, assertNoIssues, hasIssue, type Issues, readFields, requireFields, type Shape } from './read.ts'

interface Point {
  x: number
  y: number
}
const even = z.number('must be even').multipleOf(2, 'must be even')
const shape: Shape<Point> = { x: even, y: even }

describe('fields', () => {
  test.each<[string, object, Partial<Point>, Issues]>([
    ['all', { x: 2, y: 4 }, { x: 2, y: 4 }, {}],
    ['some', { y: 4 }, { y: 4 }, {}],
    ['none', {}, {}, {}],
    ['undefined counts as absent', { x: undefined, y: 4 }, { y: 4 }, {}],
    ['unknown ones are ignored', { z: 1, x: 2 }, { x: 2 }, {}],
    ['one invalid', { x: 1, y: 4 }, { y: 4 }, { x: 'must be even' }],
    ['all invalid, all named', { x: 1, y: null }, {}, { x: 'must be even', y: 'must be even' }],
    ['inherited ones are none', Object.create({ x: 1 }), {}, {}],
    ['an object without a prototype', Object.assign(Object.create(null), { x: 2 }), { x: 2 }, {}],
  ])('%s', (_name, input, values, issues) => expect(readFields(shape, input)).toEqual({ values, issues }))

  test('a mistake of the code is not taken for an issue of the input', () => {
    const broken = z.unknown().transform((): number => {
      throw new RangeError('broken')
    })
    expect(() => readFields({ x: broken }, { x: 1 })).toThrow(RangeError)
  })
})

test.each<[string, unknown, Issues]>([
  ['a part of a value by its path', { at: { x: 1, y: 2 } }, { 'at.x': 'must be even' }],
  [
    'all parts at once',
    { at: { x: 1 }, list: [2, 3, 5] },
    { 'at.x': 'must be even', 'at.y': 'must be even', 'list[1]': 'must be even', 'list[2]': 'must be even' },
  ],
  [
    'the first reason of a part',
    { list: [2, 3, 'x'], word: 'ab' },
    { 'list[1]': 'must be even', 'list[2]': 'must be even', word: 'is long' },
  ],
])('issues name %s', (_name, input, issues) => {
  const word = z.string().max(1, 'is long').regex(/^[c]/, 'has no c')
  const nested = { at: z.object(shape), list: z.array(even), word }
  expect(readFields(nested, Object(input)).issues).toEqual(issues)
})

test('the issues of a record inside of another one stand under its path', () => {
  const issues: Issues = { 'venues[1].name': 'is known' }
  addNested(issues, 'venues[1]', { name: 'is required', geoLat: 'must be a number' })
  expect(issues).toEqual({ 'venues[1].name': 'is known', 'venues[1].geoLat': 'must be a number' })
})

test.each([
  ['venues', true],
  ['venue', false],
  ['near', true],
  ['title', true],
  ['lat', false],
])('%s has an issue: %s', (name, expected) =>
  expect(hasIssue({ 'venues[1].name': 'is required', 'near.lat': 'is required', title: 'is required' }, name)).toBe(expected),
)

describe('required fields', () => {
  test('are missing only where no other issue is known', () => {
    const issues: Issues = { x: 'must be even' }
    requireFields<Point>(['x', 'y'], {}, issues)
    expect(issues).toEqual({ x: 'must be even', y: 'is required' })
  })

  test('are there when they hold something, be it nothing much', () => {
    const issues: Issues = {}
    requireFields<Point>(['x'], { x: 0 }, issues)
    expect(issues).toEqual({})
  })
})

describe('issues', () => {
  test('none passes', () => expect(() => assertNoIssues({})).not.toThrow())

  test('some are an error that names them all', () => {
    try {
      assertNoIssues({ x: 'must be even', y: 'is required' })
      expect.unreachable()
    } catch (error) {
      expect(isCalendarError(error, 'invalid_input') && error.details).toEqual({ params: { x: 'must be even', y: 'is required' } })
      expect(error).toMatchObject({ message: expect.stringContaining('x, y') })
    }
  })
})
