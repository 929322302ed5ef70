import type { Format } from '@kalends/core/format'
import { selection } from '../parameters/selection.ts'
import type { Endpoint, Route } from '../routing/route.ts'
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

/** The same, whose reads take the parameter that selects members. */
const selectingRoutes: readonly Route[] = recordRoutes.map((route) =>
  route === fullcalendarRoute
    ? route
    : {
        ...route,
        endpoints: route.endpoints.map((endpoint) =>
          endpoint.methods.includes('GET') ? { ...endpoint, ...termsIn(route), query: [...endpoint.query, ...selection] } : endpoint,
        ),
      },
)

/**
 * The table of all routes: routing, parsing, descriptions, documentation and tests use it.
 * @param formats formats beside JSON
 * @param face whether the handler has the face of another service
 */
export function createRoutes(formats: readonly Format[], face = false): readonly Route[] {
  const routes: readonly Route[] = [
    defineRoot(() => routes),
    defineDoc(() => routes),
    // Before the other routes, because a slug in a path may be any text.
    ...defineFormatRoutes(formats),
    ...(face ? selectingRoutes : recordRoutes),
  ]
  return routes
}
