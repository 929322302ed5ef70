import { buildApp } from './app.ts'
import { handler, publicUrl } from './calendar.ts'

const { hostname, port } = new URL(publicUrl)
await buildApp(handler).listen({ port: Number(port), host: hostname })
console.log(`${publicUrl}/api/calendar/events/v1`)
