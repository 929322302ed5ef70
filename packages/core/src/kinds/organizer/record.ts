import type { Issues } from '../../input/read.ts'
import { type Composed, composeCommon } from '../../record/composition.ts'
import type { Operation } from '../../record/context.ts'
import { plainComposer, plainSearcher } from '../../record/field-table.ts'
import type { OrganizerRecord } from '../../store/records.ts'
import { foldKey, searchText } from '../../text/fold.ts'
import { type OrganizerFields, organizerFields, type PlainOrganizer } from './schema.ts'

const compose = plainComposer<PlainOrganizer>(organizerFields)
const searchedTexts = plainSearcher<PlainOrganizer>(organizerFields)

/** Composes an organizer record. Each field has the given value, else the stored one, else its default. */
export function composeOrganizer(
  op: Pick<Operation, 'timeZone' | 'nowMs' | 'nowLocal' | 'viewer'>,
  fields: Partial<OrganizerFields>,
  before: OrganizerRecord | undefined,
  issues: Issues,
): Composed<OrganizerRecord> {
  const common = composeCommon(op, fields, before, issues)
  const plain = compose(fields, before)
  return {
    ...common,
    ...plain,
    nameKey: foldKey(plain.name),
    searchText: searchText([
      { text: plain.name },
      { text: common.description, html: true },
      { text: common.excerpt, html: true },
      ...searchedTexts(plain),
    ]),
  }
}
