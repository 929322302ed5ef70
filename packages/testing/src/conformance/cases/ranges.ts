import type { EventFilter, EventTimes, Range, TimeSpan } from '@kalends/core/store'
import { utcMs } from '../../factories/published.ts'
import type { ConformanceCase, ConformanceContext } from '../case.ts'
import { filterCases, row, seedBySlug } from '../tables.ts'

const times = ['2026-03-29T01:59:59', '2026-03-29T02:00:00', '2026-03-29T02:00:00', '2026-03-29T02:00:01', '2026-12-31T23:59:59'] as const
const [before, at, , after, late] = times

/** The range of a member, with its bounds as local time. */
interface Bounds {
  readonly gte?: string
  readonly lt?: string
}

const bounds: readonly (readonly [key: string, title: string, range: Bounds, finds: string])[] = [
  ['from', 'at or after', { gte: at }, 'b c d e'],
  ['before', 'before, not at', { lt: at }, 'a'],
  ['between', 'at or after one and before another', { gte: at, lt: late }, 'b c d'],
  ['one', 'a range that contains one value', { gte: before, lt: at }, 'a'],
  ['open', 'an open range contains everything', {}, 'a b c d e'],
  ['empty', 'equal bounds contain nothing', { gte: at, lt: at }, ''],
  ['reversed', 'reversed bounds contain nothing', { gte: after, lt: before }, ''],
  ['outside', 'a range without events', { gte: '2027-01-01T00:00:00' }, ''],
]

const toMs = ({ gte, lt }: Bounds): Range<number> => ({
  ...(gte !== undefined && { gte: utcMs(gte) }),
  ...(lt !== undefined && { lt: utcMs(lt) }),
})

type Member = 'startLocal' | 'endLocal' | 'startMs' | 'endMs'

const filterOf = (member: Member, range: Bounds): EventFilter => ({ [member]: member.endsWith('Ms') ? toMs(range) : range })

/** The events differ only in the tested member: a store that reads another member finds too much or too little. */
function seed(member: Member): (context: ConformanceContext) => Promise<unknown> {
  const fixed = {
    startLocal: '2026-06-01T10:00:00',
    endLocal: '2026-06-01T11:00:00',
    startMs: utcMs('2026-06-01T10:00:00'),
    endMs: utcMs('2026-06-01T11:00:00'),
  }
  return ({ store, draft }) =>
    seedBySlug(
      store.events,
      times.map((time, i) =>
        draft.event({ slug: 'abcde'.charAt(i), times: { ...fixed, [member]: member.endsWith('Ms') ? utcMs(time) : time } }),
      ),
    )
}

const members: readonly Member[] = ['startLocal', 'endLocal', 'startMs', 'endMs']

/** The start and the end of an event, or the bounds of `fromLocal`. */
interface Ends {
  readonly start: string
  readonly end: string
}

const on = (start: string, end: string): Ends => ({ start: `2026-06-01T${start}`, end: `2026-06-01T${end}` })

/** Events around 10:00: ended, running, short and long. The end of the last one is before its start, as in a repeated hour. */
const around: Readonly<Record<string, Ends>> = {
  a: on('08:00:00', '09:00:00'),
  b: on('08:00:00', '10:00:00'),
  c: on('08:00:00', '10:00:01'),
  d: on('10:00:00', '10:00:00'),
  e: on('10:00:00', '11:00:00'),
  f: { start: '2025-06-01T10:00:00', end: '2026-06-01T12:00:00' },
  g: { start: '2025-06-01T10:00:00', end: '2026-06-01T09:00:00' },
  h: on('10:00:00', '09:30:00'),
}

const atTen: Ends = on('10:00:00', '10:00:01')
const listed: EventFilter = { readable: [{ status: 'publish' }], hidden: false, roles: ['single', 'occurrence'] }

const overlaps: readonly (readonly [key: string, title: string, from: Ends, range: Bounds, others: EventFilter, finds: string])[] = [
  ['begun', 'events that end after a time, or start at it or later', atTen, {}, {}, 'c d e f h'],
  ['listed', 'listed events that end after a time, or start at it or later', atTen, {}, listed, 'c d e f h'],
  ['running', 'listed events that have begun before', atTen, { lt: '2026-06-01T10:00:00' }, listed, 'c f'],
  ['window', 'listed events of a window', atTen, { gte: '2026-05-31T00:00:00', lt: '2026-06-02T00:00:00' }, listed, 'c d e h'],
  ['bounds', 'each bound is that of its own time', on('12:00:00', '11:00:00'), {}, {}, 'e f'],
]

