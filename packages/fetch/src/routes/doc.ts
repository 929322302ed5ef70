import { toOpenapi } from '../openapi/document.ts'
import { createCachedDocument } from '../response/cached-document.ts'
import type { Endpoint, Route } from '../routing/route.ts'

/**
 * The route that serves the documentation of the interface.
 * @param routes returns the whole table, including this route
 */
export function defineDoc(routes: () => readonly Route[]): Route {
  const document = createCachedDocument((settings, language, fields) => toOpenapi(routes(), settings, language, fields))
  const endpoint: Endpoint = {
    methods: ['GET'],
    id: 'readDocumentation',
    text: 'readDocumentation',
    permission: 'public',
    query: [],
    answers: 'Documentation',
    status: 200,
    run: ({ settings, language, calendar }) => document(settings, language, calendar),
  }
  return { path: '/doc', parameters: [], endpoints: [endpoint] }
}
