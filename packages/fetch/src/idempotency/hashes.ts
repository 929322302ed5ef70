import type { Actor } from '@kalends/core'
import type { Settings } from '../options/settings.ts'
import { sha256 } from '../response/digest.ts'
import { readTarget } from '../routing/path.ts'
import type { KeyedRequest } from './lookup.ts'

const encoder = new TextEncoder()

/** What identifies a request, beside its method and its address. */
interface Parts {
  /** The caller. */
  readonly actor: Actor | null
  /** The declared fields that the caller may not read. */
  readonly hiddenFields: string
  /** The key of the request. */
  readonly key: string
  /** The bytes of its body. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * The hashes of a request. Anonymous callers share one space of keys; the type of an actor's id counts, so `7` and `'7'` are two callers. The
 * content is the method, path and query as sent, without secret parameters, and the bytes of the body. The hidden fields are part of it: actors
 * with one id can have different roles, and a stored response has the fields that the first of them may read.
 */
export async function identify(
  request: Request,
  { withoutSecrets }: Pick<Settings, 'withoutSecrets'>,
  { actor, key, bytes, hiddenFields }: Parts,
): Promise<KeyedRequest> {
  const { method, url } = withoutSecrets(request)
  const { path, query } = readTarget(url)
  return {
    keyHash: await hash([actor === null ? null : actor.id, key]),
    fingerprint: await hash([method, path, query, await sha256(bytes), hiddenFields]),
  }
}

const hash = (parts: readonly unknown[]): Promise<string> => sha256(encoder.encode(JSON.stringify(parts)))
