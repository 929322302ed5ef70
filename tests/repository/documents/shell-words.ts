/** The words of a command as a shell sees them: quotes, escapes, lines that go on, and `$API`. */
export function shellWords(text: string, variables: Readonly<Record<string, string>>): readonly string[] {
  const fragments = text.matchAll(/'([^']*)'|"([^"]*)"|\\\n|\\(.)|(\s+)|([^\s'"\\]+)/g)
  const words: string[] = []
  let isOpen = false
  const add = (fragment: string): void => {
    if (isOpen) words.push(`${words.pop() ?? ''}${fragment}`)
    else words.push(fragment)
    isOpen = true
  }
  const expand = (fragment: string): string => fragment.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? '')
  for (const [, single, double, escaped, space, plain] of fragments) {
    if (space !== undefined) isOpen = false
    else if (single !== undefined) add(single)
    else if (double !== undefined) add(expand(double))
    else if (escaped !== undefined) add(escaped)
    else if (plain !== undefined) add(expand(plain))
  }
  return words
}

/** A `curl` command as the request that it sends. */
export function toRequest(words: readonly string[]): Request {
  const [program, ...rest] = words
  if (program !== 'curl') throw new Error(`This is no curl command: ${words.join(' ')}`)
  const headers = new Headers()
  let [method, url, body] = ['GET', '', null as string | null]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-X') method = rest.shift() ?? ''
    else if (word === '-d') body = rest.shift() ?? ''
    else if (word === '-H') headers.append(...splitHeader(rest.shift() ?? ''))
    else if (word === '-g') continue
    else if (word.startsWith('-')) throw new Error(`This test does not know curl's ${word}.`)
    else url = word
  }
  return new Request(url, { method, headers, body })
}

function splitHeader(text: string): [name: string, value: string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1).trim()]
}
