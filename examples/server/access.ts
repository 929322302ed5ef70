import { type Actor, allowAll, publicReadOnly, roles } from '@kalends/core'
import type { HandlerOptions } from '@kalends/fetch'
import type { AccessName } from './settings.ts'

/** The callers by their demo tokens. A real application identifies callers by its own sessions. */
const demoActors: ReadonlyMap<string, Actor> = new Map([
  ['demo-admin', { id: 1, roles: ['admin'] }],
  ['demo-editor', { id: 2, roles: ['editor'] }],
  ['demo-author', { id: 3, roles: ['author'] }],
  ['demo-author-2', { id: 4, roles: ['author'] }],
])

/** The options that identify callers and define their permissions, for a value of `ACCESS`. */
export function accessOptions(access: AccessName): Pick<HandlerOptions, 'access' | 'authenticate'> {
  if (access === 'open') return { access: allowAll() }
  if (access === 'read-only') return { access: publicReadOnly() }
  return { access: roles({ termMakers: ['author'] }), authenticate: demoActor }
}

function demoActor(request: Request): Actor | null {
  const token = /^Bearer ([a-z0-9-]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  return demoActors.get(token ?? '') ?? null
}
