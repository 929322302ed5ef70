/** Where progress is shown. */
export interface ProgressStream {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean
  /** Takes text. */
  write(text: string): unknown
}

/** Shows how far long work is. */
export interface Progress {
  /** Says what is done, and how much of it. */
  show(what: string, done: number, total: number): void
  /** Takes away what was shown. */
  end(): void
}

const toLineStart = '\r\u001b[K'

/** One line on a terminal that is written over again and again; nothing at all in a pipe or a file. */
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
