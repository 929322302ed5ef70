import { internals } from '@kalends/core/internal'
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
  const joined = joinRoutes([root, doc], recordRoutes, settings)
  const routes = internals(settings.calendar).isReadOnly ? withoutWrites(joined) : joined
  return routes
}

/** The routes that read, with these endpoints alone. */
const withoutWrites = (routes: readonly Route[]): readonly Route[] =>
  routes
    .map((route) => ({ ...route, endpoints: route.endpoints.filter(({ methods }) => methods.includes('GET')) }))
    .filter(({ endpoints }) => endpoints.length > 0)
