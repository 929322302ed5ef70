/** Goes on with a value: at once where it is there, else when it comes. A turn through the queue of promises costs more than most steps. */
export const whenThere = <V, R>(value: V | Promise<V>, then: (value: V) => R | Promise<R>): R | Promise<R> =>
  isPromise(value) ? value.then(then) : then(value)

/** Whether a value is yet to come; also from other realms and libraries. */
export const isPromise = <V>(value: V | Promise<V>): value is Promise<V> => typeof value === 'object' && value !== null && 'then' in value

/** The same question as that of a function, answered without a promise where the answer is there. */
const atOnce: unique symbol = Symbol.for('@kalends/fetch/at-once')

/** Answers a request, with a promise. */
type Later<R> = (request: Request) => Promise<R>

/** Answers a request, with a promise where it has to. */
type AtOnce<R> = (request: Request) => R | Promise<R>

/** Makes a function that always gives a promise, as callers expect, of one that does not; who knows can ask that one. */
export const laterOf = <R>(answer: AtOnce<R>): Later<R> => Object.assign(async (request: Request) => answer(request), { [atOnce]: answer })

/** The function that answers at once behind one that gives promises; that one itself where there is none. */
export const atOnceOf = <R>(answer: Later<R> & { readonly [atOnce]?: AtOnce<R> }): AtOnce<R> => answer[atOnce] ?? answer
