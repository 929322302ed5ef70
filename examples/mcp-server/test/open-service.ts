import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Calendar } from '@kalends/core'
import { fixedClock } from '@kalends/testing'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { openCalendar } from '../calendar.ts'
import { createHttpHandler } from '../http-handler.ts'

/** The example over HTTP, in January 2031. */
export interface Service {
  readonly calendar: Calendar
  readonly url: string
  /** A client of the SDK. @param secret that of a caller */
  connect(secret: string): Promise<Client>
  close(): Promise<void>
}

/** Serves the example at a free port. */
export async function openService(): Promise<Service> {
  const calendar = await openCalendar({ clock: fixedClock('2031-01-15T12:00:00Z') })
  const hosts: string[] = []
  const server = createServer(getRequestListener(createHttpHandler(calendar, hosts)))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  hosts.push(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  const url = `http://${hosts[0]}/mcp`
  const clients: Client[] = []
  return {
    calendar,
    url,
    connect: async (secret) => {
      const client = new Client({ name: 'tests', version: '1.0.0' })
      clients.push(client)
      const headers = { Authorization: `Bearer ${secret}` }
      // The interface of transports marks its optional members differently.
      await client.connect(Object.assign(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })))
      return client
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
      server.closeAllConnections()
      server.close()
    },
  }
}
