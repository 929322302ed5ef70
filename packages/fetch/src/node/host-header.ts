import { parseAuthority } from '../options/authority.ts'
import type { NodeRequest } from './listener.ts'

/** The spellings that need no parsing. */
const plain = /^[a-z0-9._-]+(?::[1-9]\d{3})?$/

/**
 * Writes the host of a request as the URL parser does. The bridge, `@hono/node-server`, answers 400 to other spellings of an address, such
 * as `[::ffff:127.0.0.1]`.
 */
export function normalizeHost({ headers }: NodeRequest): void {
  const name = headers[':authority'] === undefined ? 'host' : ':authority'
  const host = headers[name]
  if (typeof host !== 'string' || plain.test(host)) return
  const url = parseAuthority(host)
  if (url !== undefined) headers[name] = url.host
}
