/** The stream to which progress is written. */
export interface ProgressStream {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean
  /** Takes text. */
  write(text: string): unknown
}

/** Shows the progress of long steps. */
export interface Progress {
  /** Shows the name of a step, and how much of it is done, in percent. */
  show(what: string, done: number, total: number): void
  /** Clears what was shown. */
  end(): void
}

const toLineStart = '\r\u001b[K'

/** Shows progress on one line of a terminal, which is overwritten with each change; writes nothing to a pipe or a file. */
export function progressOn(stream: ProgressStream): Progress {
  let shown = ''
  const write = (line: string): void => {
    if (!stream.isTTY || line === shown) return
    stream.write(toLineStart + line)
    shown = line
  }
  return {
    show: (what, done, total) => write(`${what} ${Math.floor((100 * done) / Math.max(total, 1))} %`),
    end: () => write(''),
  }
}
