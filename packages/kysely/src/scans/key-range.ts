import type { Direction } from '@kalends/core'
import { type SqlBool, sql } from 'kysely'
import type { Column, Condition } from '../conditions.ts'
import type { SqlValue } from '../tables.ts'

/** A place in an order: the values of its keys. */
export type Place = readonly SqlValue[]

/** A part of an order: what lies behind one place, up to another one and with it. Without a place it is open. */
export interface KeyRange {
  /** Not of the part. */
  readonly after?: Place | undefined
  /** The last of the part. */
  readonly upTo?: Place | undefined
}

const compared = (keys: readonly Column[], operator: Column, place: Place): Condition =>
  keys.length === 1 ? sql<SqlBool>`${keys[0]} ${operator} ${place[0]}` : sql<SqlBool>`(${sql.join(keys)}) ${operator} (${sql.join(place)})`

const operators = {
  asc: { after: sql`>`, upTo: sql`<=` },
  desc: { after: sql`<`, upTo: sql`>=` },
} as const

/** That the keys of a row lie in a part of their order. */
export function isInKeyRange(keys: readonly Column[], direction: Direction, { after, upTo }: KeyRange): readonly Condition[] {
  return [
    ...(after === undefined ? [] : [compared(keys, operators[direction].after, after)]),
    ...(upTo === undefined ? [] : [compared(keys, operators[direction].upTo, upTo)]),
  ]
}
