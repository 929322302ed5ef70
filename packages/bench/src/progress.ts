/** Says what is being done, to whoever watches. */
export interface Progress {
  /** Shows a line in the place of the one before. */
  say(text: string): void
  /** Takes the line away. */
  end(): void
}

/** On a terminal, one line that changes; nothing where nobody watches. */
export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return silentProgress
  const show = (text: string): void => {
    stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || 80) - 1)}`)
  }
  return { say: show, end: () => show('') }
}

/** Says nothing. */
export const silentProgress: Progress = { say: () => undefined, end: () => undefined }
