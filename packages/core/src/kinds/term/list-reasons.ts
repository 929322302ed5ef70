import type { ExplainedKind } from '../../record/explain.ts'
import { knownTerms } from '../../record/known-terms.ts'
import { lacksWords, otherValue, type ShownReason } from '../../record/reason-values.ts'
import type { Taxonomy, TermRecord } from '../../store/records.ts'
import { searchWords } from '../../text/fold.ts'
import type { TermListFields } from './schema.ts'
import type { Term, TermTypes } from './view.ts'

/** How each filter of a list of terms explains a refusal: one without an entry does not compile. */
export const termReasons: {
  readonly [Name in Exclude<keyof TermListFields, 'page' | 'perPage' | 'order' | 'orderBy' | 'fields'>]: (
    view: Term,
    wanted: TermListFields[Name],
    record: TermRecord,
  ) => ShownReason
} = {
  search: (_, search, { searchText }) => lacksWords(searchWords(search), searchText),
  exclude: ({ id }, wanted) => ({ code: 'left_out', value: id, wanted }),
  ids: ({ id }, wanted) => otherValue(id, wanted),
  afterId: ({ id }, wanted) => ({ code: 'not_after_id', value: id, wanted }),
  hasEvents: (_, wanted) => ({ code: 'other_value', value: !wanted, wanted }),
  parentIds: ({ parentId }, wanted) => otherValue(parentId, wanted),
  event: (_, wanted) => ({ code: 'not_linked', value: null, wanted }),
  slug: ({ slug }, wanted) => otherValue(slug, wanted),
}

/** How a list of categories or of tags is explained. */
export const explainedTerms = (taxonomy: Taxonomy): ExplainedKind<TermTypes> => ({
  visibility: async ({ op, record: { id } }) => {
    const known = await knownTerms(op, taxonomy)
    const isKnown = known.shownBy === undefined || (await op.store.terms.count({ ...known, ids: [id] }, op.signal)) > 0
    return isKnown ? [] : [{ filter: 'access', code: 'not_known', value: null, wanted: null }]
  },
  reasons: termReasons,
})
