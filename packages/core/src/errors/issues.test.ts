import { expect, test } from 'vitest'
import { issueMessages } from './issue-messages.ts'
import { fillMessage, issueCodes, messageOf, unknownId } from './issues.ts'

test.each(Object.entries(issueMessages))('%s has a code in snake case, and a message without an end', (code, message) => {
  expect(code).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
  expect(message).toMatch(/^(\{reason\}|[a-z][^{}]*(\{[a-z]+\}[^{}]*)*)$/)
  expect(message).not.toMatch(/\.$/)
})

test('every message is different', () => {
  expect(issueCodes).toEqual(Object.keys(issueMessages))
  expect(new Set(Object.values(issueMessages)).size).toBe(issueCodes.length)
})

test('a message gets the values of its parameters, which are not read as a message again', () => {
  expect(messageOf({ code: 'integer_out_of_range', min: 1, max: 30 })).toBe('must be an integer from 1 to 30')
  expect(messageOf({ code: 'not_one_of', values: ['asc', 'desc'] })).toBe('must be one of: asc, desc')
  expect(messageOf({ code: 'invalid_field', reason: 'costs $& {max}' })).toBe('costs $& {max}')
  expect(messageOf(unknownId('venue', 7))).toBe('names 7, which is no venue')
  expect(fillMessage('{max} of {max}', { max: 5 })).toBe('5 of 5')
})

test('a part of a message in square brackets is there with its parameter alone', () => {
  expect(messageOf({ code: 'not_a_time_zone' })).toBe('must be a time zone such as Europe/Berlin, UTC or +02:00')
  expect(messageOf({ code: 'not_a_time_zone', nearest: 'Asia/Tokyo' })).toMatch(/ or \+02:00; the nearest name is Asia\/Tokyo$/)
  expect(fillMessage('such as fields[level], {max}', { max: 5 })).toBe('such as fields[level], 5')
})
