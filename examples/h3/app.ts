import type { Handler } from '@kalends/fetch'
import { H3 } from 'h3'

/** An application of h3 with routes of its own beside the calendar. */
export function buildApp(handler: Handler): H3 {
  const app = new H3()
  app.use(async (event, next) => (await handler.tryHandle(event.req)) ?? next())
  app.get('/api/health', () => 'ok')
  app.post('/api/echo', async (event) => event.req.json())
  return app
}
