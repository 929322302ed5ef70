import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Actor } from '@kalends/core'

// A DEMO: one password for one person, and sessions that end with the process. An application has its own people and sessions.

/** The password: that of the environment, or a random one that only the console shows. So no stranger knows it by reading this file. */
export const password = process.env['ADMIN_PASSWORD'] || randomBytes(12).toString('base64url')

const editor: Actor = { id: 'editor', roles: ['editor'] }
const lifeSeconds = 12 * 3600
/** When each session ends, in milliseconds, by the hash of its token. */
const sessions = new Map<string, number>()

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const keyOf = (request: Request): string =>
  digest(/(?:^|;\s*)session=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? '').toString('hex')

/** Who sends a request; null for strangers. */
export const actorOf = (request: Request): Actor | null => ((sessions.get(keyOf(request)) ?? 0) > Date.now() ? editor : null)

/** Behind HTTPS, add `Secure`. */
const withCookie = (token: string, seconds: number): Response =>
  new Response(null, { status: 204, headers: { 'Set-Cookie': `session=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${seconds}` } })

/** Serves `/session`: POST signs in, DELETE signs out, GET says whether somebody is signed in. */
export async function serveSession(request: Request): Promise<Response> {
  if (request.method === 'DELETE') {
    sessions.delete(keyOf(request))
    return withCookie('', 0)
  }
  if (request.method !== 'POST')
    return Response.json({ isSignedIn: actorOf(request) !== null }, { headers: { 'Cache-Control': 'no-store' } })
  // A form of another site cannot send JSON.
  const isJson = request.headers.get('content-type') === 'application/json'
  const isShort = Number(request.headers.get('content-length') ?? Number.NaN) <= 1_000
  const given = isJson && isShort ? Object(await request.json().catch(() => null)).password : undefined
  if (typeof given !== 'string' || !timingSafeEqual(digest(given), digest(password)))
    return new Response('This is not the password.', { status: 401 })
  const token = randomBytes(32).toString('base64url')
  sessions.set(digest(token).toString('hex'), Date.now() + lifeSeconds * 1000)
  return withCookie(token, lifeSeconds)
}
