import type { Actor } from '@kalends/core'

/** How long a session lasts, in seconds. */
const maxAge = 14 * 86_400

/** The settings of sessions. */
export interface SessionSettings {
  /** Where visitors reach the application. */
  readonly PUBLIC_URL?: string | undefined
  /** What editors sign in with. */
  readonly EDITOR_PASSWORD?: string | undefined
  /** What the cookies of sessions are signed with: another one ends all sessions. */
  readonly SESSION_SECRET?: string | undefined
}

/** Signs editors in and out, and knows them by their cookies. */
export interface Session {
  /** The editor whose session a `Cookie` names, or null. */
  actorOf(cookies: string | null): Promise<Actor | null>
  /** The `Set-Cookie` of a new session, or null if the password is wrong. */
  signIn(password: string): Promise<string | null>
  /** The `Set-Cookie` that ends a session. */
  readonly signOut: string
}

/** Sessions are cookies with a time and a signature: nothing is stored. There is one password, that of the editors. */
export function createSession({ PUBLIC_URL, EDITOR_PASSWORD, SESSION_SECRET }: SessionSettings): Session {
  if (!EDITOR_PASSWORD || !SESSION_SECRET) throw new Error('Set EDITOR_PASSWORD and SESSION_SECRET, as .env.example shows.')
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', bytesOf(SESSION_SECRET), algorithm, false, ['sign', 'verify'])
  const sign = async (text: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await crypto.subtle.sign('HMAC', await key, bytesOf(text)))
  /** Compares in constant time. */
  const isSigned = async (text: string, signature: Uint8Array<ArrayBuffer>): Promise<boolean> =>
    crypto.subtle.verify('HMAC', await key, signature, bytesOf(text))
  const cookie = (value: string, seconds: number): string =>
    `session=${value}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}${PUBLIC_URL?.startsWith('https:') ? '; Secure' : ''}`

  return {
    actorOf: async (cookies) => {
      const [, until = '', hex = ''] = /(?:^|;\s*)session=(\d{1,15})\.([0-9a-f]{64})(?:;|$)/.exec(cookies ?? '') ?? []
      const signature = new Uint8Array(hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [])
      const isOpen = Number(until) > Date.now() && (await isSigned(`session ${until}`, signature))
      return isOpen ? { id: '1', roles: ['editor'] } : null
    },
    signIn: async (password) => {
      if (!(await isSigned(`password ${password}`, await sign(`password ${EDITOR_PASSWORD}`)))) return null
      const until = Date.now() + maxAge * 1000
      const hex = Array.from(await sign(`session ${until}`), (byte) => byte.toString(16).padStart(2, '0')).join('')
      return cookie(`${until}.${hex}`, maxAge)
    },
    signOut: cookie('', 0),
  }
}
