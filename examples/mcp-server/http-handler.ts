import type { Actor, Calendar } from '@kalends/core'
import { createTools } from '@kalends/mcp'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { access, actorOf } from './calendar.ts'
import { createToolServer } from './tool-server.ts'

/** A session of one caller, with tools of its own: the tokens of its dry runs are valid nowhere else. */
interface Session {
  readonly actor: Actor
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** The maximum number of sessions: the oldest one ends first. */
const maxSessions = 1_000

/**
 * Serves the tools over HTTP.
 * @param hosts the values of `Host` that it answers to, so that no page of a stranger reaches a server of this machine by a name of its own
 */
export function createHttpHandler(calendar: Calendar, hosts: readonly string[]): (request: Request) => Promise<Response> {
  const sessions = new Map<string, Session>()

  async function begin(actor: Actor): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      enableJsonResponse: true,
      onsessioninitialized: (id) => {
        sessions.set(id, { actor, transport })
        for (const [oldest, session] of sessions) {
          if (sessions.size <= maxSessions) break
          sessions.delete(oldest)
          void session.transport.close()
        }
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    const tools = createTools(calendar.as(actor, access), { write: true, onError: console.error })
    // The interface of transports marks its optional members differently.
    await createToolServer(tools).connect(Object.assign(transport))
    return transport
  }

  return async (request) => {
    // Browsers name the page that asks; this server is for programs.
    if (!hosts.includes(request.headers.get('host') ?? '') || request.headers.has('origin')) return new Response(null, { status: 403 })
    const actor = actorOf(request)
    if (actor === undefined) return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
    const id = request.headers.get('mcp-session-id')
    if (id === null) return (await begin(actor)).handleRequest(request)
    const session = sessions.get(id)
    // A session is its caller's: for others there is none.
    if (session?.actor.id !== actor.id) return new Response(null, { status: 404 })
    return session.transport.handleRequest(request)
  }
}
