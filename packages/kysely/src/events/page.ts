import type { EventFilter, EventSort, FindQuery } from '@kalends/core/store'
import type { StoreContext } from '../engine/store-context.ts'
import { withNearVenues } from '../event-filter/place.ts'
import { maxBranches } from './branches.ts'
import { type BoundedPlan, type PagePlan, planPage } from './page-plan.ts'
import { type RenderedPage, renderLimit, renderPage } from './render-page.ts'
import type { RowLimit } from './row-limit.ts'

/** A page of event ids, and its plan. */
export interface EventPage extends RenderedPage {
  /** The plan that was chosen. */
  readonly plan: PagePlan
}

/** Whether more rows match than a limit allows: one statement. */
async function isExceeded(context: StoreContext, limit: RowLimit, filter: EventFilter): Promise<boolean> {
  return (await renderLimit(context, limit, filter).execute(context.db)).rows.length > 0
}

/** Replaces a plan by its first alternative for which more rows match than its limit allows. */
async function choosePlan(context: StoreContext, filter: EventFilter, plan: PagePlan): Promise<PagePlan> {
  for (const { limit, plan: other } of plan.ifMany ?? []) {
    if (await isExceeded(context, limit, filter)) return choosePlan(context, filter, other)
  }
  return plan
}

/** Plans and renders the statement for a page of event ids with their sort keys. */
export async function eventPage(context: StoreContext, query: FindQuery<EventFilter, EventSort>): Promise<EventPage> {
  const near = { ...query, filter: await withNearVenues(context, query.filter, maxBranches) }
  const plan = await choosePlan(context, near.filter, planPage(near))
  return { plan, ...renderPage(context, plan, near) }
}

/**
 * Reads a page by the first of its bounded plans that is right; undefined if none is.
 * @param read reads the records of a page
 */
export async function readBoundedPage<R>(
  context: StoreContext,
  query: FindQuery<EventFilter, EventSort>,
  plans: readonly BoundedPlan[],
  read: (page: RenderedPage) => Promise<readonly R[]>,
): Promise<readonly R[] | undefined> {
  for (const { plan, limit } of plans) {
    if (limit !== undefined && (await isExceeded(context, limit, query.filter))) continue
    const found = await read(renderPage(context, plan, query))
    if (plan.firstRows === undefined || found.length === query.limit) return found
  }
  return undefined
}
