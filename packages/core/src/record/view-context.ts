import type { AuthorIds } from './author-ids.ts'

/** What returned records depend on besides the stored ones. */
export interface ViewContext {
  /** The "now" of the call. */
  readonly nowMs: number
  /** The ids of authors. */
  readonly authorIds: AuthorIds
}
