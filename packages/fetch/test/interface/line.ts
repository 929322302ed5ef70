/** One line of the interface pages that the tests must cover. */
export interface Line {
  /** A stable id; begins with the page and the section. */
  readonly id: string
  /** The requirement, in short. */
  readonly line: string
}
