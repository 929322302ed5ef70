import type { FieldsByKind } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import { messagesIn, type Settings } from '../options/settings.ts'
import type { Route } from '../routing/route.ts'
import { toPathItem } from './operation.ts'
import { toResponses } from './responses.ts'
import { toSchemas } from './schemas.ts'
import { tagTexts } from './tags.ts'

/**
 * The OpenAPI 3.1 document of a table of routes.
 * @param language of descriptions and URLs; empty for the URL without a language
 * @param fields the declared fields that it describes
 */
export function toOpenapi(routes: readonly Route[], settings: Settings, language: string, fields: FieldsByKind): JsonObject {
  const messages = messagesIn(language, settings)
  const prefix = language === '' ? '' : `/${language}`
  const { securitySchemes } = settings
  const paths = Object.fromEntries(
    routes.map((route) => [`/${settings.namespace}${route.path}`, toPathItem(route, tagOf(route), { messages, settings, fields })]),
  )
  const document: JsonObject = {
    openapi: '3.1.1',
    info: {
      title: messages.apiTitle,
      description: messages.apiDescription,
      version: settings.namespace.split('/').at(-1) ?? '',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${settings.publicUrl}${settings.basePath}${prefix}` }],
    // Whether a caller must sign in depends on the host's policy, so every scheme is optional.
    security: Object.keys(securitySchemes).length === 0 ? [] : [{}, ...Object.keys(securitySchemes).map((name) => ({ [name]: [] }))],
    tags: [...new Set(routes.map(tagOf))].map((name) => {
      const text = tagTexts[name]
      return { name, ...(text !== undefined && { description: messages[text] }) }
    }),
    paths,
    components: {
      schemas: toSchemas({ messages, settings, fields }, routes),
      responses: toResponses(messages, paths),
      ...(Object.keys(securitySchemes).length > 0 && { securitySchemes }),
    },
  }
  return settings.use.reduce((sent, extension) => extension.document?.(sent) ?? sent, document)
}

const tagOf = (route: Route): string => route.path.split('/')[1]?.split('.')[0] || 'namespace'
