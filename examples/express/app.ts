import type { Handler } from '@kalends/fetch'
import { toNodeMiddleware } from '@kalends/fetch/node'
import express, { type Express } from 'express'

/** An application of Express with routes of its own beside the calendar. */
export function buildApp(handler: Handler): Express {
  const app = express()
  // Before the parsers, so that Kalends reads bodies itself, with its own limits and errors.
  app.use(toNodeMiddleware(handler))
  app.use(express.json())
  app.get('/api/health', (_request, response) => {
    response.send('ok')
  })
  app.post('/api/echo', (request, response) => {
    response.json(request.body)
  })
  return app
}
