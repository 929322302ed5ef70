import { joinRoutes, mapEndpoints } from '../extension/table.ts'
import type { Settings } from '../options/settings.ts'
import { selection } from '../parameters/selection.ts'
import { strictDates } from '../parameters/strict-dates.ts'
import type { Endpoint, Route } from '../routing/route.ts'
import { defineDoc } from './doc.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'
import { wordpressRoutes } from './wordpress.ts'

/** The routes of records. */
const recordRoutes: readonly Route[] = [...eventRoutes, ...venueRoutes, ...organizerRoutes, ...categoryRoutes, ...tagRoutes]

/** The terms that a response depends on in a face: there, the terms inside of an event have their numbers of events. */
const termsIn = ({ path }: Route): Pick<Endpoint, 'terms'> => (eventRoutes.some((one) => one.path === path) ? { terms: 'both' } : {})

/** Routes whose lists of events take the parameter that makes times count. */
const withStrictDates = (routes: readonly Route[]): readonly Route[] =>
  mapEndpoints(routes, (endpoint) =>
    endpoint.text === 'listEvents' ? { ...endpoint, query: [...endpoint.query, ...strictDates] } : endpoint,
  )

/** Routes whose endpoints take the parameter that selects members. */
const toSelecting = (routes: readonly Route[]): readonly Route[] =>
  mapEndpoints(routes, (endpoint, route) => ({
    ...endpoint,
    ...(endpoint.methods.includes('GET') && termsIn(route)),
    query: [...endpoint.query, ...selection],
  }))

/** The table of all routes: routing, parsing, descriptions, documentation and tests use it. */
export function createRoutes(settings: Settings): readonly Route[] {
  const face = settings.compatibility !== undefined
  const [root, doc] = [defineRoot(() => routes), defineDoc(() => routes)]
  const records = face ? [...toSelecting(withStrictDates(recordRoutes)), ...wordpressRoutes] : recordRoutes
  const routes: readonly Route[] = joinRoutes([...(face ? toSelecting([root]) : [root]), doc], records, settings)
  return routes
}
