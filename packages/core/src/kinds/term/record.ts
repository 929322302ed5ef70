import { composeFields } from '../../fields/compose-fields.ts'
import { toStoredHtml } from '../../input/html.ts'
import type { Issues } from '../../input/read.ts'
import type { Slugless } from '../../record/composition.ts'
import { isSame } from '../../store/is-same.ts'
import type { Taxonomy, TermRecord } from '../../store/records.ts'
import { foldKey, searchText } from '../../text/fold.ts'
import type { TermFields } from './schema.ts'

/** The members of a term that come from its fields; the others are set when it is stored. */
export type ComposedTerm = Omit<Slugless<TermRecord>, 'createdMs' | 'updatedMs' | 'updatedLocal' | 'searchText'>

/** The position of a term in the tree. */
export type TermPosition = Pick<TermRecord, 'parentId' | 'ancestorIds'>

/** Composes a term: the given value, else the stored one, else empty. */
export function composeTerm(
  taxonomy: Taxonomy,
  fields: Partial<TermFields>,
  before: TermRecord | undefined,
  { parentId, ancestorIds }: TermPosition,
  issues: Issues,
): ComposedTerm {
  const name = fields.name ?? before?.name ?? ''
  const composed = {
    taxonomy,
    name,
    nameKey: foldKey(name),
    description: toStoredHtml(fields.description, before?.description),
    parentId,
    ancestorIds,
    fields: composeFields(fields.fields, before?.fields, issues),
  }
  // An update that changes nothing makes nothing known.
  const isChanged = !isSame({ ...before, ...composed }, before) || ![undefined, '', before?.slug].includes(fields.slug)
  return { ...composed, known: before === undefined || before.known || isChanged }
}

/** The position below a parent, or at the root. */
export const positionBelow = (parent: Pick<TermRecord, 'id' | 'ancestorIds'> | undefined): TermPosition =>
  parent === undefined ? { parentId: 0, ancestorIds: [] } : { parentId: parent.id, ancestorIds: [...parent.ancestorIds, parent.id] }

/** The searched text of a term. */
export const termSearchText = (term: Pick<TermRecord, 'name' | 'slug' | 'description'>): string =>
  searchText([{ text: term.name }, { text: term.slug }, { text: term.description, html: true }])
