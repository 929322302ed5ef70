import type { LinkField } from '@kalends/core/store'
import type { CollectionName } from '../../../packages/testing/src/wrap-store.ts'
import type { ModelSort } from './naive-model.ts'

/**
 * A draft or a filter without ids. Instead of an id it has a number that picks one of the ids known when the command runs, so that a shrunk
 * sequence remains valid.
 */
export type Plan = Readonly<Record<string, unknown>>

/** The change of one of the records of `updateMany` or `deleteMany`. */
export interface PlannedChange {
  /** Picks the record. */
  readonly pick: number
  /** The new values; a deletion ignores them. */
  readonly draft: Plan
  /** Whether the change names an older version than the stored one. */
  readonly stale: boolean
}

/** One operation on a store, as plain data. */
export type Command =
  | { readonly type: 'insert'; readonly kind: CollectionName; readonly draft: Plan }
  | { readonly type: 'insertMany'; readonly kind: CollectionName; readonly drafts: readonly Plan[] }
  | { readonly type: 'update'; readonly kind: CollectionName; readonly pick: number; readonly draft: Plan; readonly stale: boolean }
  | { readonly type: 'delete'; readonly kind: CollectionName; readonly pick: number; readonly stale: boolean }
  | { readonly type: 'updateMany'; readonly kind: CollectionName; readonly changes: readonly PlannedChange[] }
  | { readonly type: 'deleteMany'; readonly kind: CollectionName; readonly changes: readonly PlannedChange[] }
  | { readonly type: 'getMany'; readonly kind: CollectionName; readonly picks: readonly number[] }
  | {
      readonly type: 'find'
      readonly kind: CollectionName
      readonly filter: Plan
      readonly order: readonly ModelSort[]
      readonly offset: number
      readonly limit: number
    }
  | { readonly type: 'countByLink'; readonly linkField: LinkField; readonly picks: readonly number[]; readonly filter: Plan }
  | { readonly type: 'revision'; readonly nowMs: number }
  | { readonly type: 'transaction'; readonly commands: readonly Command[]; readonly fails: boolean }
