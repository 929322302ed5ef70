import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { createSources, type DocumentReader, type ImportItem, type SourcesOptions } from '../src/index.ts'
import { event, openMemory, type Setting } from './setting.ts'

/** A server on the loopback interface. */
export interface FeedServer {
  /** Its address, without a path. */
  readonly origin: string
  /** The paths of its requests, each with its validators. */
  readonly requests: string[]
  /** Responds to each request. */
  respond: (request: IncomingMessage, response: ServerResponse) => void
  close(): void
}

/** The body of a feed: one line of JSON for each event, and `end`. */
export const feed = (...titles: readonly string[]): string => [...titles.map((title) => JSON.stringify(title)), 'end'].join('\n')

/** Starts a server that responds to nothing yet. */
export async function startFeedServer(): Promise<FeedServer> {
  const server = createServer((request, response) => {
    const { 'if-none-match': etag = '', 'if-modified-since': since = '' } = request.headers
    started.requests.push([request.url, etag, since].filter(Boolean).join(' '))
    started.respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const started: FeedServer = {
    // A server that listens on a port has an address of this type.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    respond: () => undefined,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return started
}

/** Reads the feeds of the test server. */
export const lines: DocumentReader = async function* (body): AsyncGenerator<ImportItem> {
  for (const [index, line] of (await body.text()).split('\n').entries()) {
    if (line === 'end') yield { kind: 'end', complete: true }
    else yield { ...event(line, { title: String(JSON.parse(line)) }), index }
  }
}

/** Opens the sources of a setting. */
export const openSources = (setting: Pick<Setting, 'calendar' | 'records' | 'store'>, options: Partial<SourcesOptions> = {}) => {
  const { calendar, records, store } = setting
  return createSources(calendar, { ...{ records, store, fetch, readers: { lines }, allowInsecure: true }, ...options })
}

/** Runs one source in memory. Its address contains `secret-token`. */
export async function runOne({ origin }: FeedServer, options: Partial<SourcesOptions> = {}) {
  const setting = openMemory()
  const sources = openSources(setting, options)
  await sources.create({ name: 'club', kind: 'lines', address: `${origin}/secret-token` })
  return { ...setting, sources, run: await sources.run('club'), after: await sources.get('club') }
}

/** The outcome of a run that has failed. */
export const failedWith = (code: string) => ({ outcome: 'failed', error: expect.objectContaining({ code }) })
