import { type FieldTable, plainNames } from '@kalends/core/store'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { wordsOf } from '../../../packages/testing/src/factories/plain.ts'

/** An arbitrary for each plain field, by its type: one of the allowed words, any text, a boolean or an integer. */
export function plainArbitraries<T>(table: FieldTable<T>, text: Arbitrary<string>): Readonly<Record<keyof T & string, Arbitrary<unknown>>> {
  const toArbitrary = (name: keyof T & string): Arbitrary<unknown> => {
    const field = table[name]
    if (field.column === 'boolean') return fc.boolean()
    if (field.column === 'integer') return fc.nat()
    const words = wordsOf(field)
    return words.length === 0 ? text : fc.constantFrom(...words)
  }
  // Every member of the table has its arbitrary.
  return Object.fromEntries(plainNames(table).map((name) => [name, toArbitrary(name)])) as Record<keyof T & string, Arbitrary<unknown>>
}
