import type { CalendarClient, Explanation } from '@kalends/core'
import { encode, toQuery } from './encode.ts'
import { requireKnownFilters } from './known-filters.ts'
import { filtersOf } from './names.ts'
import type { ToId } from './records.ts'
import type { Send } from './transport.ts'

type Explain = CalendarClient['events']['explain']

type Reason = Explanation['reasons'][number]

/** An explanation as sent: without reasons for an event that is listed. */
type WireExplanation = Omit<Explanation, 'reasons'> & { readonly reasons?: readonly Reason[] }

const { toCore } = filtersOf('events')

/** The name of a filter: `fields.level` for `custom_fields[level]`. */
const toFilter = (name: string): string =>
  name === 'geoloc_radius' ? 'near' : name.replace(/^custom_fields\[(.*)\]$/s, 'fields.$1').replace(/^[^.]*$/, toCore)

/** The ids of authors are texts, and none is the empty one. */
function toAuthors(ids: Reason['value']): Reason['value'] {
  return Array.isArray(ids) ? ids.map((id) => toAuthors(id) as string) : ids ? String(ids) : ''
}

function toReason({ suggestion, ...reason }: Reason): Reason {
  const filter = toFilter(reason.filter)
  const values =
    filter === 'authorIds'
      ? { value: toAuthors(reason.value), wanted: toAuthors(reason.wanted) }
      : // The interface has one parent, and its id is a number.
        filter === 'parentIds' && { wanted: [reason.wanted as number] }
  const suggested = suggestion && {
    suggestion: Object.fromEntries(Object.entries(suggestion).map(([name, value]) => [toCore(name), value])),
  }
  return { ...reason, filter, ...values, ...suggested }
}

/**
 * The explanations of lists of events. The messages are those of the service, in its language and with its names of filters.
 * @param toId finds an event: the interface explains lists of events by ids alone
 */
export const createExplain =
  (send: Send, toId: ToId): Explain =>
  async (ref, input = {}, { viewer, signal, ...others } = {}) => {
    const query = toQuery('events', { ...requireKnownFilters('events', input), window: 'all' })
    // Another viewer would be ignored silently.
    if (Object.keys(others).length > 0 || (viewer && viewer.actor !== null))
      throw new TypeError('Over HTTP, explain has the options signal and viewer: { actor: null }.')
    const id = await toId(ref)
    return send({
      method: 'GET',
      path: `/events/${encode(id)}/explain?${query}${viewer ? '&as=anonymous' : ''}`,
      toCore,
      subject: { kind: 'event', id },
      signal,
      decode: (body) => {
        // The service sends an explanation; another body makes it throw.
        const { reasons = [], ...listed } = body as WireExplanation
        return { ...listed, reasons: reasons.map(toReason) }
      },
    }) as Promise<Explanation>
  }
