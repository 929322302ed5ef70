import type { Actor } from '@kalends/core'
import type { KeyedRequest } from '@kalends/core/internal'
import type { Settings } from '../options/settings.ts'
import { sha256 } from '../response/digest.ts'
import { splitUrl } from '../routing/path.ts'

const encoder = new TextEncoder()

/** What identifies a request, beside its method and its address. */
interface Parts {
  /** The caller. */
  readonly actor: Actor | null
  /** The key of the request. */
  readonly key: string
  /** The bytes of its body. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** How long the request waits for others with its key, in milliseconds. */
  readonly maxWaitMs: number
}

/**
 * The hashes of a request. Anonymous callers share one space of keys. The content is the method, path and query as sent, without secret
 * parameters, and the bytes of the body.
 */
export async function identify(
  request: Request,
  { withoutSecrets }: Pick<Settings, 'withoutSecrets'>,
  { actor, key, bytes, maxWaitMs }: Parts,
): Promise<KeyedRequest> {
  const { method, url } = withoutSecrets(request)
  const { path, query } = splitUrl(url)
  return {
    keyHash: await hash([actor === null ? null : actor.id, key]),
    fingerprint: await hash([method, path, query, await sha256(bytes)]),
    maxWaitMs,
  }
}

const hash = (parts: readonly unknown[]): Promise<string> => sha256(encoder.encode(JSON.stringify(parts)))
