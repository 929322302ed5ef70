import { currentPerson } from './person.ts'

/** A response of the interface. */
export type Reply<Body> =
  | { readonly ok: true; readonly body: Body; readonly etag: string }
  | { readonly ok: false; readonly status: number; readonly problem: Problem }

/** An error of the interface. */
export interface Problem {
  /** One of a closed table of codes. */
  readonly code: string
  /** A sentence. */
  readonly message: string
  /** The invalid fields, with the reasons. */
  readonly params: Readonly<Record<string, string>>
}

/** The path of the interface and the time zone of the town, which the server has written into the page. */
export const { api = '', zone: townZone = 'UTC' } = document.body.dataset

/** Sends a request as the person who is signed in. */
export async function send<Body>(
  method: string,
  path: string,
  options: { readonly body?: object; readonly ifMatch?: string } = {},
): Promise<Reply<Body>> {
  const headers = new Headers()
  const { token } = currentPerson()
  if (token !== '') headers.set('Authorization', `Bearer ${token}`)
  if (options.body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch)
  try {
    const response = await fetch(api + path, { method, headers, ...(options.body && { body: JSON.stringify(options.body) }) })
    const body = await response.json()
    if (response.ok) return { ok: true, body, etag: response.headers.get('ETag') ?? '' }
    return { ok: false, status: response.status, problem: { code: body.code, message: body.message, params: body.data.params ?? {} } }
  } catch {
    return { ok: false, status: 0, problem: { code: 'unreachable', message: 'The calendar cannot be reached. Try again.', params: {} } }
  }
}

/** Reads all pages of a list; returns the records up to the first page that cannot be read. */
export async function listAll<Item>(key: string, query = ''): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const reply = await send<Readonly<Record<string, readonly Item[]>> & { readonly total_pages: number }>(
      'GET',
      `/${key}?per_page=100&page=${page}${query}`,
    )
    if (!reply.ok) return items
    items.push(...(reply.body[key] ?? []))
    pages = reply.body.total_pages
  }
  return items
}
