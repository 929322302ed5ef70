import { createServer } from 'node:http'

/** A local registry with the part of npm's API that publishing needs. */
export interface Registry {
  /** The URL, with a slash at its end. */
  readonly url: string
  /** The published packages, in order. */
  readonly published: readonly string[]
  /** A package that it refuses. */
  refuse: string
  /** Stops the registry. */
  close(): Promise<void>
}

/** Starts an empty registry. */
export async function startRegistry(): Promise<Registry> {
  const documents = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1).replace(/\?.*$/, ''))
    const answer = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === 'PUT' && name === registry.refuse) return answer(403, '{"error":"refused"}')
    if (request.method === 'PUT') {
      documents.set(name, Buffer.concat(chunks).toString('utf8'))
      return answer(201, '{}')
    }
    const document = documents.get(name)
    return document === undefined ? answer(404, '{"error":"not found"}') : answer(200, document)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The registry listens nowhere.')
  const registry: Registry = {
    url: `http://127.0.0.1:${address.port}/`,
    get published() {
      return [...documents.keys()]
    },
    refuse: '',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return registry
}
