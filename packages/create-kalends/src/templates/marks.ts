/**
 * A mark is a comment at the end of a line of a template: `//? session` keeps the line if that was chosen, `//? not session` if it was not.
 * On a line of its own it begins a block, which `//? end` ends. It is written as a comment of the language of the file.
 */
const mark = /\s*(?:\/\/|<!--|\{\/\*|#)\? (?:(not) )?([a-z][a-z-]*)(?: -->| \*\/\})?$/

/** A text without the lines of what was not chosen, and without marks. */
export function applyMarks(text: string, chosen: ReadonlySet<string>): string {
  let isKept = true
  const lines = text.split('\n').flatMap((line) => {
    const [found, not, name = ''] = mark.exec(line) ?? []
    if (found === undefined) return isKept ? [line] : []
    const isChosen = name === 'end' || chosen.has(name) === (not === undefined)
    if (found.length < line.length) return isKept && isChosen ? [line.slice(0, -found.length)] : []
    isKept = isChosen
    return []
  })
  return lines.join('\n')
}
