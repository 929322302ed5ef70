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

/** Chooses between a plan and its alternatives, with one statement for each limit. */
async function choosePlan(context: StoreContext, filter: EventFilter, plan: PagePlan): Promise<PagePlan> {
  const { ifMany } = plan
  if (ifMany === undefined) return plan
  const { rows } = await renderLimit(context, ifMany.limit, filter).execute(context.db)
  return rows.length === 0 ? plan : choosePlan(context, filter, ifMany.plan)
}

/** The ids of a page of events, and the keys of its order. */
export async function eventPage(context: StoreContext, query: FindQuery<EventFilter, EventSort>): Promise<EventPage> {
  const near = { ...query, filter: await withNearVenues(context, query.filter, maxBranches) }
  const plan = await choosePlan(context, near.filter, planPage(near))
  return { plan, ...renderPage(context, plan, near) }
}
