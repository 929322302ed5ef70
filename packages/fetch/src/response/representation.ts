import type { EncodableValue } from '../json.ts'
import { encodeAnswer, encodeList } from './encode-body.ts'

/** Bytes with a memory of their own. Compilers before TypeScript 5.7 know this type by no other name. */
export type Bytes = ReturnType<typeof Uint8Array.from>

/** The body of a successful response in one media type. Its bytes are made when they are sent. */
export interface Representation {
  /** The value of `Content-Type`. */
  readonly mediaType: string
  /**
   * Returns the bytes; a promise for a long body, which is encoded in several turns of the event loop.
   * @throws invalid_input a body of several records is so long that it would take the memory of the whole process
   */
  encode(): Bytes | Promise<Bytes>
}

/** The value of `Content-Type` of JSON. */
export const jsonMediaType = 'application/json; charset=utf-8'

/** A value as JSON. */
export const toJson = (value: EncodableValue): Representation => ({ mediaType: jsonMediaType, encode: () => encodeAnswer(value) })

/** A JSON list of items that are JSON texts already. */
export const toJsonList = (items: readonly string[]): Representation => ({ mediaType: jsonMediaType, encode: () => encodeList(items) })
