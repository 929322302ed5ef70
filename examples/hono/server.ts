import { serve } from '@hono/node-server'
import { buildApp } from './app.ts'
import { handler, publicUrl } from './calendar.ts'

const { hostname, port } = new URL(publicUrl)
serve({ fetch: buildApp(handler).fetch, port: Number(port), hostname }, () => console.log(`${publicUrl}/api/calendar/events/v1`))
