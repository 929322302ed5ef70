import { isObject } from '../json.ts'

type Hash = (algorithm: 'sha256', bytes: Uint8Array, encoding: 'base64url') => unknown

/** The synchronous hash of Node, Bun and Deno; undefined on other runtimes. */
function findHash(): Hash | undefined {
  const runtime: unknown = Reflect.get(globalThis, 'process')
  const find = isObject(runtime) ? runtime['getBuiltinModule'] : undefined
  const found: unknown = typeof find === 'function' ? find('node:crypto') : undefined
  const hash = isObject(found) ? found['hash'] : undefined
  // The parameters of a function cannot be checked at runtime; its result is checked.
  return typeof hash === 'function' ? (hash as Hash) : undefined
}

/** More bytes are hashed on another thread: hashing them here would block the event loop for longer than the way there and back takes. */
const maxBytesAtOnce = 4_194_304

/**
 * The SHA-256 of some bytes, in URL-safe base64. Uses the synchronous hash of the runtime if there is one: Web Crypto hops to another
 * thread and back, which takes longer than most responses.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>, hash: Hash | undefined = runtimeHash): Promise<string> {
  const digest = bytes.byteLength > maxBytesAtOnce ? undefined : hash?.('sha256', bytes, 'base64url')
  return typeof digest === 'string' ? digest : toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

const runtimeHash = findHash()

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
