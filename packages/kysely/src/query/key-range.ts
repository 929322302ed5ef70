import type { Direction } from '@kalends/core/store'
import { type SqlBool, sql } from 'kysely'
import type { SqlValue } from '../schema/tables.ts'
import type { Column, Condition } from './conditions.ts'

/** A position in an order: the values of its keys. */
export type Position = readonly SqlValue[]

/** A range of an order: after one position, up to and including another. A missing position leaves that end open. */
export interface KeyRange {
  /** The exclusive start. */
  readonly after?: Position | undefined
  /** The inclusive end. */
  readonly upTo?: Position | undefined
}

const compared = (keys: readonly Column[], operator: Column, position: Position): Condition =>
  keys.length === 1
    ? sql<SqlBool>`${keys[0]} ${operator} ${position[0]}`
    : sql<SqlBool>`(${sql.join(keys)}) ${operator} (${sql.join(position)})`

const operators = {
  asc: { after: sql`>`, upTo: sql`<=` },
  desc: { after: sql`<`, upTo: sql`>=` },
} as const

/** The keys of a row lie in a range of their order. */
export function isInKeyRange(keys: readonly Column[], direction: Direction, { after, upTo }: KeyRange): readonly Condition[] {
  return [
    ...(after === undefined ? [] : [compared(keys, operators[direction].after, after)]),
    ...(upTo === undefined ? [] : [compared(keys, operators[direction].upTo, upTo)]),
  ]
}
