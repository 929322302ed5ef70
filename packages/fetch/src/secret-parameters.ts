import type { TableExtension } from './extension/table.ts'
import type { Extension } from './options/extension.ts'
import { withoutParameters } from './options/without-parameters.ts'
import { queryNamesOf } from './routing/route.ts'

/**
 * Keeps query parameters by which `authenticate` identifies a caller secret, such as `key`: calendar programs cannot send headers. The request
 * that `onError` takes has its address without them, and so has the content that an `Idempotency-Key` stands for. Links never have them.
 * @param names the names of the parameters
 * @throws TypeError a name has other characters than letters, digits, `_` and `-`; or `createHandler` finds a parameter of the interface
 * @example
 * import { secretParameters } from '@kalends/fetch/secret-parameters'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [secretParameters(['key'])] })
 */
export function secretParameters(names: readonly string[]): Extension {
  if (!Array.isArray(names)) throw new TypeError("secretParameters must have a list of names, such as ['key']")
  for (const name of names)
    if (typeof name !== 'string' || !/^[\w-]+$/.test(name))
      throw new TypeError(`secretParameters must have names of letters, digits, _ and -, not ${String(name)}`)
  const extension: TableExtension = {
    name: 'secret-parameters',
    withoutSecrets: withoutParameters((name) => names.includes(name)),
    check: (routes) => {
      const known = queryNamesOf(routes)
      const taken = names.find((name) => known.has(name))
      if (taken !== undefined) throw new TypeError(`secretParameters must not have ${taken}: links repeat this parameter of the interface`)
    },
  }
  return extension
}
