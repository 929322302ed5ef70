import { type Actor, allowAll, publicReadOnly, roles } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import { basicAuth } from '@kalends/the-events-calendar'
import type { Settings } from './settings.ts'

/** The callers by their demo tokens. A real application identifies callers by its own sessions. */
const demoActors: ReadonlyMap<string, Actor> = new Map([
  ['demo-admin', { id: '1', roles: ['admin'] }],
  ['demo-editor', { id: '2', roles: ['editor'] }],
  ['demo-author', { id: '3', roles: ['author'] }],
  ['demo-author-2', { id: '4', roles: ['author'] }],
])

/** The options that identify callers and define their permissions, for values of `ACCESS` and `COMPATIBILITY`. */
export function accessOptions({ access, compatibility }: Pick<Settings, 'access' | 'compatibility'>): AccessOptions {
  if (access === 'open') return { access: allowAll() }
  if (access === 'read-only') return { access: publicReadOnly() }
  const policy = roles({ termCreators: ['author'] })
  return compatibility === 'none'
    ? { access: policy, authenticate: byToken }
    : { access: policy, authenticate: byTokenOrPassword, securitySchemes: { basic: { type: 'http', scheme: 'basic' } } }
}

type AccessOptions = Pick<HandlerOptions, 'access' | 'authenticate' | 'securitySchemes'>

function byToken(request: Request): Actor | null {
  const token = /^Bearer ([a-z0-9-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return demoActors.get(token ?? '') ?? null
}

/** The name of a user is its demo token, and so is the password, in small or capital letters. A real application compares hashes. */
const byPassword = basicAuth((user, password) => (password.toLowerCase() === user ? (demoActors.get(user) ?? null) : null))

/** Clients of The Events Calendar send HTTP Basic. Responses with 401 ask for it, as the challenge says. */
const byTokenOrPassword = Object.assign(
  async (request: Request): Promise<Actor | null> => byToken(request) ?? (await byPassword(request)),
  {
    challenge: byPassword.challenge,
  },
)
