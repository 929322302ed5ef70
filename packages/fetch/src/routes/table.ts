import type { Route } from '../route.ts'
import { defineDoc } from './doc.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'

/** The one table of routes: it is what is routed, read, described, documented and tested. */
export const routes: readonly Route[] = [
  defineRoot(() => routes),
  defineDoc(() => routes),
  ...eventRoutes,
  ...venueRoutes,
  ...organizerRoutes,
  ...categoryRoutes,
  ...tagRoutes,
]
