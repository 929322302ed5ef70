// No character that could end a log line or a header, or act as markup.
const token = /^[A-Za-z0-9._:=+/-]{1,128}$/

/** The id of a request: the caller's own if it is a short, plain token, otherwise a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given !== null && token.test(given) ? given : crypto.randomUUID()
}
