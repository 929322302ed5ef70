/** The clock and the chance of the machine; the only place in the package that reads them. */

/** The time in milliseconds since 1970-01-01T00:00:00Z, for `Retry-After` headers that name a date. */
export const nowMs = (): number => Date.now()

/** A number from 0 up to 1: the jitter of waits. */
export const random = (): number => Math.random()

/**
 * A key that no other request has. Pages without HTTPS have no `randomUUID`, and React Native has no `crypto` at all: there the key comes
 * from `Math.random`, because it has to be unique, not secret.
 */
export const randomKey = (): string => globalThis.crypto?.getRandomValues(new Uint32Array(4)).join('-') ?? `${random()}${random()}`
