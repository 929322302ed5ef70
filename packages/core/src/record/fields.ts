import type { Status } from '../access/policy.ts'
import { statuses } from '../access/policy.ts'
import type { FieldChanges } from '../fields/read-values.ts'
import { imageField } from '../input/addresses.ts'
import { type HtmlFields, htmlField } from '../input/html.ts'
import { idsField, uidsField, wordsField } from '../input/lists.ts'
import type { Shape } from '../input/read.ts'
import {
  countField,
  filterIdField,
  listTimeField,
  optionalRecordTimeField,
  searchField,
  slugField,
  uidField,
  wordField,
} from '../input/scalars.ts'
import type { FieldCondition } from '../store/filters.ts'
import type { TimeInput } from '../time/time-value.ts'
import type { ParsedDateTime } from '../time/wall-time.ts'
import { authorIdField, authorIdsField } from './author-ids.ts'
import type { WithRelativeTimes } from './list-times.ts'
import type { PublicationFields } from './publication.ts'

/** The shared input of events, venues and organizers. */
export interface PublishedInput {
  /**
   * The host's id of the author: a text of at most 255 visible characters without a comma; empty or `0` for none.
   * @default the actor's id, else none
   */
  readonly authorId?: string | undefined
  /** The publication date: wall time in the calendar's zone, or an instant, as text, `Date` or value of `Temporal`; null means now. @default now */
  readonly published?: TimeInput | null | undefined
  /** The publication date in UTC; where both are given they must agree. */
  readonly publishedUtc?: TimeInput | null | undefined
  /** The status; `future` is stored as `publish`. @default 'publish' */
  readonly status?: Status | undefined
  /** HTML, made safe before it is stored. At most 65,536 code points, as given and when it is made safe. */
  readonly description?: string | null | undefined
  /** HTML, made safe before it is stored. At most 65,536 code points, as given and when it is made safe. */
  readonly excerpt?: string | null | undefined
  /** The requested slug; a taken one gets a number. Empty requests a new one. @default made from the title or name */
  readonly slug?: string | null | undefined
  /** A media id, an http(s) address, a returned image, or `false` for none. */
  readonly image?: number | string | false | null | { readonly id?: number | undefined; readonly url?: string | undefined } | undefined
  /**
   * The identity of the record across systems, such as the UID of RFC 5545: one line, at most 255 code points, unique within its kind.
   * Empty or null removes it.
   * @default none
   */
  readonly uid?: string | null | undefined
}

/** A patch of members: each of them may be missing or undefined. */
export type PatchOf<Content> = { readonly [Member in keyof Content]?: Content[Member] | undefined }

/** A parsed {@link PublishedInput}. */
export interface PublishedFields extends PublicationFields, HtmlFields {
  /** The values of the fields that the host declares. */
  readonly fields?: FieldChanges
  /** The id of the author; empty for none. */
  readonly authorId: string
  /** The slug; empty requests a new one. */
  readonly slug: string
  /** A media id, an address, or none. */
  readonly image: number | string | null
  /** The uid; empty for none. */
  readonly uid: string
}

/** The fields that events, venues and organizers share. */
export const publishedShape: Shape<PublishedFields> = {
  authorId: authorIdField,
  published: optionalRecordTimeField,
  publishedUtc: optionalRecordTimeField,
  status: wordField(statuses),
  description: htmlField,
  excerpt: htmlField,
  slug: slugField,
  image: imageField,
  uid: uidField,
}

/** The filters that lists of events, venues and organizers share. */
export interface PublishedListFields {
  /** The number of the page, from 1. */
  readonly page: number
  /** The number of records per page, from 1. */
  readonly perPage: number
  /** The search text as given. */
  readonly search: string
  /** Statuses; `any` means all except the trash. */
  readonly status: readonly (Status | 'any')[]
  /** Ids of the only records to list. */
  readonly ids: readonly number[]
  /** Uids of the only records to list, and ids of records without a uid. */
  readonly uids: readonly (string | number)[]
  /** Lists records with larger ids only; 0 for all. */
  readonly afterId: number
  /** The ids of authors; empty for none. */
  readonly authorIds: readonly string[]
  /** Lists records that were updated strictly after this time. */
  readonly updatedAfter: ParsedDateTime
  /** Ascending or descending. */
  readonly order: 'asc' | 'desc'
  /** The conditions on fields that the host declares. */
  readonly fields?: readonly FieldCondition[]
}

/** The schemas of the shared filters. */
export const publishedListShape: Shape<WithRelativeTimes<PublishedListFields>> = {
  page: countField,
  perPage: countField,
  search: searchField,
  status: wordsField([...statuses, 'any'] as const),
  ids: idsField,
  uids: uidsField,
  afterId: filterIdField,
  authorIds: authorIdsField,
  updatedAfter: listTimeField,
  order: wordField(['asc', 'desc']),
}
