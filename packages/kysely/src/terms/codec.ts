import type { Draft, Taxonomy, TermRecord } from '@kalends/core/store'
import type { Selectable } from 'kysely'
import { selectColumns } from '../schema/plain-columns.ts'
import { baseColumns, baseRecord, baseRow, type WrittenRow } from '../schema/published-codec.ts'
import type { TermTable } from '../schema/tables.ts'

/** The columns of a term. */
export const termColumns = selectColumns<TermTable>('r', {
  ...baseColumns,
  taxonomy: true,
  name: true,
  name_key: true,
  description: true,
  search_text: true,
  parent_id: true,
  ancestor_ids: true,
  known: true,
})

/** Converts a term to a row to write. */
export function toTermRow(term: Draft<TermRecord>): WrittenRow<TermTable> {
  return {
    ...baseRow(term),
    taxonomy: term.taxonomy,
    name: term.name,
    name_key: term.nameKey,
    description: term.description,
    search_text: term.searchText,
    parent_id: term.parentId,
    ancestor_ids: JSON.stringify(term.ancestorIds),
    known: Number(term.known),
  }
}

/** Converts a row to a term. */
export function toTermRecord(row: Selectable<TermTable>): TermRecord {
  return {
    ...baseRecord(row),
    taxonomy: taxonomyOf(row.taxonomy),
    name: row.name,
    nameKey: row.name_key,
    description: row.description,
    searchText: row.search_text,
    parentId: Number(row.parent_id),
    ancestorIds: ancestorsOf(row.ancestor_ids),
    known: Number(row.known) === 1,
  }
}

function taxonomyOf(text: string): Taxonomy {
  if (text === 'category' || text === 'tag') return text
  throw new TypeError(`A term has the unknown taxonomy ${JSON.stringify(text)}.`)
}

function ancestorsOf(json: string): readonly number[] {
  const ids: unknown = JSON.parse(json)
  if (!Array.isArray(ids)) throw new TypeError('The ancestors of a term are not as they were written.')
  return ids.map(Number)
}
