/** A deep copy of plain data, deeply frozen, so that it can be returned without further copies. */
export function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  const copy: unknown = Array.isArray(value)
    ? value.map(frozenCopy)
    : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, frozenCopy(member)]))
  // The copy has the members of the original, which the compiler cannot follow through entries.
  return Object.freeze(copy) as T
}
