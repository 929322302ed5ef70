/**
 * Applies a function to a value: synchronously if the value is available, otherwise when its promise resolves. One turn of the microtask
 * queue costs more than most steps.
 */
export const whenThere = <V, R>(value: V | Promise<V>, then: (value: V) => R | Promise<R>): R | Promise<R> =>
  isPromise(value) ? value.then(then) : then(value)

/** Recognises thenables of other realms and libraries too. */
const isPromise = <V>(value: V | Promise<V>): value is Promise<V> => typeof value === 'object' && value !== null && 'then' in value
