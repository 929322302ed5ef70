import { joinRoutes } from '../extension/table.ts'
import type { Settings } from '../options/settings.ts'
import type { Route } from '../routing/route.ts'
import { defineDoc } from './doc.ts'
import { categoryRoutes, eventRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'
import { defineRoot } from './root.ts'

/** The routes of records. */
const recordRoutes: readonly Route[] = [...eventRoutes, ...venueRoutes, ...organizerRoutes, ...categoryRoutes, ...tagRoutes]

/** The table of all routes: routing, parsing, descriptions, documentation and tests use it. */
export function createRoutes(settings: Settings): readonly Route[] {
  const [root, doc] = [defineRoot(() => routes), defineDoc(() => routes)]
  const routes: readonly Route[] = joinRoutes([root, doc], recordRoutes, settings)
  return routes
}
