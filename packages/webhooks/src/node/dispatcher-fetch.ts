import { type Dispatcher, request } from 'undici'
import type { WebhookFetch } from '../fetch-like.ts'

/** How much of the body of a response is read, so that its connection can be used again, in bytes. */
const maxResponseBytes = 4_096

/** Makes a `fetch` for deliveries on undici's `request`, which takes a third of the processor time of its `fetch`. It follows no redirects. */
export const createDispatcherFetch =
  (dispatcher: Dispatcher): WebhookFetch =>
  async (url, { method, headers, body, signal }) => {
    const response = await request(url, { dispatcher, method, headers, body, signal })
    // The status has come, and decides, even if the body breaks off.
    await response.body.dump({ limit: maxResponseBytes, signal }).catch(() => undefined)
    const get = (name: string): string | null => [response.headers[name] ?? null].flat()[0] ?? null
    return { status: response.statusCode, headers: { get }, body: null }
  }
