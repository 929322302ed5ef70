import type { FieldChanges } from '../../fields/read-values.ts'
import type { KindShape, UnknownKind } from '../../fields/typed-fields.ts'
import { type HtmlText, htmlField } from '../../input/html.ts'
import { idsField } from '../../input/lists.ts'
import type { Shape } from '../../input/read.ts'
import {
  booleanField,
  countField,
  filterIdField,
  nameField,
  optionalIdField,
  searchField,
  slugField,
  wordField,
} from '../../input/scalars.ts'
import type { PatchOf } from '../../record/fields.ts'
import type { FieldCondition } from '../../store/filters.ts'

/** The members of a term that have types of their own. */
export interface TermContent {
  /** Unique among its siblings, whatever its letter case, accents and apostrophes. At most 200 code points. */
  readonly name: string
  /** HTML, made safe before it is stored. At most 65,536 code points, as given and when it is made safe. */
  readonly description?: string | null | undefined
  /** The requested slug; a taken one gets a number. @default made from the name */
  readonly slug?: string | null | undefined
  /** The parent category's id; 0 or null for none. Tags have no parent. @default 0 */
  readonly parentId?: number | null | undefined
}

/** The input of a new term. */
export type TermInput<S extends KindShape = UnknownKind> = TermContent & S['input']

/** The changes to a term; missing fields stay unchanged. */
export type TermPatch<S extends KindShape = UnknownKind> = PatchOf<TermContent> & S['patch']

/** A parsed {@link TermInput}. */
export interface TermFields {
  /** The name. */
  readonly name: string
  /** The description. */
  readonly description: HtmlText
  /** The slug; empty requests a new one. */
  readonly slug: string
  /** The parent's id; 0 for none. */
  readonly parentId: number
  /** The values of the fields that the host declares. */
  readonly fields?: FieldChanges
}

/** Names a term exactly. An unknown id or slug is invalid, and an unknown name makes a term. */
export type TermRef = { readonly id: number } | { readonly slug: string } | { readonly name: string }

/** A link to a term: exactly, or by a text (its id in digits, its name or its slug). */
export type TermLink = string | TermRef

/** The fields of a category. */
export const categoryShape: Shape<TermFields> = { name: nameField, description: htmlField, slug: slugField, parentId: optionalIdField }

/** The fields of a tag. */
export const tagShape: Shape<Omit<TermFields, 'parentId'>> = { name: nameField, description: htmlField, slug: slugField }

/** The sort keys of terms. `ids` is the order of the ids in the filter `ids`. */
export const termOrders = ['name', 'id', 'slug', 'count', 'description', 'ids'] as const

/** Filters of a term list; all of them must match. */
export interface TermListInput<S extends KindShape = UnknownKind> {
  /** The number of the page, from 1. @default 1 */
  readonly page?: number | undefined
  /** How many terms a page holds, from 1; more than the calendar's `maxPerPage` are clamped to it. @default 35 */
  readonly perPage?: number | undefined
  /** Words that must occur in name, slug or description. */
  readonly search?: string | undefined
  /** All except these ids. */
  readonly exclude?: number | readonly number[] | undefined
  /** Only these ids. */
  readonly ids?: number | readonly number[] | undefined
  /** Only terms with a greater id: for reading a long list in parts, each after the last id of the part before. @default 0 */
  readonly afterId?: number | undefined
  /** Ascending or descending. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** The sort key; `ids` is the order of the ids in the filter `ids`. Ties are sorted by id. @default 'name' */
  readonly orderBy?: (typeof termOrders)[number] | undefined
  /** Only terms with (true) or without (false) a published event that the viewer may see, past ones included. @default both */
  readonly hasEvents?: boolean | undefined
  /** Only children of these categories; 0 for roots. Lists of tags have no such filter. */
  readonly parentIds?: number | readonly number[] | undefined
  /** Only terms of this event, by its id. */
  readonly event?: number | undefined
  /** Only the term with this slug. */
  readonly slug?: string | undefined
  /** Conditions on declared fields with a filter; all of them must hold. */
  readonly fields?: S['filters'] | undefined
}

/** A parsed {@link TermListInput}. */
export interface TermListFields {
  /** The number of the page, from 1. */
  readonly page: number
  /** The number of terms per page, from 1. */
  readonly perPage: number
  /** The search text as given. */
  readonly search: string
  /** Ids of terms to leave out. */
  readonly exclude: readonly number[]
  /** Ids of the only terms to list. */
  readonly ids: readonly number[]
  /** Lists terms with larger ids only; 0 for all. */
  readonly afterId: number
  /** Ascending or descending. */
  readonly order: 'asc' | 'desc'
  /** The sort key. */
  readonly orderBy: (typeof termOrders)[number]
  /** With or without events. */
  readonly hasEvents: boolean
  /** The ids of the parents; 0 lists roots. */
  readonly parentIds: readonly number[]
  /** The id of an event that links the terms. */
  readonly event: number
  /** The slug of the only term to list. */
  readonly slug: string
  /** The conditions on fields that the host declares. */
  readonly fields?: readonly FieldCondition[]
}

/** The filters of a list of categories. */
export const categoryListShape: Shape<TermListFields> = {
  page: countField,
  perPage: countField,
  search: searchField,
  exclude: idsField,
  ids: idsField,
  afterId: filterIdField,
  order: wordField(['asc', 'desc']),
  orderBy: wordField(termOrders),
  hasEvents: booleanField,
  parentIds: idsField,
  event: filterIdField,
  slug: slugField,
}

const { parentIds: _, ...withoutParent } = categoryListShape

/** The filters of a list of tags. */
export const tagListShape: Shape<Omit<TermListFields, 'parentIds'>> = withoutParent
