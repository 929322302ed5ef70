import type { Calendar, Event, HistoryEntry, Page, Term } from '@kalends/core'
import type { Item, RecordRef, ScopedOptions } from '@kalends/core/internal'
import type { Kind, WriteScope } from '@kalends/core/store'
import type { JsonObject, LinkingRecord } from '../json.ts'
import type { MessageKey } from '../messages/problems/translation.ts'
import type { Settings } from '../options/settings.ts'
import type { Parameter } from '../parameters/parameter.ts'
import type { Representation } from '../response/representation.ts'
import type { EndpointContext } from '../routing/route.ts'
import type { Pictured, Presenter } from '../wire/presenter.ts'

/** What the routes need of a record. Terms have no author. */
export type ServedRecord = Pick<Term, 'id' | 'slug'> & Partial<Pick<Event, 'authorId'>>

/** The operations that the routes of a kind need; a calendar's collections have them. */
export interface ServedRecords<T> {
  /** Returns one page. */
  list(input: object): Promise<Page<T>>
  /** Returns one record. */
  get(ref: RecordRef): Promise<T>
  /** Creates a record. */
  create(input: object): Promise<T>
  /** Updates a record. */
  update(ref: RecordRef, patch: object, options: ScopedOptions<T>): Promise<T>
  /** Deletes permanently. */
  delete(ref: RecordRef, options: ScopedOptions<T>): Promise<T>
  /** Returns who has written a record, and what each write has changed. */
  history(ref: RecordRef, options: { readonly limit: number; readonly before: number | undefined }): Promise<readonly HistoryEntry[]>
  /** Gives a record the values of an earlier version. */
  revert(
    ref: RecordRef,
    options: ScopedOptions<T> & { readonly to: number },
  ): Promise<{ readonly record: T; readonly missing: readonly string[] }>
  /** Moves to the trash, for kinds that have one. */
  trash?(ref: RecordRef, options: ScopedOptions<T>): Promise<T>
  /** Takes out of the trash, for kinds that have one. */
  restore?(ref: RecordRef, options: ScopedOptions<T>): Promise<T>
}

/** Everything that distinguishes the routes of one kind from those of the others. */
export interface Resource<T> {
  /** The kind. */
  readonly kind: Kind
  /** The name of its schema in the document, such as `Event`. */
  readonly component: string
  /** Whether its records have slugs and a trash. */
  readonly isPublished: boolean
  /** Writable fields. */
  readonly body: readonly Parameter[]
  /** Converts the filters of a list to the core's input. */
  toListInput(query: EndpointContext['query'], settings: Pick<Settings, 'authorIds'>): object
  /** Writable fields of updates. @default the same, all optional */
  readonly updateBody?: readonly Parameter[]
  /** Query parameters of updates. @default none */
  readonly updateQuery?: readonly Parameter[]
  /** Query parameters of updates and removals. @default none */
  readonly changeQuery?: readonly Parameter[]
  /** The scope of an update or a removal, for kinds that have series. */
  toScope?(query: EndpointContext['query']): WriteScope | undefined
  /** Filters of lists. */
  readonly filters: readonly Parameter[]
  /** Keys of the messages that describe the routes. */
  readonly texts: Readonly<Record<'list' | 'create' | 'read' | 'update' | 'delete', MessageKey>>
  /** The collection of the calendar. */
  records(calendar: Calendar): ServedRecords<T>
  /** The images of a record. */
  pictures(record: T): readonly Pictured[]
  /** Converts a record to its wire form. */
  present(record: T, to: Presenter): JsonObject | LinkingRecord
  /** Reads a page as its encoded records, for kinds whose encoded records are cached; null where nothing is cached. */
  joinPage?(call: EndpointContext, input: object): Promise<Page<Item> | null>
  /** Reads an encoded record by its id; null where nothing is cached. */
  readItem?(call: EndpointContext, id: number): Promise<Representation | null>
  /** Completes the fields of an update. */
  completeUpdate?(call: EndpointContext): EndpointContext['body']
}
