import { selection, slugs } from '../parameters/selection.ts'
import type { Route } from '../routing/route.ts'
import { categoryRoutes, organizerRoutes, tagRoutes, venueRoutes } from './resources.ts'

/** The lists that WordPress has at addresses of its own, by the names there. */
const lists: Readonly<Record<string, readonly Route[]>> = {
  tags: tagRoutes,
  tribe_events_cat: categoryRoutes,
  tribe_venue: venueRoutes,
  tribe_organizer: organizerRoutes,
}

/** The routes of these lists, for faces: programs look up ids there. The member `wordpress` tells the face which list is asked for. */
export const wordpressRoutes: readonly Route[] = Object.entries(lists).flatMap(([name, [list]]) =>
  (list?.endpoints ?? [])
    .filter(({ methods }) => methods.includes('GET'))
    .map((endpoint) => ({
      path: `/wp/v2/${name}`,
      parameters: [],
      endpoints: [
        {
          ...endpoint,
          id: `${endpoint.id}OfWordpress`,
          query: [...endpoint.query, ...(endpoint.query.some((parameter) => parameter.name === 'slug') ? [] : slugs), ...selection],
          run: (call) => endpoint.run({ ...call, query: { ...call.query, wordpress: name } }),
        },
      ],
    })),
)
