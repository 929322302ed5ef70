import { type Endpoint, isObject, mapEndpoints, parseBody, type Route, type Settings, toJson } from '@kalends/fetch/internal'
import { writeIndex } from './addresses.ts'
import { creationOf, documentOf, listOf, recordOf, removalOf, updateOf } from './endpoints.ts'
import { selectOfRecord } from './lists.ts'
import { selection, slugs, strictDates } from './parameters.ts'
import { withoutWordpress, wordpressLists } from './wordpress.ts'

/** Extensions whose changes of a table have to come after those of this one. */
const later = ['idempotency', 'formats']

/**
 * Returns the table of routes with the requests and the answers of that service.
 * @throws TypeError another extension would see its answers before their change, replace its headers, or answer at its addresses
 */
export function changeTable(routes: readonly Route[], { use }: Settings): readonly Route[] {
  const names = use.map(({ name }) => name)
  const at = names.indexOf('the-events-calendar')
  const early = names.slice(0, at).find((name) => later.includes(name))
  if (early !== undefined) throw new TypeError(`use must have theEventsCalendar() before ${early}()`)
  if (names.includes('cors', at)) throw new TypeError('use must have cors() before theEventsCalendar()')
  return [...mapEndpoints(routes, (endpoint, route) => change(endpoint, route, routes)), ...toWordpressRoutes(routes)]
}

function change(endpoint: Endpoint, route: Route, routes: readonly Route[]): Endpoint {
  const { recordsOf: kind, fieldsOf, methods, query, run, mediaType, text } = endpoint
  if (route.path === '') return { ...endpoint, query: [...query, ...selection], run: rootOf(run) }
  if (mediaType !== undefined && fieldsOf !== undefined && (text === 'listEvents' || text === 'listVenues'))
    return { ...endpoint, query: [...query, ...(text === 'listEvents' ? strictDates : [])], run: documentOf(fieldsOf, run) }
  if (kind === undefined) return endpoint
  const isRead = methods.includes('GET')
  const isList = isRead && route.parameters.length === 0
  const changed = {
    ...endpoint,
    // Terms inside of an event have their numbers of events.
    ...(isRead && kind === 'event' && { terms: 'both' as const }),
    query: [...query, ...(isList && kind === 'event' ? strictDates : []), ...selection],
  }
  if (isList) return { ...changed, run: listOf(kind, endpoint) }
  if (isRead) return { ...changed, run: recordOf(kind, run) }
  const single = route.parameters.length === 0 ? routes.find(({ path }) => path === `${route.path}/{id}`) : route
  const [read, update] = ['GET', 'PUT'].map((method) => single?.endpoints.find((one) => one.methods.some((own) => own === method))?.run)
  if (read === undefined || update === undefined) return changed
  if (endpoint.status === 201) return { ...changed, run: creationOf(kind, run, { read, update }) }
  return { ...changed, run: methods.includes('DELETE') ? removalOf(kind, run, read) : updateOf(kind, run, read) }
}

/** The description of the namespace, or of all namespaces. */
const rootOf =
  (run: Endpoint['run']): Endpoint['run'] =>
  async (call) => {
    const answer = await run(call)
    const bytes = 'byteLength' in answer ? answer.body : await answer.body.encode()
    const { routes, ...root } = parseBody(bytes)
    const described = { ...root, routes: isObject(routes) ? withoutWordpress(routes) : {} }
    return { body: toJson(selectOfRecord(writeIndex(described, { url: call.request.url }, call.settings), call.query)) }
  }

/** @throws TypeError a route of another extension would answer in place of one of them */
function toWordpressRoutes(routes: readonly Route[]): readonly Route[] {
  return Object.entries(wordpressLists).flatMap(([name, path]) => {
    const address = `/wp/v2/${name}`
    const other = routes.find((route) => route.path === address || route.path === '/wp/v2/{slug}')
    if (other !== undefined) throw new TypeError(`an extension has the route ${other.path}, and theEventsCalendar() has ${address}`)
    const endpoint = routes.find((route) => route.path === path)?.endpoints.find(({ methods }) => methods.includes('GET'))
    if (endpoint?.recordsOf === undefined) return []
    const { recordsOf, query, ...rest } = endpoint
    const own = query.some((parameter) => parameter.name === 'slug') ? [] : slugs
    const run = listOf(recordsOf, endpoint, name)
    const list: Endpoint = { ...rest, id: `${endpoint.id}OfWordpress`, query: [...query, ...own, ...selection], run }
    return [{ path: address, parameters: [], endpoints: [list] }]
  })
}
