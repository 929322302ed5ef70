import type { MountAnswer, MountRequest } from './mount-request.ts'
import type { Mounted } from './mounted.ts'

/** Mounts a fetch function, such as that of a worker: `send` calls the function directly, with a parsed URL. */
export const mountFetch = (fetch: (request: Request) => Response | Promise<Response>): Mounted => ({
  send: async (request) => toAnswer(await fetch(toRequest(request, 'parsed'))),
  close: () => undefined,
})

/** Builds a request as a framework passes it on: its `url` is the target `as sent`, or a full URL with resolved dot segments. */
export function toRequest({ method, target, headers, body }: MountRequest, paths: 'as sent' | 'parsed'): Request {
  const request = new Request(`http://localhost${target}`, { method, headers: { ...headers }, ...(body !== undefined && { body }) })
  return paths === 'parsed' ? request : Object.defineProperty(request, 'url', { value: target })
}

/** Converts a response to its wire form; reads its body. */
export async function toAnswer(response: Response): Promise<MountAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
