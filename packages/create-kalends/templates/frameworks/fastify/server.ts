import { toNodeListener } from '@kalends/fetch/node'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { openApp } from './calendar/open.ts'
import { pageOf } from './calendar/page.ts'

const { HOST = '127.0.0.1', PORT = '3000' } = process.env
const calendar = await openApp()

/** A route that a function from `Request` to `Response` answers. */
function toRoute(answer: (request: Request) => Promise<Response>): (request: FastifyRequest, reply: FastifyReply) => void {
  const listener = toNodeListener(answer)
  return (request, reply) => {
    reply.hijack()
    void listener(request.raw, reply.raw)
  }
}

const app = Fastify()
app.get(
  '/',
  toRoute((request) => pageOf(calendar, request)),
)
app.register(async (api) => {
  // Without parsers, so that the calendar reads bodies itself, with its own limits and errors.
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', (_request, _body, done) => done(null))
  api.all('/api/*', toRoute(calendar.api))
})

await app.listen({ port: Number(PORT), host: HOST })
console.log(`http://${HOST}:${PORT}`)
