/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object; its keys are written in their order. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/**
 * A JSON object in three parts, so that the encoder of a page can convert each linked record once: the records of a page share linked
 * records, which take more than half of their text.
 */
export class LinkingRecord {
  /** The members before the links; at least one. */
  readonly before: JsonObject
  /** The members with linked records: a record, or a list of records. Their names need no escapes in JSON. */
  readonly links: JsonObject
  /** The members after the links; at least one. */
  readonly after: JsonObject

  constructor(before: JsonObject, links: JsonObject, after: JsonObject) {
    this.before = before
    this.links = links
    this.after = after
  }

  /** The record as one object. `JSON.stringify` calls this. */
  toJSON(): JsonObject {
    return { ...this.before, ...this.links, ...this.after }
  }
}

/** A JSON value in which objects can be linking records. */
export type EncodableValue = string | number | boolean | null | readonly EncodableValue[] | EncodableObject | LinkingRecord

/** A JSON object in which objects can be linking records. */
export interface EncodableObject {
  readonly [key: string]: EncodableValue
}

/** Whether a value is an object and not an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
