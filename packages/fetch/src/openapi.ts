import type { JsonObject } from './json.ts'
import type { Route } from './route.ts'
import type { Settings } from './settings.ts'

/** Placeholder until the table is described. */
export function toOpenapi(routes: readonly Route[], settings: Settings, language: string): JsonObject {
  return { openapi: '3.1.1', info: { title: settings.namespace, version: language }, paths: { count: routes.length } }
}
