import type { OrganizerRecord, VenueRecord } from '../store/records.ts'
import { searchWords } from '../text/fold.ts'
import type { PublishedTypes } from './definition.ts'
import type { ExplainedKind } from './explain.ts'
import type { ProfileListFields } from './profile.ts'
import { lacksWords, notChangedAfter, otherValue, type ShownReason } from './reason-values.ts'
import type { PublishedView } from './view.ts'
import { statusReasons } from './visibility-reasons.ts'

/** The types of venues or of organizers. */
type ProfileTypes = PublishedTypes & {
  readonly kind: 'venue' | 'organizer'
  readonly listFields: ProfileListFields
  readonly view: PublishedView
}

/** The members of a list that are no filters, and those with reasons of their own. */
type UnlistedMember = 'page' | 'perPage' | 'order' | 'orderBy' | 'status' | 'fields'

/** How each filter of a list of venues or organizers explains a refusal: one without an entry does not compile. */
export const profileReasons: {
  readonly [Name in Exclude<keyof ProfileListFields, UnlistedMember>]-?: (
    view: PublishedView,
    wanted: NonNullable<ProfileListFields[Name]>,
    record: VenueRecord | OrganizerRecord,
  ) => ShownReason
} = {
  search: (_, search, { searchText }) => lacksWords(searchWords(search), searchText),
  ids: ({ id }, wanted) => otherValue(id, wanted),
  uids: ({ uid }, wanted) => otherValue(uid, wanted),
  afterId: ({ id }, wanted) => ({ code: 'not_after_id', value: id, wanted }),
  authorIds: ({ authorId }, wanted) => otherValue(authorId, wanted),
  updatedAfter: notChangedAfter,
  event: (_, wanted) => ({ code: 'not_linked', value: null, wanted }),
  hasEvents: (_, wanted) => ({ code: 'other_value', value: !wanted, wanted }),
  onlyWithUpcoming: (_, wanted) => ({ code: 'other_value', value: !wanted, wanted }),
}

/** How a list of venues or of organizers is explained. */
export const explainedProfiles = <D extends ProfileTypes>(kind: D['kind']): ExplainedKind<D> => ({
  visibility: ({ op, record, fields }) => statusReasons(op, kind, record, fields.status),
  reasons: profileReasons,
})
