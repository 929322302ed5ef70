import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Actor } from '@kalends/core'

/** The cookie of a session. */
export const cookieName = 'session'

// A sign-in for a demonstration: one password for all editors, without a limit of attempts. Put that of your application here.
const password = process.env['EDITOR_PASSWORD'] ?? ''

const sign = (text: string): string => createHmac('sha256', password).update(text).digest('hex')

const isSame = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(sign(one)), Buffer.from(sign(other)))

/** Whether somebody can sign in: without `EDITOR_PASSWORD`, nobody can. */
export const hasEditors = password !== ''

/** The value of a new session's cookie; undefined if the password is wrong. */
export const startSession = (given: string): string | undefined => (hasEditors && isSame(given, password) ? sign('editor') : undefined)

/** The editor whose session a cookie's value names, or null. */
export const actorOf = (cookie = ''): Actor | null => (hasEditors && isSame(cookie, sign('editor')) ? { id: '1', roles: ['editor'] } : null)
