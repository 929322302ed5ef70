import { serve } from 'h3'
import { buildApp } from './app.ts'
import { handler, publicUrl } from './calendar.ts'

const { hostname, port } = new URL(publicUrl)
await serve(buildApp(handler), { port: Number(port), hostname, silent: true }).ready()
console.log(`${publicUrl}/api/calendar/events/v1`)
