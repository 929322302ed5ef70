import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openApp } from './calendar/open.ts'
import { pageOf } from './calendar/page.ts'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const calendar = await openApp()

const app = new Hono()
app.get('/', (context) => pageOf(calendar, context.req.raw))
app.all('/api/*', (context) => calendar.api(context.req.raw))

serve({ fetch: app.fetch, port: Number(PORT), hostname: HOST }, () => console.log(`http://${HOST}:${PORT}`))
