import type { Dialect, DialectAdapter } from 'kysely'

/** The member of an adapter that says how many connections its pool has at most. A symbol of all copies of this package. */
const poolSizeKey: unique symbol = Symbol.for('@kalends/kysely/pool-size')

/** The same dialect, whose adapter says how many connections its pool has at most. */
export const withPoolSize = (dialect: Dialect, poolSize: number): Dialect => ({
  createDriver: () => dialect.createDriver(),
  createAdapter: () => Object.assign(dialect.createAdapter(), { [poolSizeKey]: poolSize }),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

/** How many connections the pool of an adapter has at most; undefined for pools of the host's own. */
export function poolSizeOf(adapter: DialectAdapter & { readonly [poolSizeKey]?: unknown }): number | undefined {
  const poolSize = adapter[poolSizeKey]
  return typeof poolSize === 'number' ? poolSize : undefined
}
