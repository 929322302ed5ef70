/** The member of a client with the function that sends its requests, for `@kalends/client/copy`. Copies of the package share the symbol. */
export const sender = Symbol.for('kalends.send')
