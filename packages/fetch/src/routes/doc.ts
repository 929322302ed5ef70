import { toOpenapi } from '../openapi.ts'
import type { Route } from '../route.ts'

/**
 * The route that serves the documentation of the interface.
 * @param routes gives the whole table, this route included
 */
export const defineDoc = (routes: () => readonly Route[]): Route => ({
  path: '/doc',
  parameters: [],
  endpoints: [
    {
      methods: ['GET'],
      id: 'readDocumentation',
      text: 'readDocumentation',
      permission: 'reads what the caller may see',
      query: [],
      answers: 'Documentation',
      status: 200,
      run: async ({ settings, language }) => ({ body: toOpenapi(routes(), settings, language) }),
    },
  ],
})
