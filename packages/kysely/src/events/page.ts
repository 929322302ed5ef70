import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import type { StoreContext } from '../engine/store-context.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { maxBranches } from './branches.ts'
import { type PagePlan, planPage } from './page-plan.ts'
import { type RenderedPage, renderLimit, renderPage } from './render-page.ts'

/** A page of event ids, and its plan. */
export interface EventPage extends RenderedPage {
  /** The plan that was chosen. */
  readonly plan: PagePlan
}

/** Replaces a plan by its first alternative for which more rows match than its limit allows. Runs one statement for each limit. */
async function choosePlan(context: StoreContext, filter: EventFilter, plan: PagePlan): Promise<PagePlan> {
  for (const { limit, plan: other } of plan.ifMany ?? []) {
    const { rows } = await renderLimit(context, limit, filter).execute(context.db)
    if (rows.length > 0) return choosePlan(context, filter, other)
  }
  return plan
}

/** Plans and renders the statement for a page of event ids with their sort keys. */
export async function eventPage(context: StoreContext, query: FindQuery<EventFilter, EventSort>): Promise<EventPage> {
  const near = { ...query, filter: await withNearVenues(context, query.filter, maxBranches) }
  const plan = await choosePlan(context, near.filter, planPage(near))
  return { plan, ...renderPage(context, plan, near) }
}
