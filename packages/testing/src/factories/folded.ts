/** A name as the key that it is compared by. */
export const keyOf = (name: string): string => name.toLowerCase()

/** Texts as what searches look into: a line each, empty ones left out. */
export const searchTextOf = (texts: readonly string[]): string =>
  texts
    .filter((text) => text !== '')
    .join('\n')
    .toLowerCase()
