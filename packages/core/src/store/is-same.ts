/** Whether two values of a record are deeply equal. Records are plain data: objects, lists and primitive values. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  for (const name of names) {
    const [one, other]: readonly [unknown, unknown] = [Reflect.get(a, name), Reflect.get(b, name)]
    if (!Object.hasOwn(b, name) || !(Object.is(one, other) || isSame(one, other))) return false
  }
  return true
}
