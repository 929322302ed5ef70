/**
 * Returns a function that removes query parameters from the address of a request. A request that it changes has no body: its readers take
 * its address and headers alone.
 * @param isSecret whether a parameter of this name is removed
 */
export function withoutParameters(isSecret: (name: string) => boolean): (request: Request) => Request {
  return (request) => {
    const { url, method, headers } = request
    const queryAt = url.indexOf('?')
    const pairs = queryAt === -1 ? [] : url.slice(queryAt + 1).split('&')
    const rest = pairs.filter((pair) => !isSecret(nameOf(pair)))
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
