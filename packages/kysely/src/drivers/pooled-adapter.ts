import type { Dialect, DialectAdapter } from 'kysely'

/** The adapter's member with the maximum number of connections of its pool. All copies of this package share the symbol. */
const poolSizeKey: unique symbol = Symbol.for('@kalends/kysely/pool-size')

/** The same dialect, with the maximum number of connections of its pool as a member of its adapter, for {@link poolSizeOf}. */
export const withPoolSize = (dialect: Dialect, poolSize: number): Dialect => ({
  createDriver: () => dialect.createDriver(),
  createAdapter: () => Object.assign(dialect.createAdapter(), { [poolSizeKey]: poolSize }),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

/** The maximum number of connections of an adapter's pool; undefined for pools that the host has opened. */
export function poolSizeOf(adapter: DialectAdapter & { readonly [poolSizeKey]?: unknown }): number | undefined {
  const poolSize = adapter[poolSizeKey]
  return typeof poolSize === 'number' ? poolSize : undefined
}
