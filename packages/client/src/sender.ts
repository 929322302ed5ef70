/** The member of a client with the function that sends its requests, for `@kalends/client/copy`; a symbol that copies of the package share. */
export const sender = Symbol.for('kalends.send')
