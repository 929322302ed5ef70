/** One requirement of interface.md or wire.md that the tests must cover. */
export interface Line {
  /** A stable id that starts with the page and the section, such as `wire-2-etag`. */
  readonly id: string
  /** The requirement, in short. */
  readonly line: string
}
