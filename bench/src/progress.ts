/** Shows a line on a terminal that replaces the previous one; an empty text removes it. */
export function say(text: string): void {
  const { isTTY, columns } = process.stderr
  if (isTTY) process.stderr.write(`\r\u001b[2K${text.slice(0, (columns || 80) - 1)}`)
}
