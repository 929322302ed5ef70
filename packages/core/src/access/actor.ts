/**
 * The user who makes the call. Ids belong to the host application and are not checked here.
 * @example calendar.as({ id: 7, roles: ['member'] }, roles({ authors: ['member'] }))
 */
export interface Actor {
  /** The host's id of this user; the records they create carry it as their author. */
  readonly id: number
  /** The user's roles, for role-based policies. */
  readonly roles?: readonly string[]
}
