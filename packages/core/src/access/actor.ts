/**
 * Who asks. Ids belong to the host application and are not checked here.
 * @example calendar.as({ id: 7, roles: ['member'] }, roles({ authors: ['member'] }))
 */
export interface Actor {
  /** The host's id of this person; records they write carry it as their author. */
  readonly id: number
  /** What they are, for policies that go by role. */
  readonly roles?: readonly string[]
}
