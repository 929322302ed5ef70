/** Reports progress. */
export interface Progress {
  /** Shows a line that replaces the previous one. */
  say(text: string): void
  /** Removes the line. */
  end(): void
}

/** Shows one changing line on a terminal, and nothing elsewhere. */
export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return silentProgress
  const show = (text: string): void => {
    stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || 80) - 1)}`)
  }
  return { say: show, end: () => show('') }
}

/** Reports nothing. */
export const silentProgress: Progress = { say: () => undefined, end: () => undefined }
