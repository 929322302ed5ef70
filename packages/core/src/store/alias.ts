import type { EntityId } from './records.ts'

/** A text that named a record before: a slug that it had, or the slug, the folded name or the id of a record that was merged into it. */
export interface Alias {
  /** The id of the record. */
  readonly id: EntityId
  /** The member that the text was. */
  readonly of: 'slug' | 'nameKey' | 'id'
  /** The text, of an id its decimal digits; at most 255 code points, compared by code point. */
  readonly text: string
  /** When the text stopped being that member, in milliseconds since 1970. */
  readonly atMs: number
}
