import { internals } from '@kalends/core/internal'
import { mapEndpoints, type TableExtension } from '../extension/table.ts'
import { enIdempotency } from '../messages/extensions/en.ts'
import type { Extension } from '../options/extension.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureNoIssues } from '../parameters/query.ts'
import { parametersOf } from '../routing/match.ts'
import type { Endpoint } from '../routing/route.ts'
import { identify } from './hashes.ts'
import { keyHeader, keyReason, parseKey, replayedHeader } from './key.ts'

/** The extension with another time that a request waits for others with its key, for tests. */
export function createIdempotency(maxWaitMs: number): Extension {
  const extension: TableExtension = {
    name: 'idempotency',
    messages: enIdempotency,
    table: (routes, { calendar }) => {
      const { isReadOnly, isComplete } = internals(calendar)
      if (!isReadOnly && !isComplete)
        throw new TypeError('idempotency() needs a calendar of createCalendar: a compact one has no creations with keys')
      return mapEndpoints(routes, (endpoint) =>
        endpoint.status === 201 && endpoint.recordsOf !== undefined ? withKeys(endpoint, maxWaitMs) : endpoint,
      )
    },
  }
  return extension
}

/** A creation that reads the key of a request. */
const withKeys = (endpoint: Endpoint, maxWaitMs: number): Endpoint => ({
  ...endpoint,
  statuses: [...(endpoint.statuses ?? []), 410, 422],
  requestHeaders: [
    ...(endpoint.requestHeaders ?? []),
    { name: keyHeader, text: 'headerIdempotencyKey', schema: { minLength: 1, maxLength: 255 } },
  ],
  responseHeaders: [
    ...(endpoint.responseHeaders ?? []),
    { name: replayedHeader, text: 'headerIdempotencyReplayed', schema: { type: 'string', enum: ['true'] } },
  ],
  run: async (call) => {
    const { request, settings, actor, bytes, query, body } = call
    const given = request.headers.get(keyHeader)
    if (given === null) return endpoint.run(call)
    const key = parseKey(given)
    if (key !== undefined) return endpoint.run({ ...call, keyed: await identify(request, settings, { actor, key, bytes, maxWaitMs }) })
    const parameters = parametersIn(parametersOf(endpoint), settings)
    throw ensureNoIssues({ [keyHeader]: keyReason }, parameters, { ...query, ...body })
  },
})
