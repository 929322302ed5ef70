import { type Actor, CalendarError } from '@kalends/core'

/** Decides who signs in: returns the actor of a user with a password, or null. */
export type CheckPassword = (user: string, password: string) => Actor | null | Promise<Actor | null>

/** Identifies the caller of a request. */
export interface BasicAuthenticate {
  (request: Request): Promise<Actor | null>
  /** The value of `WWW-Authenticate` of responses with 401. */
  readonly challenge: string
}

const challenge = 'Basic realm="The Events Calendar", charset="UTF-8"'

const credentials = /^basic +([a-z0-9+/]+=*)$/i

/**
 * Creates a function for `authenticate` that reads HTTP Basic (RFC 7617), as programs send it with an application password. A request
 * without these credentials is anonymous.
 * @param check decides who signs in; a real one compares hashes of passwords in constant time
 * @throws unauthenticated the header cannot be read, or `check` returns null
 * @example
 * const passwords = new Map([['editor', 'abcd EFGH 1234']])
 * const authenticate = basicAuth((user, password) => (passwords.get(user) === password ? { id: '7', roles: ['editor'] } : null))
 */
export function basicAuth(check: CheckPassword): BasicAuthenticate {
  const authenticate = async ({ headers }: Request): Promise<Actor | null> => {
    const header = headers.get('authorization')
    if (header === null || !/^basic\b/i.test(header)) return null
    const [user, password] = readCredentials(header) ?? []
    const actor = user === undefined || password === undefined ? null : await check(user, password)
    // A function without types may return nothing for a wrong password.
    if (actor === null || actor === undefined) throw new CalendarError('unauthenticated', {})
    return actor
  }
  return Object.assign(authenticate, { challenge })
}

/** User and password; undefined for a header that is not valid. */
function readCredentials(header: string): readonly [user: string, password: string] | undefined {
  const encoded = credentials.exec(header.trim())?.[1]
  if (encoded === undefined) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const colon = text.indexOf(':')
    return colon === -1 ? undefined : [text.slice(0, colon), text.slice(colon + 1)]
  } catch {
    return undefined
  }
}
