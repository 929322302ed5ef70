import type { Alias, AliasCondition, EntityId } from '@kalends/core/store'
import type { Layer } from './layer.ts'

/** The aliases of a table, or of a view. */
interface AliasMaps {
  readonly aliases: Writable<EntityId, readonly Alias[]>
  readonly aliasOwners: Writable<string, readonly EntityId[]>
}

/** A map, or changes over one. */
interface Writable<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

const keyOf = (of: Alias['of'], text: string): string => `${of} ${text}`

/** The ids of the records that have an alias which meets the condition, maybe repeated. */
export const ownersOf = ({ aliasOwners }: AliasMaps, { of, texts }: AliasCondition): EntityId[] =>
  texts.flatMap((text) => aliasOwners.get(keyOf(of, text)) ?? [])

/** The aliases of a record. */
export const aliasesOf = ({ aliases }: AliasMaps, id: EntityId): readonly Alias[] => aliases.get(id) ?? []

/** Adds an alias, or replaces the time of an equal one. */
export function addAlias(table: AliasMaps, { id, of, text, atMs }: Alias): void {
  const others = aliasesOf(table, id).filter((one) => one.of !== of || one.text !== text)
  table.aliases.set(id, [...others, Object.freeze({ id, of, text, atMs })])
  const owners = table.aliasOwners.get(keyOf(of, text)) ?? []
  if (!owners.includes(id)) table.aliasOwners.set(keyOf(of, text), [...owners, id])
}

/** The aliases of a view, from which some are removed. */
interface AliasLayers {
  readonly aliases: Layer<EntityId, readonly Alias[]>
  readonly aliasOwners: Layer<string, readonly EntityId[]>
}

/** Removes the aliases of a deleted record. */
export function removeAliases({ aliases, aliasOwners }: AliasLayers, id: EntityId): void {
  for (const { of, text } of aliases.get(id) ?? []) {
    const others = aliasOwners.get(keyOf(of, text))?.filter((owner) => owner !== id) ?? []
    aliasOwners.set(keyOf(of, text), others.length > 0 ? others : undefined)
  }
  aliases.set(id, undefined)
}
