import { describe, expect, test } from 'vitest'
import { isCalendarError } from '../errors/calendar-error.ts'
import { assertNoIssues, field, type Issues, readFields, refuse, requireFields, type Shape } from './read.ts'

interface Point {
  x: number
  y: number
}
const even = field({ type: 'number' }, (value) => (typeof value === 'number' && value % 2 === 0 ? value : refuse('must be even')))
const shape: Shape<Point> = { x: even, y: even }

describe('fields', () => {
  test.each<[string, object, Partial<Point>, Issues]>([
    ['all', { x: 2, y: 4 }, { x: 2, y: 4 }, {}],
    ['some', { y: 4 }, { y: 4 }, {}],
    ['none', {}, {}, {}],
    ['undefined counts as absent', { x: undefined, y: 4 }, { y: 4 }, {}],
    ['unknown ones are ignored', { z: 1, x: 2 }, { x: 2 }, {}],
    ['one at fault', { x: 1, y: 4 }, { y: 4 }, { x: 'must be even' }],
    ['all at fault, all named', { x: 1, y: null }, {}, { x: 'must be even', y: 'must be even' }],
    ['inherited ones are none', Object.create({ x: 1 }), {}, {}],
    ['an object without a prototype', Object.assign(Object.create(null), { x: 2 }), { x: 2 }, {}],
  ])('%s', (_name, input, values, issues) => expect(readFields(shape, input)).toEqual({ values, issues }))

  test('a mistake of the code is not taken for a fault of the input', () => {
    const broken = field({}, () => {
      throw new RangeError('broken')
    })
    expect(() => readFields({ x: broken }, { x: 1 })).toThrow(RangeError)
  })
})

describe('required fields', () => {
  test('are missing only where no other fault is known', () => {
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
