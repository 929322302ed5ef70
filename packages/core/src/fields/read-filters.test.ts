import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { messagesOf } from '../../test/messages-of.ts'
import type { Issues } from '../input/read.ts'
import { readDeclaredFields } from './declared.ts'
import { toKey } from './keys.ts'
import { readFieldFilters } from './read-filters.ts'

const { event } = readDeclaredFields({
  event: {
    level: { schema: z.enum(['beginner', 'pro']), filter: 'is' },
    seats: { schema: z.number().min(20).optional(), filter: 'range' },
    name: { schema: z.string(), filter: 'range' },
    styles: { schema: z.array(z.string().min(2)), filter: 'is' },
    open: { schema: z.boolean(), filter: 'is' },
    mixed: { schema: z.any(), filter: 'is' },
    note: { schema: z.string() },
    words: { schema: z.string().transform((text) => text.split(' ')), filter: 'is' },
  },
})

/** The conditions of a list, or its issues. */
function read(fields: unknown): unknown {
  const issues: Issues = {}
  const conditions = readFieldFilters({ fields }, event, issues)
  return Object.keys(issues).length > 0 ? messagesOf(issues) : conditions
}

/** The numbers from one to another in a text. */
const numbers = (from: number, to: number): string => Array.from({ length: to - from }, (_, i) => from + i).join(' ')

const number = (value: number): string => String(toKey('range', value))
const range = { gte: number(3), lt: `${number(5)}\t` }

describe('the filters of a list', () => {
  test.each<readonly [string, unknown, unknown]>([
    ['one value', { level: 'pro' }, [{ name: 'level', keys: ['spro'] }]],
    ['several values', { level: ['pro', 'beginner', 'pro'] }, [{ name: 'level', keys: ['sbeginner', 'spro'] }]],
    ['a boolean', { open: false }, [{ name: 'open', keys: ['b0'] }]],
    ['a value of a field with ranges', { seats: 20 }, [{ name: 'seats', keys: [number(20)] }]],
    ['an item of a field with lists', { styles: 'Folk' }, [{ name: 'styles', keys: ['sfolk'] }]],
    ['a range whose bounds the schema would refuse', { seats: { gte: 3, lte: 5 } }, [{ name: 'seats', range }]],
    ['a range from a value', { seats: { gte: 3, lte: undefined } }, [{ name: 'seats', range: { gte: number(3), lt: 'o' } }]],
    ['a range to a text', { name: { lte: 'M' } }, [{ name: 'name', range: { gte: 't', lt: 'tM\t' } }]],
    [
      'two fields',
      { level: 'pro', open: true },
      [
        { name: 'level', keys: ['spro'] },
        { name: 'open', keys: ['b1'] },
      ],
    ],
    ['nothing', {}, undefined],
    ['undefined', { level: undefined }, undefined],
    ['null as a whole', null, undefined],
  ])('%s', (_, fields, conditions) => {
    expect(read(fields)).toEqual(conditions)
  })

  const reason = expect.any(String)
  test.each<readonly [string, unknown, Readonly<Record<string, string>>]>([
    [
      'more items than a list takes, which the schema makes of texts',
      { words: [numbers(0, 60), numbers(60, 120)] },
      { 'fields.words': 'must have at most 100 items' },
    ],
    ['no object', 'x', { fields: 'must be an object' }],
    ['an undeclared name', { colour: 'red' }, { 'fields.colour': 'is not a declared field' }],
    ['__proto__', JSON.parse('{ "__proto__": 1 }'), { 'fields.__proto__': 'is not a declared field' }],
    ['a field without a filter', { note: 'x' }, { 'fields.note': 'is a field without a filter' }],
    ['a value that the schema refuses', { level: ['pro', 'expert'] }, { 'fields.level': reason }],
    ['an item that the schema refuses', { styles: 'x' }, { 'fields.styles': reason }],
    ['no values', { level: [] }, { 'fields.level': 'must not be empty' }],
    ['101 values', { level: Array(101).fill('pro') }, { 'fields.level': 'must have at most 100 items' }],
    ['null', { level: null }, { 'fields.level': 'must be a text, a number or a boolean' }],
    ['an object', { mixed: { a: 1 } }, { 'fields.mixed': 'must be a text, a number or a boolean' }],
    ['a range of a field without ranges', { level: { gte: 'a' } }, { 'fields.level': 'must be a text, a number or a boolean' }],
    ['an empty range', { seats: {} }, { 'fields.seats': 'must have gte or lte' }],
    ['another member', { seats: { gt: 1 } }, { 'fields.seats': 'must have no other members than gte and lte' }],
    ['bounds of two types', { seats: { gte: 1, lte: '5' } }, { 'fields.seats': 'must have bounds of one type' }],
    ['a bound that is no value', { seats: { gte: true } }, { 'fields.seats.gte': 'must be a number or a text' }],
    ['a bound that is not finite', { seats: { lte: Number.NaN } }, { 'fields.seats.lte': 'must be a number or a text' }],
    ['a bound with a NUL', { name: { gte: '\u0000' } }, { 'fields.name.gte': 'contains the control character U+0000' }],
    ['two issues', { level: 'x', colour: 1 }, { 'fields.level': reason, 'fields.colour': reason }],
  ])('refuses %s', (_, fields, issues) => {
    expect(read(fields)).toEqual(issues)
  })
})
