export { createHandler, type Handler } from './handler.ts'
export type { JsonObject, JsonValue } from './json.ts'
export { en, type MessageKey, type Messages } from './messages/en.ts'
export type { HandlerOptions, LinkedRecord, ResolvedImage } from './options.ts'
