/**
 * Applies a function to a value: synchronously if the value is there, otherwise when its promise resolves. A turn through the microtask
 * queue costs more than most steps.
 */
export const whenThere = <V, R>(value: V | Promise<V>, then: (value: V) => R | Promise<R>): R | Promise<R> =>
  isPromise(value) ? value.then(then) : then(value)

/** Whether a value is a promise; recognises promises of other realms and libraries. */
export const isPromise = <V>(value: V | Promise<V>): value is Promise<V> => typeof value === 'object' && value !== null && 'then' in value

/** Key of the variant of a function that responds synchronously where it can. */
const atOnce: unique symbol = Symbol.for('@kalends/fetch/at-once')

/** Responds to a request, always with a promise. */
type Later<R> = (request: Request) => Promise<R>

/** Responds to a request, with a promise only where it is needed. */
type AtOnce<R> = (request: Request) => R | Promise<R>

/** Wraps a function that can respond synchronously into one that always returns a promise, as callers expect. `atOnceOf` unwraps it. */
export const laterOf = <R>(answer: AtOnce<R>): Later<R> => Object.assign(async (request: Request) => answer(request), { [atOnce]: answer })

/** The synchronous variant behind a function that returns promises; the function itself if it has none. */
export const atOnceOf = <R>(answer: Later<R> & { readonly [atOnce]?: AtOnce<R> }): AtOnce<R> => answer[atOnce] ?? answer
