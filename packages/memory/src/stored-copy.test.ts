import { noFields } from '@kalends/core/store'
import { buildEventDraft } from '@kalends/testing/conformance'
import { describe, expect, test } from 'vitest'
import { storedCopy } from './stored-copy.ts'

const record = (given: Parameters<typeof buildEventDraft>[0] = {}) => ({ ...buildEventDraft(given), id: 1, version: 1 })

/** All objects and lists in a value, the value included. */
const partsOf = (value: unknown): readonly object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : []

describe('the stored copy of a record', () => {
  test('is equal, separate and deeply frozen', () => {
    const original = record({
      categoryIds: [1, 2],
      venueIds: [1, 2, 3, 4, 5, 6],
      recurrence: { rule: 'FREQ=DAILY', dates: [], except: [] },
    })
    const fields = { values: { seats: 40, rooms: [{ name: 'A' }, null] }, keys: { seats: ['n40'] } }
    const given = { ...original, fields }
    const copy = storedCopy(given)
    expect(copy).toEqual(given)
    expect(partsOf(copy).every(Object.isFrozen)).toBe(true)
    fields.values.seats = 41
    expect(copy.fields.values['seats']).toBe(40)
  })

  test('shares the object without fields', () => {
    expect(storedCopy(record()).fields).toBe(noFields)
    expect(storedCopy({ ...record(), fields: { values: {}, keys: { level: ['a'] } } }).fields).toEqual({
      values: {},
      keys: { level: ['a'] },
    })
  })

  test('shares equal small values with other records, and never unequal ones', () => {
    const [one, other] = [storedCopy(record({ categoryIds: [1, 2] })), storedCopy(record({ categoryIds: [1, 2], tagIds: [1] }))]
    expect(one.categoryIds).toBe(other.categoryIds)
    expect(one.cost).toBe(other.cost)
    expect([one.tagIds, other.tagIds, one.venueIds]).toEqual([[], [1], []])
  })

  test('keeps texts that look like the JSON of lists, and the other way round', () => {
    const { title, categoryIds } = storedCopy(record({ title: '[1,2]', categoryIds: [1, 2] }))
    expect([title, categoryIds]).toEqual(['[1,2]', [1, 2]])
    const swapped = storedCopy(record({ title: '"free"', tagIds: [7], excerpt: '[7]' }))
    expect([swapped.title, swapped.tagIds, swapped.excerpt]).toEqual(['"free"', [7], '[7]'])
  })

  test('keeps names of nested values that are names of built-in properties', () => {
    const nested = JSON.parse('{"__proto__":{"a":1},"constructor":[1],"b":"x"}')
    const copy: unknown = storedCopy({ ...record(), fields: { values: { nested }, keys: {} } }).fields.values['nested']
    expect(JSON.stringify(copy)).toBe(JSON.stringify(nested))
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })

  test('stays right when very many different values were copied in between', () => {
    const first = storedCopy(record({ title: 'first', tagIds: [1, 2, 3] }))
    for (let i = 0; i < 20_000; i++) storedCopy(record({ title: `t${i}`, tagIds: [i] }))
    expect(storedCopy(record({ title: 'first', tagIds: [1, 2, 3] }))).toEqual(first)
  })
})
