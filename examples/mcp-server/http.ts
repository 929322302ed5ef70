import { serve } from '@hono/node-server'
import { openCalendar } from './calendar.ts'
import { createHttpHandler } from './http-handler.ts'

const port = Number(process.env['PORT'] ?? 3000)
const host = `127.0.0.1:${port}`
serve({ fetch: createHttpHandler(await openCalendar(), [host, `localhost:${port}`]), port, hostname: '127.0.0.1' }, () =>
  console.log(`http://${host}/mcp`),
)
