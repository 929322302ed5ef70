/** Options of another package that may also be undefined, which means the same as absent. */
export type MaybeUndefined<T> = { [Name in keyof T]: T[Name] | undefined }

/** Options that may be absent but not undefined. */
export type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> }

/** Drops options that are undefined: spread over defaults, `undefined` would remove a timeout. */
export const definedOptions = <T extends object>(options: T): Defined<T> =>
  // `fromEntries` loses the key types, which are those of the argument.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>
