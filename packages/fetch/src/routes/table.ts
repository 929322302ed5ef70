import type { Format } from '@kalends/core/format'
import { selection } from '../parameters/selection.ts'
import { strictDates } from '../parameters/strict-dates.ts'
import type { Endpoint, Route } from '../routing/route.ts'
import { changesRoute } from './changes.ts'
import { defineDoc } from './doc.ts'
import { defineFormatRoutes } from './formats.ts'
import { fullcalendarRoute } from './fullcalendar.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'

/** The routes of records. */
const recordRoutes: readonly Route[] = [
  ...eventRoutes,
  fullcalendarRoute,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
]

/** The terms that a response depends on in a face: there, the terms inside of an event have their numbers of events. */
const termsIn = (route: Route): Pick<Endpoint, 'terms'> => (eventRoutes.includes(route) ? { terms: 'both' } : {})

/** A route whose lists of events take the parameter that makes times count. */
const withStrictDates = (route: Route): Route => ({
  ...route,
  endpoints: route.endpoints.map((endpoint) =>
    endpoint.text === 'listEvents' ? { ...endpoint, query: [...endpoint.query, ...strictDates] } : endpoint,
  ),
})

/** A route whose endpoints take the parameter that selects members. */
const toSelecting = (route: Route): Route => ({
  ...route,
  endpoints: route.endpoints.map((endpoint) => ({
    ...endpoint,
    ...(endpoint.methods.includes('GET') && termsIn(route)),
    query: [...endpoint.query, ...selection],
  })),
})

/** The routes of records in a face. */
const faceRoutes: readonly Route[] = recordRoutes.map((route) =>
  route === fullcalendarRoute ? route : toSelecting(withStrictDates(route)),
)

/**
 * The table of all routes: routing, parsing, descriptions, documentation and tests use it.
 * @param formats formats beside JSON
 * @param face whether the handler has the face of another service
 */
export function createRoutes(formats: readonly Format[], face = false): readonly Route[] {
  const root = defineRoot(() => routes)
  const formatRoutes = defineFormatRoutes(formats)
  const routes: readonly Route[] = [
    face ? toSelecting(root) : root,
    defineDoc(() => routes),
    // Before the other routes, because a slug in a path may be any text.
    ...(face ? formatRoutes.map(withStrictDates) : formatRoutes),
    // Another service has no route of changes.
    ...(face ? faceRoutes : [...recordRoutes, changesRoute]),
  ]
  return routes
}
