import { toStoredHtml } from '../input/html.ts'
import type { Slugless } from '../record/published.ts'
import type { Taxonomy, TermRecord } from '../store/records.ts'
import { foldKey, searchText } from '../text/fold.ts'
import type { TermFields } from './schema.ts'

/** The members of a term that come from its fields; the others are set when it is stored. */
export type ComposedTerm = Omit<Slugless<TermRecord>, 'createdMs' | 'updatedMs' | 'updatedLocal' | 'searchText'>

/** Composes a new term. */
export function composeTerm(
  taxonomy: Taxonomy,
  fields: Pick<TermFields, 'name'> & Partial<TermFields>,
  parent: TermRecord | undefined,
): ComposedTerm {
  return {
    taxonomy,
    name: fields.name,
    nameKey: foldKey(fields.name),
    description: toStoredHtml(fields.description),
    ...lineage(parent),
  }
}

/** The position of a term in the tree. */
export function lineage(parent: Pick<TermRecord, 'id' | 'ancestorIds'> | undefined): Pick<TermRecord, 'parentId' | 'ancestorIds'> {
  return parent === undefined ? { parentId: 0, ancestorIds: [] } : { parentId: parent.id, ancestorIds: [...parent.ancestorIds, parent.id] }
}

/** The searched text of a term. */
export const termSearchText = (term: Pick<TermRecord, 'name' | 'slug' | 'description'>): string =>
  searchText([{ text: term.name }, { text: term.slug }, { text: term.description, html: true }])
