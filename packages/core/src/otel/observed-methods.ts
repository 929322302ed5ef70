/** A call of a method. */
export interface MethodCall {
  /** The name of the method. */
  readonly name: string
  /** Its arguments. */
  readonly given: readonly unknown[]
  /** Makes the call with other arguments. */
  with(given: readonly unknown[]): unknown
}

/**
 * Returns an object that passes each call of a method through a function. All else is as in the given object.
 * @param around makes the call, and returns what it returns
 * @param replace returns another value for a member that is no function
 */
export function observeMethods<T extends object>(
  object: T,
  around: (call: MethodCall) => unknown,
  replace: (name: string | symbol, member: unknown) => unknown = (_, member) => member,
): T {
  // A proxy must return the members of a frozen object as they are, but not those that its target inherits.
  const target: T = Object.isFrozen(object) ? Object.create(object) : object
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(object, name)
      if (typeof member !== 'function') return replace(name, member)
      return (...given: readonly unknown[]) =>
        around({ name: String(name), given, with: (others) => Reflect.apply(member, object, others) })
    },
    apply: (_, _this, given) => {
      if (typeof object !== 'function') throw new TypeError('this is no function')
      return around({ name: '', given, with: (others) => Reflect.apply(object, undefined, others) })
    },
  })
}
