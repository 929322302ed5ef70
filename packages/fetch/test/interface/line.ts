/** One line of the pages that the interface has to answer. */
export interface Line {
  /** Stable; begins with the page and the section. */
  readonly id: string
  /** What it asks for, in short. */
  readonly line: string
}
