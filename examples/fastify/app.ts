import type { Handler } from '@kalends/fetch'
import { toNodeMiddleware } from '@kalends/fetch/node'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'

/** An application of Fastify with routes of its own beside the calendar. */
export function buildApp(handler: Handler): FastifyInstance {
  const calendar = toNodeMiddleware(handler)
  const app = Fastify({
    // Paths that are not UTF-8 reach no hook, but they reach this.
    frameworkErrors: (error, request, reply: FastifyReply) => void calendar(request.raw, reply.raw, () => reply.send(error)),
  })
  // Before the parsers, so that Kalends reads bodies itself, with its own limits and errors.
  app.addHook('onRequest', (request, reply, done) => void calendar(request.raw, reply.raw, done))
  app.get('/api/health', async () => 'ok')
  app.post('/api/echo', async (request) => request.body)
  return app
}
