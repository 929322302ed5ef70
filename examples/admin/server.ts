import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { toNodeListener } from '@kalends/fetch/node'
import { createAdminHandler, openCalendar } from './calendar.ts'
import { password, serveSession } from './sign-in.ts'

const { HOST: host = '127.0.0.1', PORT: port = '3000', DATABASE: path = 'calendar.sqlite' } = process.env
const publicUrl = `http://${host}:${port}`
const types: Readonly<Record<string, string>> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }

/** The files of the built page, by their paths. */
const folder = join(import.meta.dirname, 'dist')
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file.slice(folder.length).replaceAll('\\', '/'), { body: readFileSync(file), type: types[extname(file)] ?? '' }]),
)

/** The path of a request; a client may send a target that is none. */
const pathOf = ({ url }: Request): string => URL.parse(url)?.pathname ?? '/'

/** Every other path is a page of the admin, which its script shows. */
function servePage(request: Request): Response {
  const file = files.get(pathOf(request)) ?? files.get('/index.html')
  return new Response(file?.body, {
    headers: {
      'Content-Type': file?.type ?? '',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; form-action 'self'; base-uri 'none'",
    },
  })
}

const handler = createAdminHandler(await openCalendar(path), publicUrl)
const serve = async (request: Request): Promise<Response> =>
  pathOf(request) === '/session' ? serveSession(request) : ((await handler.tryHandle(request)) ?? servePage(request))

createServer(toNodeListener(serve)).listen(Number(port), host, () => {
  console.log(`${publicUrl}/ is the admin. Password of the demo: ${password}`)
})
