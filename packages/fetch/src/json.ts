/** What JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** An object of JSON; keys are written in their order. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether something is an object, and no list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