function overlapFilter(suffix: 'Ms' | 'Local', from: Ends, range: Bounds): EventFilter {
  if (suffix === 'Local') return { fromLocal: from, startLocal: range }
  return { fromMs: { start: utcMs(from.start), end: utcMs(from.end) }, startMs: toMs(range) }
}

/** The times of an event. Those that are not tested are in the past, so a store that reads them finds nothing. */
function timesOf(suffix: 'Ms' | 'Local', { start, end }: Ends): Partial<EventTimes> {
  const [startLocal, endLocal] = ['2020-01-01T10:00:00', '2020-01-01T11:00:00']
  if (suffix === 'Local') return { startLocal: start, endLocal: end, startMs: utcMs(startLocal), endMs: utcMs(endLocal) }
  return { startLocal, endLocal, startMs: utcMs(start), endMs: utcMs(end) }
}

const overlapCases: readonly ConformanceCase[] = (['Ms', 'Local'] as const).flatMap((suffix) =>
  filterCases({
    prefix: `events/overlap/from${suffix}`,
    rows: overlaps.map(([key, title, from, range, others, finds]) =>
      row(key, `from${suffix}: ${title}`, () => ({ ...others, ...overlapFilter(suffix, from, range) }), finds),
    ),
    collection: ({ store }) => store.events,
    seed: ({ store, draft }) =>
      seedBySlug(
        store.events,
        Object.entries(around).map(([slug, ends]) => draft.event({ slug, times: timesOf(suffix, ends) })),
      ),
  }),
)

const span = (start: string, end: string): TimeSpan => ({
  startMs: utcMs(`2026-06-01T${start}`),
  endMs: utcMs(`2026-06-01T${end}`),
})

/** Many spans without events, each half a minute long. */
const farAway = Array.from({ length: 99 }, (_, i): TimeSpan => ({ startMs: i * 60_000, endMs: i * 60_000 + 30_000 }))

const inSpans: readonly (readonly [key: string, title: string, filter: EventFilter, finds: string])[] = [
  ['one', 'events that share more than a moment with a span', { overlaps: [span('10:00:00', '11:00:00')] }, 'c e f'],
  [
    'touching',
    'events that end when a span starts, or start when it ends, do not overlap it',
    { overlaps: [span('09:00:00', '10:00:00')] },
    'b c f',
  ],
  ['within', 'events around a span', { overlaps: [span('10:00:00', '10:00:01')] }, 'c e f'],
  ['moment', 'a span without length is inside of an event, not at its start or end', { overlaps: [span('10:00:00', '10:00:00')] }, 'c f'],
  ['several', 'any of several spans', { overlaps: [span('08:30:00', '08:31:00'), span('10:30:00', '10:31:00')] }, 'a b c e f g'],
  ['empty', 'an empty list matches nothing', { overlaps: [] }, ''],
  [
    'listed',
    'listed events within bounds of their times',
    {
      ...listed,
      overlaps: [span('10:00:00', '11:00:00'), span('08:00:00', '08:30:00')],
      startMs: { lt: utcMs('2026-06-01T11:00:00') },
      endMs: { gte: utcMs('2026-06-01T08:00:01') },
    },
    'a b c e f g',
  ],
  ['many', 'one of 100 spans', { overlaps: [...farAway, span('10:00:00', '11:00:00')] }, 'c e f'],
]

const spanCases = filterCases({
  prefix: 'events/overlaps',
  rows: inSpans.map(([key, title, filter, finds]) => row(key, `overlaps: ${title}`, () => filter, finds)),
  collection: ({ store }) => store.events,
  seed: ({ store, draft }) =>
    seedBySlug(
      store.events,
      Object.entries(around).map(([slug, ends]) => draft.event({ slug, times: timesOf('Ms', ends) })),
    ),
})

/** Half-open ranges of times, and overlaps, tested at their bounds. */
export const rangeCases: readonly ConformanceCase[] = [
  ...members.flatMap((member) =>
    filterCases({
      prefix: `events/range/${member}`,
      rows: bounds.map(([key, title, range, finds]) => row(key, `${member}: ${title}`, () => filterOf(member, range), finds)),
      collection: ({ store }) => store.events,
      seed: seed(member),
    }),
  ),
  ...overlapCases,
  ...spanCases,
]
