import type { MountRequest, MountRow } from './mount-request.ts'
import { outsideRows, pathRows } from './path-rows.ts'
import { readingRows } from './reading-rows.ts'
import { changingRows, creatingRows, refusedRows } from './writing-rows.ts'

/** All rows in the order of sending: each request depends on the writes of the requests before it. */
export const mountRows: readonly MountRow[] = [
  ...creatingRows,
  ...readingRows,
  ...pathRows,
  ...refusedRows,
  ...changingRows,
  ...outsideRows,
]

/**
 * Converts a row to a request.
 * @param tags the `ETag` of each response up to now, by key
 */
export function toMountRequest(row: MountRow, basePath: string, tags: ReadonlyMap<string, string>): MountRequest {
  const { key, method = 'GET', target, headers = {}, tagOf, json } = row
  const body = json === undefined ? row.body : JSON.stringify(json)
  return {
    key,
    method,
    target: target.replace('{routes}', `${basePath}/calendar/events/v1`).replace('{base}', basePath),
    headers: {
      // A fixed id makes the responses to equal requests equal.
      'x-request-id': key,
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(tagOf !== undefined && { [tagOf.header]: tags.get(tagOf.key) ?? '' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? new TextEncoder().encode(body) : body }),
  }
}
