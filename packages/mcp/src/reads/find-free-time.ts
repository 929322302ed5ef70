import { addLocalDays, instantToLocal, invalidInput, type Reason, readFreeBusyInput, resolveLocal } from '@kalends/core/internal'
import { defineTool } from '../tool.ts'
import { notice, plainText } from '../untrusted.ts'
import { whenBetween } from '../when.ts'
import { readWrittenZone } from '../written-time.ts'
import { maxRecords } from './search-events.ts'

/** A span of time. */
interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** Finds times at which places are free. */
export const findFreeTime = defineTool({
  name: 'find_free_time',
  title: 'Find free time',
  description:
    'The first times at which places are free, at most 20, each as long as it is free. Events that you may not read count only if you may create events. Free time is not reserved: create_event checks again.',
  input: {
    properties: {
      venueIds: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 20, description: 'Ids of list_places.' },
      from: { type: 'string', maxLength: 64, description: 'The first day or moment, as wall time in timeZone; or now, today, +2 days.' },
      to: { type: 'string', maxLength: 64, description: 'The last day or moment, at most 366 days later.' },
      timeZone: {
        type: 'string',
        maxLength: 64,
        description: 'The zone of earliest, latest and the answer. Default: that of the calendar.',
      },
      minutes: { type: 'integer', minimum: 1, maximum: 10_080, description: 'How long it has to be free. Default: 60.' },
      earliest: { type: 'string', maxLength: 5, description: 'The earliest time of day, such as 09:00. Default: the whole day.' },
      latest: {
        type: 'string',
        maxLength: 5,
        description: 'The latest end of the day, such as 22:00; before earliest it is that of the next day.',
      },
    },
    required: ['venueIds', 'from', 'to'],
  },
  effect: 'reads',
  run: async ({ calendar, nowMs }, input) => {
    const { venueIds, from, to, minutes = 60, earliest = '00:00', latest = '00:00' } = input
    const issues: Record<string, Reason> = {}
    const zone = readWrittenZone(input.timeZone ?? calendar.timeZone, issues)
    for (const [name, text] of Object.entries({ earliest, latest }))
      if (!timeOfDay.test(text)) issues[name] = { code: 'invalid_field', reason: 'must be a time of day such as 09:00' }
    if (Object.keys(issues).length > 0) throw invalidInput(issues)
    const { span } = readFreeBusyInput({ nowMs: nowMs(), timeZone: zone }, { venueIds, from, to })
    const places = await Promise.all([...new Set(venueIds)].map((id) => calendar.venues.get(id)))
    const busy = await calendar.freeBusy({ venueIds, from: new Date(span.startMs), to: new Date(span.endMs) })
    const days = dayHours(span, zone, earliest, latest)
    const found = places.flatMap(({ id, name }) => {
      const taken = busy.filter(({ venueId }) => venueId === id)
      return days.flatMap((day) => freeIn(day, taken)).map((free) => ({ id, name, ...free }))
    })
    const fitting = found.filter(({ startMs, endMs }) => endMs - startMs >= minutes * 60_000).sort((a, b) => a.startMs - b.startMs)
    return {
      notice,
      timeZone: zone,
      hasMore: fitting.length > maxRecords,
      free: fitting.slice(0, maxRecords).map(({ id, name, startMs, endMs }) => ({
        venueId: id,
        when: whenBetween(startMs, endMs, zone),
        untrusted: { venue: plainText(name) },
      })),
    }
  },
})

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** The parts of a span that are between two times of day; a whole span where they are equal. */
function dayHours(span: Span, zone: string, earliest: string, latest: string): readonly Span[] {
  if (earliest === latest) return [span]
  const days: Span[] = []
  // A night that began on the day before may reach into the span.
  let day = addLocalDays(instantToLocal(span.startMs, zone).slice(0, 10), -1)
  for (let startMs = 0; startMs < span.endMs; day = addLocalDays(day, 1)) {
    startMs = resolveLocal(`${day}T${earliest}:00`, zone).ms
    const endMs = resolveLocal(`${latest > earliest ? day : addLocalDays(day, 1)}T${latest}:00`, zone).ms
    const part = { startMs: Math.max(startMs, span.startMs), endMs: Math.min(endMs, span.endMs) }
    if (part.endMs > part.startMs) days.push(part)
  }
  return days
}

/** What a span has beside the taken times in it, which are ascending and do not overlap. */
function freeIn({ startMs, endMs }: Span, taken: readonly Span[]): readonly Span[] {
  const free: Span[] = []
  let fromMs = startMs
  for (const busy of taken.filter((other) => other.startMs < endMs && other.endMs > startMs)) {
    if (busy.startMs > fromMs) free.push({ startMs: fromMs, endMs: busy.startMs })
    fromMs = Math.max(fromMs, busy.endMs)
  }
  return fromMs < endMs ? [...free, { startMs: fromMs, endMs }] : free
}
