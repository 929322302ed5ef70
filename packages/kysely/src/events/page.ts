import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import type { StoreContext } from '../engine/store-context.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { type PagePlan, planPage, type StatementPlan } from './page-plan.ts'
import { type RenderedPage, renderLimit, renderPage } from './render-page.ts'

/** A page of event ids, and its plan. */
export interface EventPage extends RenderedPage {
  /** The plan that was chosen. */
  readonly plan: StatementPlan
  /** The query with the venues of its circle, if these are few. */
  readonly near: FindQuery<EventFilter, EventSort>
}

/** Chooses one of the plans, by statements that count no more rows than their limits. */
async function choosePlan(context: StoreContext, filter: EventFilter, plan: PagePlan): Promise<StatementPlan> {
  if (plan.shape !== 'firstOf') return plan
  const { rows } = await renderLimit(context, plan.limit, filter).execute(context.db)
  return rows.length > 0 ? choosePlan(context, filter, plan.many) : plan.few
}

/** Plans and renders the statement for a page of event ids with their sort keys. */
export async function eventPage(context: StoreContext, query: FindQuery<EventFilter, EventSort>): Promise<EventPage> {
  const near = { ...query, filter: await withNearVenues(context, query.filter) }
  const plan = await choosePlan(context, near.filter, planPage(near))
  return { plan, near, ...renderPage(context, plan, near) }
}
