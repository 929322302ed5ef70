import { readPreviewed } from '@kalends/core/internal'
import { mapEndpoints, type TableExtension } from './extension/table.ts'
import { enPreview } from './messages/extensions/en.ts'
import type { Extension } from './options/extension.ts'
import { withoutParameters } from './options/without-parameters.ts'
import { previewParameters } from './parameters/preview.ts'
import { toJson } from './response/representation.ts'
import type { Endpoint } from './routing/route.ts'
import { toWireEvent } from './wire/event.ts'
import { createPresenter } from './wire/presenter.ts'

/**
 * Reads events before they are published: `{namespace}/events/{id}` and `{namespace}/events/by-slug/{slug}` take `?preview=` with a token of
 * `calendar.events.previewToken`. A token that shows nothing there is ignored. Caches must not store a response to such a request, and its
 * address is without the token where `onError` and redirects name it.
 * @example
 * import { preview } from '@kalends/fetch/preview'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [preview()] })
 */
export function preview(): Extension {
  const extension: TableExtension = {
    name: 'preview',
    messages: enPreview,
    withoutSecrets: withoutToken,
    table: (routes) =>
      mapEndpoints(routes, (endpoint, { path }) => (endpoint.methods.includes('GET') ? changed(endpoint, path) : endpoint)),
    response: ({ headers }, { request }) => {
      if (withoutToken(request) !== request) headers['Cache-Control'] = 'private, no-store'
    },
  }
  return extension
}

/** Queries also name a parameter as a list. */
const withoutToken = withoutParameters((name) => /^preview(?:\[[0-9]{0,9}\])?$/.test(name))

const paths: ReadonlySet<string> = new Set(['/events/{id}', '/events/by-slug/{slug}'])

/** An event by its address, read with a token; or a record by a slug, whose redirects repeat the query of the request. */
function changed(endpoint: Endpoint, path: string): Endpoint {
  if (paths.has(path)) return withPreview(endpoint)
  return path.includes('{slug}') ? { ...endpoint, run: (call) => endpoint.run({ ...call, request: withoutToken(call.request) }) } : endpoint
}

const withPreview = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  query: [...endpoint.query, ...previewParameters],
  isCacheable: (match) => match.query['preview'] === undefined && endpoint.isCacheable?.(match) === true,
  run: async (call) => {
    const { preview: token, ...query } = call.query
    if (token === undefined) return endpoint.run(call)
    const { calendar, settings, language, ref } = call
    const event = ref === null ? null : await readPreviewed(calendar, ref, String(token))
    if (event === null) return endpoint.run({ ...call, query, request: withoutToken(call.request) })
    return { body: toJson(toWireEvent(event, await createPresenter(settings, language, [event]))), recordId: event.id }
  },
})
