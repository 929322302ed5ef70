/** Whether a value is a promise; recognises promises of other realms and libraries. */
export const isPromise = <V>(value: V | Promise<V>): value is Promise<V> => typeof value === 'object' && value !== null && 'then' in value
