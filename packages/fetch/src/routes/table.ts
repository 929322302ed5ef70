import type { Route } from '../routing/route.ts'
import { defineDoc } from './doc.ts'
import { fullcalendarRoute } from './fullcalendar.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'

/** The table of all routes: routing, parsing, descriptions, documentation and tests use it. */
export const routes: readonly Route[] = [
  defineRoot(() => routes),
  defineDoc(() => routes),
  ...eventRoutes,
  fullcalendarRoute,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
]
