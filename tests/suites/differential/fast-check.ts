/** The module `fast-check`, passed in so that this package does not depend on it. */
export type FastCheck = Omit<typeof import('fast-check'), 'default'>
