import { type AccessPolicy, type Actor, allowAll, publicReadOnly, roles } from '@kalends/core'
import type { Settings } from './settings.ts'

/** Whose token is whose. A real host looks the caller up in its own session store. */
const demoActors: Readonly<Record<string, Actor>> = {
  'demo-admin': { id: 1, roles: ['admin'] },
  'demo-editor': { id: 2, roles: ['editor'] },
  'demo-author': { id: 3, roles: ['author'] },
  'demo-author-2': { id: 4, roles: ['author'] },
}

/** Who asks, and what they may do. */
export interface Access {
  readonly access: AccessPolicy
  authenticate(request: Request): Actor | null
}

/** The rules that were asked for. */
export function toAccess(access: Settings['access']): Access {
  if (access === 'open') return { access: allowAll(), authenticate: () => null }
  if (access === 'read-only') return { access: publicReadOnly(), authenticate: () => null }
  return { access: roles({ termMakers: ['author'] }), authenticate: demoActor }
}

function demoActor(request: Request): Actor | null {
  const token = /^Bearer ([a-z0-9-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return token !== undefined && Object.hasOwn(demoActors, token) ? (demoActors[token] ?? null) : null
}
