import { isObject } from './json.ts'

type Hash = (algorithm: 'sha256', bytes: Uint8Array, encoding: 'base64url') => unknown

/** The hash of Node, Bun and Deno, where this runs on one of them. */
function findHash(): Hash | undefined {
  const runtime: unknown = Reflect.get(globalThis, 'process')
  const find = isObject(runtime) ? runtime['getBuiltinModule'] : undefined
  const found: unknown = typeof find === 'function' ? find('node:crypto') : undefined
  const hash = isObject(found) ? found['hash'] : undefined
  // What a function takes cannot be looked at; what it gives is.
  return typeof hash === 'function' ? (hash as Hash) : undefined
}

/** More bytes than this take the event loop longer than the way to another thread and back. */
const maxBytesAtOnce = 4_194_304

/**
 * The SHA-256 of some bytes, in base64 for addresses. It is asked of the runtime where that answers at once: the hash of the web
 * goes to another thread and back, which takes longer than most answers.
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
