import type { Viewer } from '../access/decision.ts'
import { type DeclaredField, type FieldsByKind, type KindFields, kinds, toKindFields } from './declared.ts'

/** The fields that every viewer may read, if these are all of them; null if a viewer has to be asked for. */
export const fieldsForAll = (declared: FieldsByKind): FieldsByKind | null =>
  kinds.some((kind) => declared[kind].list.some(isRestricted)) ? null : declared

/** The fields that a viewer may read: each field with `readable` is asked once. Trusted code reads all of them. */
export function visibleFields(declared: FieldsByKind, viewer: Viewer): FieldsByKind {
  if (viewer.policy === null) return declared
  const visible = (kind: (typeof kinds)[number]): KindFields => {
    const { list } = declared[kind]
    return list.some(isRestricted) ? toKindFields(list.filter((field) => isVisible(field, viewer))) : declared[kind]
  }
  return {
    event: visible('event'),
    venue: visible('venue'),
    organizer: visible('organizer'),
    category: visible('category'),
    tag: visible('tag'),
  }
}

const isRestricted = ({ readable }: DeclaredField): boolean => readable !== undefined

function isVisible({ readable }: DeclaredField, { actor }: Viewer): boolean {
  if (readable === undefined) return true
  try {
    // Hosts without types can return anything; a promise is no `true`.
    const answer: unknown = readable(actor)
    return answer === true
  } catch {
    return false
  }
}

/** The names of the fields that a viewer may read and others may not. Fields that it may not read leave no trace in it. */
export const textOfGrantedFields = (visible: FieldsByKind): string =>
  kinds.flatMap((kind) => visible[kind].list.filter(isRestricted).map(({ name }) => `\n+${kind}.${name}`)).join('')

/** Part of the cache key: the names of the declared fields that a viewer may not read. Viewers with equal fields have equal texts. */
export const textOfHiddenFields = (declared: FieldsByKind, visible: FieldsByKind): string =>
  kinds
    .flatMap((kind) => declared[kind].list.filter(({ name }) => !visible[kind].byName.has(name)).map(({ name }) => `\n-${kind}.${name}`))
    .join('')
