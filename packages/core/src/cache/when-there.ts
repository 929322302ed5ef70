/** Goes on with a value: at once where it is there, else when it comes. A turn through the queue of promises costs more than most steps. */
export const whenThere = <V, R>(value: V | Promise<V>, then: (value: V) => R | Promise<R>): R | Promise<R> =>
  isPromise(value) ? value.then(then) : then(value)

/** Also those of other realms and libraries. */
const isPromise = <V>(value: V | Promise<V>): value is Promise<V> => typeof value === 'object' && value !== null && 'then' in value
