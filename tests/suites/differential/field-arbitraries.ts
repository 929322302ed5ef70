import type { FieldCondition, StoredFields } from '@kalends/core/store'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { byCodePoint } from '../../../packages/testing/src/naive-match.ts'

/** Keys around the ends of planes, of letters in two cases, with a common beginning, and of numbers and booleans. */
const keys = ['b0', 'b1', 'n0', 'n1', 'n10', 'n2', 's', 's ', 'sA', 'sa', 'sab', 's\u{1f389}', 's\ufb01', 's%', 's\\', 's"']

const names = ['level', 'seats', 'Level']

/** Arbitraries of fields: few names and keys, so that filters match often. */
export function fieldArbitraries(text: Arbitrary<string>): {
  readonly fields: Arbitrary<StoredFields>
  readonly conditions: Arbitrary<readonly FieldCondition[]>
} {
  const key = fc.constantFrom(...keys)
  const some = fc.subarray([...keys], { minLength: 1, maxLength: 3 }).map((list) => list.sort(byCodePoint))
  const ofNames = <T>(value: Arbitrary<T>): Arbitrary<Readonly<Record<string, T>>> =>
    fc.subarray(names).chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, value]))))
  const range = fc.record({ gte: key, lt: key }, { requiredKeys: [] })
  const condition: Arbitrary<FieldCondition> = fc.record(
    { name: fc.constantFrom(...names), keys: fc.array(key, { maxLength: 4 }), range },
    { requiredKeys: ['name'] },
  )
  const value = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 }))
  return {
    fields: fc.record({ values: ofNames(value), keys: ofNames(some) }),
    conditions: fc.array(condition, { maxLength: 2 }),
  }
}
