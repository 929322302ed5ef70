import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { messagesOf } from '../../test/messages-of.ts'
import type { Issues } from '../input/read.ts'
import { addValueIssues, askSchema } from './ask-schema.ts'
import type { DeclaredField } from './declared.ts'

/** A field with a schema that a host has written itself. */
const fieldOf = (validate: (value: unknown) => unknown): DeclaredField =>
  ({ name: 'x', schema: { '~standard': { version: 1, vendor: 'test', validate } } }) as DeclaredField

/** The issues that a field has for a value. */
function issuesOf(field: DeclaredField, value: unknown): Readonly<Record<string, string>> {
  const issues: Issues = {}
  const answer = askSchema(field, value)
  if (answer.issues !== undefined) addValueIssues(issues, 'x', answer.issues)
  return messagesOf(issues)
}

describe('issues of a schema', () => {
  test.each<[name: string, issues: unknown, expected: Readonly<Record<string, string>>]>([
    ['none', [], { 'fields.x': 'is invalid' }],
    ['no list', 'no', { 'fields.x': 'is invalid' }],
    ['an issue that is null', [null], { 'fields.x': 'is invalid' }],
    ['a path that is null', [{ message: 'm', path: null }], { 'fields.x': 'm' }],
    ['a part that is null', [{ message: 'm', path: [null] }], { 'fields.x.null': 'm' }],
    ['parts of all types', [{ message: 'm', path: ['a', 0, { key: 'b' }] }], { 'fields.x.a[0].b': 'm' }],
    ['a message that is no text', [{ message: Symbol('s') }], { 'fields.x': 'Symbol(s)' }],
    ['a long message', [{ message: 'm'.repeat(5000) }], { 'fields.x': 'm'.repeat(1000) }],
    ['a long name', [{ message: 'm', path: ['k'.repeat(5000)] }], { [`fields.x.${'k'.repeat(60)}`]: 'm' }],
  ])('%s', (_, issues, expected) => {
    expect(
      issuesOf(
        fieldOf(() => ({ issues })),
        1,
      ),
    ).toEqual(expected)
  })

  test('are at most 100, however many parts of the input are invalid', () => {
    const field: DeclaredField = { name: 'x', schema: z.record(z.string(), z.number()) }
    const input = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`${i}${'k'.repeat(500)}`, '']))
    const issues = issuesOf(field, input)
    expect(Object.keys(issues)).toHaveLength(100)
    expect(JSON.stringify(issues).length).toBeLessThan(20_000)
  })
})

test('a value is read once: getters that change their answer change no stored value', () => {
  const turns = (first: unknown, later: unknown) => {
    let count = 0
    return { get: () => (count++ === 0 ? first : later), enumerable: true }
  }
  const result = Object.defineProperty({}, 'value', turns('first', 1n))
  expect(
    askSchema(
      fieldOf(() => result),
      1,
    ),
  ).toEqual({ value: 'first' })
  const value = Object.defineProperty({}, 'a', turns('first', 1n))
  expect(
    askSchema(
      fieldOf(() => ({ value })),
      1,
    ),
  ).toEqual({ value: { a: 'first' } })
})
