import { createServer, type Server } from 'node:http'
import type { Handler } from '@kalends/fetch'
import { toNodeMiddleware } from '@kalends/fetch/node'

/** A server of Node with routes of its own beside the calendar. */
export function buildApp(handler: Handler): Server {
  const calendar = toNodeMiddleware(handler)
  return createServer((request, response) =>
    calendar(request, response, () => {
      if (request.url === '/api/health') response.end('ok')
      else response.writeHead(404).end('There is nothing here.')
    }),
  )
}
