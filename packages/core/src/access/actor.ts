/**
 * The user who makes the call. Ids belong to the host application; the calendar checks their type alone.
 * @example calendar.as({ id: 7, roles: ['member'] }, roles({ authors: ['member'] }))
 */
export interface Actor {
  /**
   * The host's id of this user; the records they create carry it as their author. An integer of 0 or more, or a text where the calendar's
   * `authorIds` is `'text'`.
   */
  readonly id: number | string
  /** The user's roles, for role-based policies. */
  readonly roles?: readonly string[]
}
