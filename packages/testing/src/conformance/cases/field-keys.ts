import type { StoredFields } from '@kalends/core/store'

const fieldsOf = (keys: StoredFields['keys']): StoredFields => ({ values: { level: 'any' }, keys })

/** Fields with keys of `level` and `seats`, by the slugs of their records. */
export const keyed = {
  a: fieldsOf({ level: ['sbeginner'], seats: ['n1'] }),
  b: fieldsOf({ level: ['sbeginner', 'spro'], seats: ['n2', 'n5'] }),
  c: fieldsOf({ level: ['spro'], seats: ['n3'] }),
  d: fieldsOf({ seats: ['n4'] }),
  e: fieldsOf({ level: ['sBeginner'] }),
} as const

/** The filter of records with one of the keys in `level`. */
export const ofLevel = (...keys: readonly string[]) => ({ fields: [{ name: 'level', keys }] })
