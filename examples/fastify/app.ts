import type { Handler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/**
 * An application of Fastify with routes of its own beside the calendar.
 * @param configure registers what the host has for all routes, such as a rate limiter
 */
export function buildApp(handler: Handler, configure?: (app: FastifyInstance) => void): FastifyInstance {
  const listener = toNodeListener(handler)
  const answer = (request: FastifyRequest, reply: FastifyReply): void => {
    // Headers that plugins have set would stay behind in the reply.
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    void listener(request.raw, reply.raw)
  }
  // Paths that are not UTF-8 reach no route, but they reach this.
  const app = Fastify({ frameworkErrors: (_error, request, reply: FastifyReply) => answer(request, reply) })
  configure?.(app)
  app.register(async (calendar) => {
    // Without parsers, so that Kalends reads bodies itself, with its own limits and errors.
    calendar.removeAllContentTypeParsers()
    calendar.addContentTypeParser('*', (_request, _body, done) => done(null))
    calendar.all('/api/*', answer)
  })
  app.get('/api/health', async () => 'ok')
  app.post('/api/echo', async (request) => request.body)
  return app
}
