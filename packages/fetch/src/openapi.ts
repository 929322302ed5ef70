import type { JsonObject } from './json.ts'
import { en } from './messages/en.ts'
import { toPathItem } from './openapi/operation.ts'
import { toResponses } from './openapi/responses.ts'
import { toSchemas } from './openapi/schemas.ts'
import type { Route } from './route.ts'
import type { Settings } from './settings.ts'

/**
 * The OpenAPI 3.1 document of a table of routes.
 * @param language of the descriptions and of the addresses; empty for the address without one
 */
export function toOpenapi(routes: readonly Route[], settings: Settings, language: string): JsonObject {
  const messages = settings.messages.get(language) ?? en
  const prefix = language === '' ? '' : `/${language}`
  return {
    openapi: '3.1.1',
    info: { title: messages.apiTitle, description: messages.apiDescription, version: settings.namespace.split('/').at(-1) ?? '' },
    servers: [{ url: `${settings.publicUrl}${settings.basePath}${prefix}` }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(
      routes.map((route) => [`/${settings.namespace}${route.path}`, toPathItem(route, tagOf(route), messages, settings)]),
    ),
    components: { schemas: toSchemas(messages, settings), responses: toResponses(messages) },
  }
}

const tagOf = (route: Route): string => route.path.split('/')[1] || 'namespace'
