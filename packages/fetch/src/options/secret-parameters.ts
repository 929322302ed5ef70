/**
 * Returns a function that removes query parameters from the address of a request. A request that it changes has no body: the host's logs
 * take its address and headers alone.
 * @throws TypeError a name has other characters than letters, digits, `_` and `-`
 */
export function createSecretRemover(names: readonly string[]): (request: Request) => Request {
  if (!Array.isArray(names)) throw new TypeError("secretParameters must be a list of names, such as ['key']")
  for (const name of names)
    if (typeof name !== 'string' || !/^[\w-]+$/.test(name))
      throw new TypeError(`secretParameters must have names of letters, digits, _ and -, not ${String(name)}`)
  const secret = new Set(names)
  return secret.size === 0 ? asItIs : withoutNames(secret)
}

/**
 * Checks that no secret parameter is a parameter of the interface, which links would repeat.
 * @param known the query parameters of all routes
 * @throws TypeError a secret parameter is one of them
 */
export function ensureSecret(names: readonly string[], known: ReadonlySet<string>): void {
  const taken = names.find((name) => known.has(name))
  if (taken !== undefined) throw new TypeError(`secretParameters must not have ${taken}: links repeat this parameter of the interface`)
}

const asItIs = (request: Request): Request => request

function withoutNames(secret: ReadonlySet<string>): (request: Request) => Request {
  return (request) => {
    const { url, method, headers } = request
    const queryAt = url.indexOf('?')
    const pairs = queryAt === -1 ? [] : url.slice(queryAt + 1).split('&')
    const rest = pairs.filter((pair) => !secret.has(nameOf(pair)))
    if (rest.length === pairs.length) return request
    const address = url.slice(0, queryAt)
    try {
      return new Request(rest.length === 0 ? address : `${address}?${rest.join('&')}`, { method, headers })
    } catch {
      // A server passes on targets that no Request can have. The host still hears of the failure.
      return new Request('http://localhost/', { headers })
    }
  }
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
