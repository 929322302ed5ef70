/** How many characters are written between two turns of the event loop. */
const charactersAtOnce = 2_097_152

/** Collects the parts of a long string, with turns of the event loop in between. */
export interface PacedWriter {
  /** The parts written up to now. */
  readonly texts: readonly string[]
  /** The total length of the parts, in characters. */
  length(): number
  /** Adds a part. Returns a promise when the event loop needs a turn; most parts are short and need none. */
  write(text: string): Promise<void> | undefined
}

/** Starts a string without parts. */
export function createPacedWriter(): PacedWriter {
  const texts: string[] = []
  const pace = createPace()
  let length = 0
  return {
    texts,
    length: () => length,
    write(text) {
      texts.push(text)
      length += text.length
      return pace(length)
    },
  }
}

/** Returns a function that takes the progress of some work, in characters, and returns a promise when the event loop needs a turn. */
export function createPace(): (done: number) => Promise<void> | undefined {
  let turned = 0
  return (done) => {
    if (done - turned < charactersAtOnce) return undefined
    turned = done
    return new Promise((resolve) => setTimeout(resolve, 0))
  }
}
