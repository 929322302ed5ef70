import type { BaseRecord } from '@refinedev/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { provider } from './provider.ts'

/** The times and places of a form, as they are typed. */
export interface Plan {
  readonly startDate: string
  readonly endDate: string
  readonly timeZone: string
  readonly venueIds: readonly number[]
}

const dayMs = 86_400_000
const dayBeside = (date: string, ms: number): string => new Date(Date.parse(date.slice(0, 10)) + ms).toISOString().slice(0, 10)

/**
 * The events that take a venue of the plan in its time. One that the signed-in person may not read is only known to be there.
 * @param id the event or the series that is edited, which is not in its own way
 */
async function findTaken({ startDate, endDate, timeZone, venueIds }: Plan, id: number, signal: AbortSignal) {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const toWallTime = (ms: number): string => format.format(ms).replace(' ', 'T')
  const overlaps = (one: { startMs: number; endMs: number }): boolean =>
    toWallTime(one.startMs) < endDate && startDate < toWallTime(one.endMs)
  // The window is in the calendar's zone, so it is a day wider on both sides; what is in it is compared in the zone of the plan.
  const window = { from: dayBeside(startDate, -dayMs), to: dayBeside(endDate, dayMs) }
  const busy = (await provider.freeBusy({ venueIds, ...window }, { signal })).filter(overlaps)
  const ids = [...new Set(busy.flatMap(({ eventIds }) => eventIds))].slice(0, 100)
  // Events that touch share one time, so each of them is asked.
  const { data = [] } = ids.length > 0 ? ((await provider.getMany?.<BaseRecord>({ resource: 'events', ids })) ?? {}) : {}
  const events = data.filter(
    (event) => event.id !== id && event.recurrence?.seriesId !== id && overlaps(event as typeof event & { startMs: number; endMs: number }),
  )
  return { events, isHidden: busy.some(({ eventIds }) => eventIds.length === 0) }
}

/** Says which events take the chosen venues at the chosen time, before anything is saved. */
export function Conflicts({ plan, id = 0 }: { readonly plan: Plan; readonly id?: number }) {
  const { startDate, endDate, venueIds } = plan
  const { data } = useQuery({
    queryKey: ['taken', plan, id],
    queryFn: ({ signal }) => findTaken(plan, id, signal),
    enabled: venueIds.length > 0 && startDate !== '' && startDate < endDate,
    placeholderData: undefined,
  })
  const isTaken = data !== undefined && (data.isHidden || data.events.length > 0)
  return (
    <div role="status" className={isTaken ? 'warning' : ''}>
      {isTaken && 'A venue is taken at that time: '}
      {data?.events.map(({ id: other, title, startDate: start }) => (
        <Link key={other} to={`/events/edit/${other}`}>
          {title}, {String(start).slice(0, 16)}
        </Link>
      ))}
      {data?.isHidden && ' an event that you may not read'}
    </div>
  )
}
