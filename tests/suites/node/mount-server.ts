import { request as httpRequest, type Server } from 'node:http'
import type { MountAnswer, MountRequest } from '../mounts/mount-request.ts'
import type { Mounted } from '../mounts/mounted.ts'
import { listen } from './listen.ts'

/** Starts a server on a free port of this machine; returns it as a mount for `registerMount`. */
export async function mountServer(server: Server): Promise<Mounted> {
  const port = await listen(server)
  return {
    send: (request) => sendOverHttp(`http://127.0.0.1:${port}`, request),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** From how many bytes on a body waits for what the server says of its headers, and for how long. */
const [largeBytes, patienceMs] = [1_000_000, 200]

/**
 * Sends a request over HTTP with its raw path; `fetch` would resolve dot segments first.
 * @param origin the server, such as `http://127.0.0.1:3000`
 */
export function sendOverHttp(origin: string, { method, target, headers, body }: MountRequest): Promise<MountAnswer> {
  const { hostname, port } = new URL(origin)
  const isChunked = headers['transfer-encoding'] === 'chunked'
  const length = body === undefined || isChunked ? {} : { 'content-length': String(body.byteLength) }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path: target, headers: { ...headers, ...length }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const named = Object.entries(response.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(named), body: Buffer.concat(chunks) })
      })
    })
    sent.on('error', reject)
    if (body === undefined || body.byteLength < largeBytes) return void sent.end(body)
    // A server may refuse a large body by its headers and close the connection, which ends a client that is still writing.
    sent.flushHeaders()
    const timer = setTimeout(() => sent.end(body), patienceMs)
    sent.on('response', (response) => {
      clearTimeout(timer)
      response.on('close', () => sent.destroy())
    })
  })
}
