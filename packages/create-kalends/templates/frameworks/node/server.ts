import { createServer } from 'node:http'
import { toNodeListener } from '@kalends/fetch/node'
import { openApp } from './calendar/open.ts'
import { pageOf } from './calendar/page.ts'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const app = await openApp()

/** The page, the calendar below `/api`, and routes of your own. */
async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/') return pageOf(app, request)
  if (pathname.startsWith('/api/')) return app.api(request)
  return new Response('There is nothing here.', { status: 404 })
}

createServer(toNodeListener(answer)).listen(Number(PORT), HOST, () => console.log(`http://${HOST}:${PORT}`))
