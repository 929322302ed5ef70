import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import type { GuardedFetch } from '../fetch-like.ts'

/** How much of the body of a response is read, so that its connection can be used again, in bytes. */
const maxResponseBytes = 4_096

/** Makes a `fetch` on undici's `request`, which takes a third of the processor time of its `fetch`. It follows no redirects. */
export const createDispatcherFetch =
  (dispatcher: Dispatcher): GuardedFetch =>
  async (url, { method, headers, body = null, signal }) => {
    const response = await request(url, { dispatcher, method, headers, body, signal })
    const get = (name: string): string | null => [response.headers[name] ?? null].flat()[0] ?? null
    if (method !== 'POST') return { status: response.statusCode, headers: { get }, body: Readable.toWeb(response.body) }
    // The status has come, and decides, even if the body breaks off.
    await response.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined)
    return { status: response.statusCode, headers: { get }, body: null }
  }
