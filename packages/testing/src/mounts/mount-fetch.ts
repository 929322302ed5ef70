import type { MountAnswer, MountRequest } from './mount-request.ts'
import type { Mounted } from './mounted.ts'

/** Mounts a function, as workers are: `registerMount` calls it, with parsed paths. */
export const mountFetch = (fetch: (request: Request) => Response | Promise<Response>): Mounted => ({
  send: async (request) => toAnswer(await fetch(toRequest(request, 'parsed'))),
  close: () => undefined,
})

/** Builds the request as a framework would pass it on. */
export function toRequest({ method, target, headers, body }: MountRequest, paths: 'as sent' | 'parsed'): Request {
  const request = new Request(`http://localhost${target}`, { method, headers: { ...headers }, ...(body !== undefined && { body }) })
  return paths === 'parsed' ? request : Object.defineProperty(request, 'url', { value: target })
}

/** Reads the body of a response. */
export async function toAnswer(response: Response): Promise<MountAnswer> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
