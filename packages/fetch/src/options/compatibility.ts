import type { Calendar, ErrorCode } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import type { JsonObject, JsonValue } from '../json.ts'

/** The parameters of a query by their names in the core; lists as lists of strings. */
export type QueryValues = Readonly<Record<string, string | readonly string[]>>

/** The fields of a body by their names in the core. */
export type FieldValues = Readonly<Record<string, unknown>>

/** Path and query of a request, still encoded. */
export interface Address {
  /** The path, from the first slash on. */
  readonly path: string
  /** The query, without the question mark. */
  readonly query: string
}

/** The body and the headers of a list. */
export interface ListAnswer<Body> {
  /** The envelope with its records. */
  readonly body: Body
  /** Totals and links. */
  readonly headers: Readonly<Record<string, string>>
}

/** An error as it is sent. */
export interface SentProblem {
  /** The HTTP status. */
  readonly status: number
  /** Code, message and data. */
  readonly body: JsonObject
  /** The headers of the error. */
  readonly headers: Readonly<Record<string, string>>
}

/** A failed request. */
export interface Failure {
  /** The code of the error. */
  readonly code: ErrorCode
  /** The kind of the records at the path; undefined for a path without records. */
  readonly kind: Kind | undefined
  /** The name of the parameter in the path: `id` or `slug`; undefined without one. */
  readonly parameter: string | undefined
  /** The term that has the name already, by its id; undefined if there is none, or if the caller does not see it. */
  readonly termId?: number | undefined
  /** How callers can sign in, as `WWW-Authenticate` names it; undefined if the host's `authenticate` does not say it. */
  readonly challenge?: string | undefined
}

/** A write of a term whose name another term has. */
export interface TermWrite {
  /** The name. */
  readonly name: string
  /** The fields of the body. */
  readonly fields: FieldValues
  /** The id of the written term; null for a new one. */
  readonly id: number | null
}

/** The numbers of events of terms, by kind and id. */
export type TermCounts = Readonly<Record<'category' | 'tag', ReadonlyMap<number, number>>>

/** An update of an event, a venue or an organizer: what the fields of its body are compared with. */
export interface UpdatedRecord {
  /** Whether a text is the URL of the record's web page, in any language; false if the caller may not read the record. */
  hasUrl(text: string): Promise<boolean>
  /** Returns the record as the interface answers it; undefined if the caller may not read it. */
  stored(): Promise<JsonObject | undefined>
}

/**
 * Another face of the REST interface, for programs that were written for another service: it changes what requests mean and what responses
 * contain. Routes, access rules, caching and conditional requests stay.
 */
export interface Compatibility {
  /** Request headers that web pages of other origins may send beside the usual ones. */
  readonly acceptedHeaders: readonly string[]
  /** Response headers that web pages of other origins may read beside the usual ones. */
  readonly exposedHeaders: readonly string[]
  /** Returns the method that a request stands for. */
  readMethod(request: Pick<Request, 'method' | 'headers'>): string
  /** Returns the address that an address stands for. */
  readAddress(address: Address, paths: { readonly basePath: string; readonly namespace: string }): Address
  /**
   * Returns the filters of a list as the interface has them.
   * @throws invalid_input a filter names nothing
   */
  readQuery(kind: Kind, query: QueryValues, calendar: Calendar): Promise<QueryValues>
  /** Returns the fields of a body as the interface has them. @param updated the record of an update */
  readFields(kind: Kind, fields: FieldValues, updated?: UpdatedRecord): Promise<FieldValues>
  /** Returns the records of which a new record of the same name updates the first that the caller may change, by their ids. */
  findTwins(kind: Kind, fields: FieldValues, calendar: Calendar): Promise<readonly number[]>
  /** Returns the term of a name that is taken, by its id; undefined if the caller does not see it. */
  findTerm(kind: Kind, write: TermWrite, calendar: Calendar): Promise<number | undefined>
  /** Whether a page after the last one is an empty list instead of an error. */
  hasEmptyPages(kind: Kind): boolean
  /** Returns what the records need beside themselves. */
  lookUp(kind: Kind, records: readonly JsonObject[], calendar: Calendar): Promise<TermCounts>
  /** Returns the records of a list as they are sent. */
  writeRecords(kind: Kind, records: readonly JsonObject[], counts: TermCounts): readonly JsonObject[]
  /** Returns a list as it is sent. */
  writeList(list: ListAnswer<JsonObject>, query: QueryValues): ListAnswer<JsonValue>
  /** Returns the record of an answer with one record as it is sent, with the members that the query selects. */
  writeRecord(kind: Kind, record: JsonObject, counts: TermCounts, query: QueryValues): JsonObject
  /** Returns an error as it is sent. */
  writeProblem(problem: SentProblem, failure: Failure): SentProblem
  /** Returns the description of the namespace as it is sent, with the members that the query selects. */
  writeRoot(
    root: JsonObject,
    request: { readonly url: string; readonly query: QueryValues },
    paths: { readonly basePath: string; readonly publicUrl: string },
  ): JsonObject
  /** Returns the OpenAPI document of the face. */
  writeDocument(document: JsonObject): JsonObject
}
