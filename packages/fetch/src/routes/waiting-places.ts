import type { Actor } from '@kalends/core'

/** The most requests of this process that wait: each keeps a connection. */
const maxWaiting = 1_000

/** The most of all anonymous callers together, because they cannot be distinguished. */
const maxAnonymous = 100

/** The most of one actor, so that no caller takes the places of all others. */
const maxOfActor = 10

const waiting = new Set<{ readonly caller: string }>()

/**
 * Takes a place among the requests that wait.
 * @param handlerId the handler whose `authenticate` has named the actor: actors of two handlers with the same id may be two persons
 * @returns a function that frees the place; undefined if all places are taken, or all that the caller may have
 */
export function takePlace(actor: Actor | null, handlerId: string): (() => void) | undefined {
  const place = { caller: actor === null ? '' : JSON.stringify([handlerId, actor.id]) }
  const own = [...waiting].filter(({ caller }) => caller === place.caller).length
  if (waiting.size >= maxWaiting || own >= (actor === null ? maxAnonymous : maxOfActor)) return undefined
  waiting.add(place)
  return () => void waiting.delete(place)
}
