import { describe, expect, test } from 'vitest'
import { booleanField, integerField, lineField } from '../input/scalars.ts'
import { defaultsOf, type FieldTable, plainComposer, plainNames, plainSearcher, schemasOf } from './field-table.ts'

interface Plain {
  readonly name: string
  readonly phone: string
  readonly showMap: boolean
  readonly seats: number
}

const table: FieldTable<Plain> = {
  name: { schema: lineField, default: '', column: 'text' },
  phone: { schema: lineField, default: '', column: 'text', isSearched: true },
  showMap: { schema: booleanField, default: true, column: 'boolean' },
  seats: { schema: integerField, default: 7, column: 'integer' },
}
const hall: Plain = { name: 'Hall', phone: '123', showMap: false, seats: 0 }

describe('a table of plain fields', () => {
  test('has their names and their schemas', () => {
    expect(plainNames(table)).toEqual(['name', 'phone', 'showMap', 'seats'])
    expect(schemasOf(table)).toEqual({ name: lineField, phone: lineField, showMap: booleanField, seats: integerField })
  })

  test.each<[string, Partial<Plain>, Plain | undefined, Plain]>([
    ['the default', {}, undefined, { name: '', phone: '', showMap: true, seats: 7 }],
    ['the stored value', {}, hall, hall],
    ['the given value', { name: '', showMap: true, seats: 5 }, hall, { name: '', phone: '123', showMap: true, seats: 5 }],
    ['given values that are false or 0', { showMap: false, seats: 0 }, undefined, { name: '', phone: '', showMap: false, seats: 0 }],
  ])('composes %s', (_name, fields, before, composed) => expect(plainComposer(table)(fields, before)).toEqual(composed))

  test('has the default values of a new record', () => expect(defaultsOf(table)).toEqual({ name: '', phone: '', showMap: true, seats: 7 }))

  test('has the texts to search', () => expect(plainSearcher(table)(hall)).toEqual([{ text: '123' }]))
})
