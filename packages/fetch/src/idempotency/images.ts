import { openTransactions } from '@kalends/core/internal'
import { isPromise } from '../options/is-promise.ts'
import type { Settings } from '../options/settings.ts'

type ResolveImage = NonNullable<Settings['resolveImage']>
type Resolved = Awaited<ReturnType<ResolveImage>>

/** The images of one response. */
export interface KnownImages {
  /** Returns a known image. An image that takes a promise ends the attempt: it throws. */
  readonly resolveImage: ResolveImage | undefined
  /** Whether images are unknown that an attempt asked for. */
  hasUnknown(): boolean
  /** Resolves these. @throws what the host's function throws */
  learn(): Promise<void>
}

/**
 * Resolves images outside of transactions. The host's function may read from the database, and on a database with one connection that
 * read would wait for the transaction that waits for it. So an attempt that needs a promise is undone, and the next one begins with the result.
 */
export function createKnownImages(resolve: ResolveImage | undefined): KnownImages {
  const known = new Map<number | string, Resolved>()
  const pending = new Map<number | string, Promise<Resolved>>()
  const resolveImage: ResolveImage = (image) => {
    if (known.has(image)) return known.get(image)
    const resolved = callOutside(() => resolve?.(image))
    if (!isPromise(resolved)) return resolved
    // An attempt that fails for another reason leaves it unread.
    resolved.then(undefined, () => undefined)
    pending.set(image, resolved)
    throw unknownImage
  }
  return {
    resolveImage: resolve === undefined ? undefined : resolveImage,
    hasUnknown: () => pending.size > 0,
    async learn() {
      const asked = [...pending]
      pending.clear()
      for (const [image, resolved] of asked) known.set(image, await resolved)
    },
  }
}

/** Calls a function that may use the calendar itself, which refuses calls from inside of its transactions. */
function callOutside<T>(call: () => T): T {
  let outcome: { readonly result: T } | { readonly error: unknown } | undefined
  openTransactions().detach(() => {
    try {
      outcome = { result: call() }
    } catch (error) {
      outcome = { error }
    }
  })
  if (outcome !== undefined && 'result' in outcome) return outcome.result
  throw outcome?.error
}

/** Thrown inside of a transaction for an image that is not known yet. */
const unknownImage: Error = Object.freeze(new Error('The image is not resolved yet.'))
