import { buildApp } from './app.ts'
import { handler, publicUrl } from './calendar.ts'

const { hostname, port } = new URL(publicUrl)
buildApp(handler).listen(Number(port), hostname, () => console.log(`${publicUrl}/api/calendar/events/v1`))
