// Nothing that could end a line of a log or a header, or be read as markup.
const token = /^[A-Za-z0-9._:=+/-]{1,128}$/

/** The id of a request: the caller's own where it is a short, plain token, else a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && token.test(given) ? given : crypto.randomUUID()
}
