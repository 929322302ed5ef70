/** Options of another package that may be undefined, which counts as absent. */
export type MaybeUndefined<T> = { [Name in keyof T]: T[Name] | undefined }

/** Options none of which is undefined; they may be absent. */
export type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> }

/** The options without those that are undefined: spread over defaults, `undefined` would remove a time-out. */
export const definedOptions = <T extends object>(options: T): Defined<T> =>
  // `fromEntries` forgets the names, which are those of the argument.
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>
