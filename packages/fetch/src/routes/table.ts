import type { Format } from '@kalends/core/format'
import type { Route } from '../routing/route.ts'
import { defineDoc } from './doc.ts'
import { defineFormatRoutes } from './formats.ts'
import { fullcalendarRoute } from './fullcalendar.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'

/**
 * The table of all routes: routing, parsing, descriptions, documentation and tests use it.
 * @param formats formats beside JSON
 */
export function createRoutes(formats: readonly Format[]): readonly Route[] {
  const routes: readonly Route[] = [
    defineRoot(() => routes),
    defineDoc(() => routes),
    // Before the other routes, because a slug in a path may be any text.
    ...defineFormatRoutes(formats),
    ...eventRoutes,
    fullcalendarRoute,
    ...venueRoutes,
    ...organizerRoutes,
    ...categoryRoutes,
    ...tagRoutes,
  ]
  return routes
}
