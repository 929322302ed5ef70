import type { Handler } from '@kalends/fetch'
import { Hono } from 'hono'

/** An application of Hono with routes of its own beside the calendar. */
export function buildApp(handler: Handler): Hono {
  const app = new Hono()
  app.use(async (context, next) => (await handler.tryHandle(context.req.raw)) ?? next())
  app.get('/api/health', (context) => context.text('ok'))
  app.post('/api/echo', async (context) => context.json(await context.req.json()))
  return app
}
