import { describe, expect, test } from 'vitest'
import { CalendarError, invalidInput, isCalendarError } from './calendar-error.ts'
import { errorCodes, errorMessages } from './codes.ts'

describe('an error', () => {
  test('has a code, details, a message of its own or the code’s, and a cause', () => {
    const cause = new Error('why')
    const error = new CalendarError('not_found', { kind: 'event', id: 7 }, { cause })
    expect(error).toMatchObject({
      name: 'CalendarError',
      code: 'not_found',
      details: { kind: 'event', id: 7 },
      message: errorMessages.not_found,
      cause,
    })
    expect(new CalendarError('internal', {}, { message: 'own' }).message).toBe('own')
    expect('cause' in new CalendarError('internal', {})).toBe(false)
    expect(error).toBeInstanceOf(Error)
  })

  test('has a brand that copies of its members lack', () => {
    expect(Object.keys(new CalendarError('internal', {})).sort()).toEqual(['code', 'details', 'name'])
    expect(isCalendarError({ ...new CalendarError('internal', {}) })).toBe(false)
  })
})

describe('isCalendarError', () => {
  const error = new CalendarError('slug_taken', { slug: 'a' })
  test.each<[string, unknown, boolean, boolean]>([
    ['an error of that code', error, true, true],
    ['an error of another code', new CalendarError('internal', {}), true, false],
    [
      'an error of another copy of the package',
      Object.assign(new Error('x'), { code: 'slug_taken', [Symbol.for('kalends.error')]: true }),
      true,
      true,
    ],
    ['another error', Object.assign(new Error('x'), { code: 'slug_taken' }), false, false],
    ['an object', { code: 'slug_taken' }, false, false],
    ['a text', 'slug_taken', false, false],
    ['null', null, false, false],
    ['nothing', undefined, false, false],
  ])('checks the brand and the code of %s', (_name, thrown, isAny, isThat) => {
    expect(isCalendarError(thrown)).toBe(isAny)
    expect(isCalendarError(thrown, 'slug_taken')).toBe(isThat)
  })
})

describe('a refusal', () => {
  test('is an error of the code refused, with the message of the host', () => {
    const error = new CalendarError('refused', {}, { message: 'The hall is booked.' })
    expect(isCalendarError(error, 'refused')).toBe(true)
    expect([error.message, error.details]).toEqual(['The hall is booked.', {}])
  })
})

test('every code has a message that is a sentence', () => {
  expect(errorCodes).toEqual(Object.keys(errorMessages))
  for (const code of errorCodes) expect(errorMessages[code]).toMatch(/^[A-Z].*\.$/)
})

test('issues are named in the message, their reasons in the details', () => {
  const error = invalidInput({ title: { code: 'required' }, page: { code: 'not_an_integer', min: 1 } })
  expect(error.message).toBe('Some of the input is not valid. See: title, page.')
  expect(error.details).toEqual({
    params: { title: 'is required', page: 'must be an integer of 1 or more' },
    issues: [
      { path: 'title', code: 'required', message: 'is required' },
      { path: 'page', code: 'not_an_integer', message: 'must be an integer of 1 or more', min: 1 },
    ],
  })
})
