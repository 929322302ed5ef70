import type { Direction, EventFilter, EventSort, Range, ReadClause } from '@kalends/core/store'
import { describe, expect, test } from 'vitest'
import { irregularClass } from '../schema/span-class.ts'
import { wallText } from '../schema/wall-time.ts'
import type { UnionBranch } from './branches.ts'
import { type PagePlan, planPage, type RowLimit } from './plan.ts'
import type { EventSource } from './sources.ts'
import { quarterOf } from './times.ts'

const now = Date.UTC(2026, 11, 31)

/** Up to three ids, or the number of more. */
const idsText = (ids: readonly number[]): string => (ids.length > 3 ? `${ids.length} records` : ids.join())

/** A plan as lines: what it reads, and each branch; of two plans the one for few rows comes first. */
function describePlan(plan: PagePlan): readonly string[] {
  if (plan.shape === 'firstOf') return [...describePlan(plan.few), `if more than ${limitText(plan.limit)}:`, ...describePlan(plan.many)]
  const { shape, source, branches } = plan
  return [`${sourceText(source)}${shape === 'sorted' ? ', sorted' : ''}`, ...branches.map(branchText)]
}

const limitText = ({ source, branches, isByStart, mostPerBranch }: RowLimit): string =>
  `${mostPerBranch} of ${sourceText(source)} in ${branches.length}${isByStart ? ', by start' : ''}`

function sourceText(source: EventSource): string {
  if (source.table === 'events') return `events by ${source.index ?? 'any index'}`
  const withEvents = source.needsEvents ? ' with events' : ''
  if (source.table === 'links') return `links of ${source.linkField} ${idsText(source.linkedIds)}${withEvents}`
  const { name, keys, range } = source.condition
  return `keys of ${name} ${keys?.join() ?? `${range?.gte ?? ''}..${range?.lt ?? ''}`}${withEvents}`
}

const dayText = (ms: number): string => wallText(ms).replace('T00:00:00', '')
const rangeText = ({ gte, lt }: Range<number>): string =>
  [gte === undefined ? '' : dayText(gte), lt === undefined ? '' : dayText(lt)].join('..')
const clauseText = ({ status, authorIds, publishedMs }: ReadClause): string =>
  `${status}${publishedMs === undefined ? '' : ` ${rangeText(publishedMs)}`}${authorIds === undefined ? '' : ` by ${authorIds.join()}`}`

function branchText({ startWall, startMs, endWall, readable, linkedIds, keys, authorIds, ...others }: UnionBranch): string {
  const { spanClass, startQuarter, hidden, hasLongEvents, linkField } = others
  const parts = {
    ...(hasLongEvents && { long: 'events' }),
    ...(linkField && { of: linkField }),
    ...(linkedIds && { linked: idsText(linkedIds) }),
    ...(keys && { keyed: keys.join() }),
    ...(authorIds && { authors: authorIds.join() }),
    ...(spanClass !== undefined && { class: spanClass === irregularClass ? 'irregular' : spanClass }),
    ...(startQuarter !== undefined && { quarter: startQuarter - quarterOf(now) }),
    ...(startWall && { start: startWall.map(rangeText).join(' ') }),
    ...(startMs && { instant: startMs.map(rangeText).join(' ') }),
    ...(endWall && { end: endWall.map(rangeText).join(' ') }),
    ...(readable && { read: readable.map(clauseText).join(' or ') }),
    ...(hidden !== undefined && { hidden }),
  }
  return `- ${Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
}

const listed = { roles: ['single', 'occurrence'] } as const
const published: EventFilter = { ...listed, readable: [{ status: 'publish', publishedMs: { lt: now } }], hidden: false }
const order = (key: EventSort['key'], direction: Direction = 'asc'): readonly EventSort[] =>
  key === 'id'
    ? [{ key, direction }]
    : [
        { key, direction },
        { key: 'id', direction },
      ]

const month: EventFilter = { ...published, startLocal: { gte: '2026-12-31T00:00:00', lt: '2027-02-01T00:00:00' } }
const running: EventFilter = { ...published, endLocal: { gte: '2026-12-31T00:00:00' } }
const ids = (length: number): readonly number[] => Array.from({ length }, (_, index) => index)

interface PlanCase {
  readonly name: string
  readonly filter: EventFilter
  readonly order: readonly EventSort[]
  /** The offset of the page. */
  readonly offset?: number
  readonly plan: readonly string[]
}

const cases: readonly PlanCase[] = [
  {
    name: 'one key of a field, by start',
    filter: { ...month, fields: [{ name: 'level', keys: ['spro'] }] },
    order: order('startLocal'),
    plan: ['keys of level spro', '- keyed spro, read publish ..2026-12-31'],
  },
  {
    name: 'running and coming events of two categories, by start',
    filter: { ...published, fromLocal: { start: '2026-12-31T00:00:00', end: '2026-12-31T00:00:01' }, categoryIds: [1, 2] },
    order: order('startLocal'),
    plan: [
      'links of categoryIds 1,2',
      '- linked 1, start 2026-12-30.., read publish ..2026-12-31',
      '- linked 2, start 2026-12-30.., read publish ..2026-12-31',
      '- long events, class 1, start 2026-12-23..2026-12-30, read publish ..2026-12-31',
      '- long events, class 2, start 2026-10-28..2026-12-30, read publish ..2026-12-31',
      '- long events, class 3, start 2025-08-06..2026-12-30, read publish ..2026-12-31',
      '- long events, class 4, start ..2026-12-30, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'the field with the fewest keys, within their range',
    filter: {
      ...published,
      featured: true,
      fields: [
        { name: 'seats', range: { gte: 'n1', lt: 'o' } },
        { name: 'kind', keys: ['sa', 'sb', 'sc'] },
        { name: 'level', keys: ['sa', 'sc', 'sb', 'sc'], range: { gte: 'sb' } },
      ],
    },
    order: order('startLocal'),
    plan: [
      'keys of kind sa,sb,sc with events, sorted',
      '- keyed sa, read publish ..2026-12-31',
      '- keyed sb, read publish ..2026-12-31',
      '- keyed sc, read publish ..2026-12-31',
      'if more than 2666 of keys of kind sa,sb,sc in 3, by start:',
      'keys of level sc,sb with events',
      '- keyed sc, read publish ..2026-12-31',
      '- keyed sb, read publish ..2026-12-31',
    ],
  },
  {
    name: 'a range of keys, by start',
    filter: { ...month, fields: [{ name: 'seats', range: { gte: 'n1', lt: 'o' } }] },
    order: order('startLocal'),
    plan: [
      'keys of seats n1..o, sorted',
      '- read publish ..2026-12-31',
      'if more than 8000 of keys of seats n1..o in 1:',
      'events by window',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'a range of keys with two ends, by start',
    filter: { ...published, fields: [{ name: 'seats', range: { gte: 'n12', lt: 'n14' } }] },
    order: order('startLocal'),
    plan: [
      'keys of seats n12..n14, sorted',
      '- read publish ..2026-12-31',
      'if more than 8000 of keys of seats n12..n14 in 1:',
      'events by window',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'a range of keys and keys of two other fields, by start',
    filter: {
      ...published,
      fields: [
        { name: 'seats', range: { gte: 'n1', lt: 'o' } },
        { name: 'level', keys: ['spro'] },
        { name: 'kind', keys: ['sa'] },
      ],
    },
    order: order('startLocal'),
    plan: [
      'keys of kind sa, sorted',
      '- keyed sa, read publish ..2026-12-31',
      'if more than 8000 of keys of kind sa in 1, by start:',
      'keys of level spro',
      '- keyed spro, read publish ..2026-12-31',
    ],
  },
  {
    name: 'a range of keys and one key of another field, by start',
    filter: {
      ...month,
      fields: [
        { name: 'seats', range: { gte: 'n1', lt: 'o' } },
        { name: 'level', keys: ['spro'] },
      ],
    },
    order: order('startLocal'),
    plan: [
      'keys of seats n1..o, sorted',
      '- read publish ..2026-12-31',
      'if more than 8000 of keys of seats n1..o in 1:',
      'keys of level spro',
      '- keyed spro, read publish ..2026-12-31',
    ],
  },
  {
    name: 'two ranges of keys, of which one has two ends, by start',
    filter: {
      ...published,
      fields: [
        { name: 'seats', range: { gte: 'n1', lt: 'o' } },
        { name: 'price', range: { gte: 'n12', lt: 'n14' } },
      ],
    },
    order: order('startLocal'),
    plan: [
      'keys of price n12..n14, sorted',
      '- read publish ..2026-12-31',
      'if more than 8000 of keys of price n12..n14 in 1:',
      'events by window',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'a range of keys among featured events, by start',
    filter: { ...published, featured: true, fields: [{ name: 'seats', range: { gte: 'n1', lt: 'o' } }] },
    order: order('startLocal'),
    plan: [
      'keys of seats n1..o with events, sorted',
      '- read publish ..2026-12-31',
      'if more than 8000 of keys of seats n1..o in 1:',
      'events by window',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'one key of a field, by title',
    filter: { ...published, fields: [{ name: 'level', keys: ['spro'] }] },
    order: order('titleKey'),
    plan: [
      'keys of level spro with events, sorted',
      '- keyed spro, read publish ..2026-12-31',
      'if more than 2000 of keys of level spro in 1, by start:',
      'events by title',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'keys of a field at a venue',
    filter: { ...published, venueIds: [3], fields: [{ name: 'level', keys: ['spro'] }] },
    order: order('startLocal'),
    plan: ['links of venueIds 3', '- linked 3, read publish ..2026-12-31'],
  },
  {
    name: 'keys of a field of some ids',
    filter: { ...published, ids: [1, 2], fields: [{ name: 'level', keys: ['spro'] }] },
    order: order('startLocal'),
    plan: ['events by lookup, sorted', '- read publish ..2026-12-31'],
  },
  {
    name: 'everything, by start',
    filter: published,
    order: order('startLocal'),
    plan: ['events by window', '- read publish ..2026-12-31'],
  },
  {
    name: 'a window, by start',
    filter: month,
    order: order('startLocal'),
    plan: ['events by window', '- read publish ..2026-12-31'],
  },
  {
    name: 'running events, by start',
    filter: running,
    order: order('startLocal'),
    plan: [
      'events by window',
      '- class 0, start 2026-12-30.., read publish ..2026-12-31',
      '- class 1, start 2026-12-23.., read publish ..2026-12-31',
      '- class 2, start 2026-10-28.., read publish ..2026-12-31',
      '- class 3, start 2025-08-06.., read publish ..2026-12-31',
      '- class 4, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'a window of instants, by start',
    filter: { ...published, startMs: { gte: now, lt: now + 86_400_000 } },
    order: order('startLocal'),
    plan: [
      'events by window',
      '- start 2026-12-30..2027-01-02, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'running events, by instant',
    filter: running,
    order: order('startMs'),
    plan: [
      'events by window, sorted',
      '- class 0, start 2026-12-30.., read publish ..2026-12-31',
      '- class 1, start 2026-12-23.., read publish ..2026-12-31',
      '- class 2, start 2026-10-28.., read publish ..2026-12-31',
      '- class 3, start 2025-08-06.., read publish ..2026-12-31',
      '- class 4, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
      'if more than 3333 of events by window in 6, by start:',
      'events by instant',
      '- instant 2026-12-29.., read publish ..2026-12-31',
      '- long events, class 1, start 2026-12-23..2026-12-30, read publish ..2026-12-31',
      '- long events, class 2, start 2026-10-28..2026-12-30, read publish ..2026-12-31',
      '- long events, class 3, start 2025-08-06..2026-12-30, read publish ..2026-12-31',
      '- long events, class 4, start ..2026-12-30, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'running events, by instant, descending',
    filter: running,
    order: order('startMs', 'desc'),
    plan: [
      'events by window, sorted',
      '- class 0, start 2026-12-30.., read publish ..2026-12-31',
      '- class 1, start 2026-12-23.., read publish ..2026-12-31',
      '- class 2, start 2026-10-28.., read publish ..2026-12-31',
      '- class 3, start 2025-08-06.., read publish ..2026-12-31',
      '- class 4, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
      'if more than 3333 of events by window in 6, by start:',
      'events by instant',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'events before a time, by end, descending',
    filter: { ...published, startLocal: { lt: '2026-12-31T00:00:00' } },
    order: order('endLocal', 'desc'),
    plan: [
      'events by window, sorted',
      '- read publish ..2026-12-31',
      'if more than 20000 of events by window in 1, by start:',
      'events by end',
      '- end ..2027-01-01, read publish ..2026-12-31',
      '- long events, class 1, start 2026-12-24..2026-12-31, read publish ..2026-12-31',
      '- long events, class 2, start 2026-10-29..2026-12-31, read publish ..2026-12-31',
      '- long events, class 3, start 2025-08-07..2026-12-31, read publish ..2026-12-31',
      '- long events, class 4, start ..2026-12-31, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'two clauses, hidden events too',
    filter: { ...listed, readable: [{ status: 'publish' }, { status: 'draft', authorIds: ['3'] }] },
    order: order('startLocal'),
    plan: [
      'events by window',
      '- read publish, hidden 0',
      '- read publish, hidden 1',
      '- read draft by 3, hidden 0',
      '- read draft by 3, hidden 1',
    ],
  },
  {
    name: 'everything, by title',
    filter: published,
    order: order('titleKey'),
    plan: ['events by title', '- read publish ..2026-12-31'],
  },
  {
    name: 'a window, by title',
    filter: month,
    order: order('titleKey'),
    plan: [
      'events by window, sorted',
      '- read publish ..2026-12-31',
      'if more than 2000 of events by window in 1, by start:',
      'events by title',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'running events, by title',
    filter: running,
    order: order('titleKey'),
    plan: [
      'events by window, sorted',
      '- class 0, start 2026-12-30.., read publish ..2026-12-31',
      '- class 1, start 2026-12-23.., read publish ..2026-12-31',
      '- class 2, start 2026-10-28.., read publish ..2026-12-31',
      '- class 3, start 2025-08-06.., read publish ..2026-12-31',
      '- class 4, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
      'if more than 333 of events by window in 6, by start:',
      'events by title',
      '- start 2026-12-30.., read publish ..2026-12-31',
      '- long events, class 1, start 2026-12-23..2026-12-30, read publish ..2026-12-31',
      '- long events, class 2, start 2026-10-28..2026-12-30, read publish ..2026-12-31',
      '- long events, class 3, start 2025-08-06..2026-12-30, read publish ..2026-12-31',
      '- long events, class 4, start ..2026-12-30, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'a window of three quarters, by publication',
    filter: { ...published, startLocal: { gte: '2026-12-31T00:00:00', lt: '2027-06-01T00:00:00' } },
    order: order('publishedMs'),
    plan: [
      'events by window, sorted',
      '- read publish ..2026-12-31',
      'if more than 20000 of events by window in 1, by start:',
      'events by quarterPublication',
      '- quarter 0, read publish ..2026-12-31',
      '- quarter 1, read publish ..2026-12-31',
      '- quarter 2, read publish ..2026-12-31',
    ],
  },
  {
    name: 'running events in a window, by publication',
    filter: { ...running, startLocal: { lt: '2027-02-01T00:00:00' } },
    order: order('publishedMs'),
    plan: [
      'events by window, sorted',
      '- class 0, start 2026-12-30.., read publish ..2026-12-31',
      '- class 1, start 2026-12-23.., read publish ..2026-12-31',
      '- class 2, start 2026-10-28.., read publish ..2026-12-31',
      '- class 3, start 2025-08-06.., read publish ..2026-12-31',
      '- class 4, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
      'if more than 3333 of events by window in 6, by start:',
      'events by quarterPublication',
      '- quarter 0, start 2026-12-30.., read publish ..2026-12-31',
      '- quarter 1, start 2026-12-30.., read publish ..2026-12-31',
      '- long events, class 1, start 2026-12-23..2026-12-30, read publish ..2026-12-31',
      '- long events, class 2, start 2026-10-28..2026-12-30, read publish ..2026-12-31',
      '- long events, class 3, start 2025-08-06..2026-12-30, read publish ..2026-12-31',
      '- long events, class 4, start ..2026-12-30, read publish ..2026-12-31',
      '- long events, class irregular, read publish ..2026-12-31',
    ],
  },
  {
    name: 'a venue, by start',
    filter: { ...published, venueIds: [7, 7] },
    order: order('startLocal'),
    plan: ['links of venueIds 7', '- linked 7, read publish ..2026-12-31'],
  },
  {
    name: 'two categories, by start',
    filter: { ...published, categoryIds: [1, 2] },
    order: order('startLocal'),
    plan: ['links of categoryIds 1,2', '- linked 1, read publish ..2026-12-31', '- linked 2, read publish ..2026-12-31'],
  },
  {
    name: 'what is published, and the drafts of two venues, by start',
    filter: { ...published, readable: [{ status: 'publish' }, { status: 'draft', venueIds: [7, 8] }] },
    order: order('startLocal'),
    plan: ['events by window', '- read publish', '- of venueIds, linked 7, read draft', '- of venueIds, linked 8, read draft'],
  },
  {
    name: 'running and coming events, and the drafts of two venues, by start',
    filter: { ...running, readable: [{ status: 'publish' }, { status: 'draft', venueIds: [7, 8] }] },
    order: order('startLocal'),
    plan: [
      'events by window',
      '- class 0, start 2026-12-30.., read publish',
      '- of venueIds, linked 7, class 0, start 2026-12-30.., read draft',
      '- of venueIds, linked 8, class 0, start 2026-12-30.., read draft',
      '- class 1, start 2026-12-23.., read publish',
      '- class 1, start 2026-12-23.., read draft',
      '- class 2, start 2026-10-28.., read publish',
      '- class 2, start 2026-10-28.., read draft',
      '- class 3, start 2025-08-06.., read publish',
      '- class 3, start 2025-08-06.., read draft',
      '- class 4, read publish',
      '- class 4, read draft',
      '- long events, class irregular, read publish',
      '- long events, class irregular, read draft',
    ],
  },
  {
    name: 'what is published, and the drafts of nine venues, by title',
    filter: { ...published, readable: [{ status: 'publish' }, { status: 'draft', venueIds: ids(9) }] },
    order: order('titleKey'),
    plan: [
      'events by window, sorted',
      '- read publish',
      '- read draft',
      'if more than 1000 of events by window in 2, by start:',
      'events by title',
      '- read publish',
      '- read draft',
    ],
  },
  {
    name: 'a tag, by title',
    filter: { ...published, tagIds: [5] },
    order: order('titleKey'),
    plan: [
      'links of tagIds 5 with events, sorted',
      '- linked 5, read publish ..2026-12-31',
      'if more than 2000 of links of tagIds 5 in 1, by start:',
      'events by title',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: '65 venues, by start',
    filter: { ...published, venueIds: ids(65) },
    order: order('startLocal'),
    plan: ['links of venueIds 65 records', '- linked 65 records, read publish ..2026-12-31'],
  },
  {
    name: 'two authors, by start',
    filter: { ...published, authorIds: ['3', '4'] },
    order: order('startLocal'),
    plan: ['events by authored', '- authors 3, read publish ..2026-12-31', '- authors 4, read publish ..2026-12-31'],
  },
  {
    name: 'an author, by title',
    filter: { ...published, authorIds: ['3'] },
    order: order('titleKey'),
    plan: [
      'events by authored, sorted',
      '- authors 3, read publish ..2026-12-31',
      'if more than 2000 of events by authored in 1, by start:',
      'events by title',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'scheduled events, by title',
    filter: { ...listed, readable: [{ status: 'publish', publishedMs: { gte: now } }], hidden: false },
    order: order('titleKey'),
    plan: ['events by publication, sorted', '- read publish 2026-12-31..'],
  },
  {
    name: 'ids, by start',
    filter: { ...published, ids: [1, 2] },
    order: order('startLocal'),
    plan: ['events by lookup, sorted', '- read publish ..2026-12-31'],
  },
  {
    name: 'a filter without a read scope, by start',
    filter: { startLocal: { gte: '2026-12-31T00:00:00' } },
    order: order('startLocal'),
    plan: ['events by any index', '- '],
  },
  {
    name: 'everything, by id',
    filter: published,
    order: order('id'),
    plan: ['events by id', '- read publish ..2026-12-31'],
  },
  {
    name: 'updated events, by update',
    filter: { ...published, updatedMs: { gte: now } },
    order: order('updatedMs'),
    plan: ['events by modified', '- read publish ..2026-12-31'],
  },
  {
    name: 'updated events, by start',
    filter: { ...published, updatedMs: { gte: now } },
    order: order('startLocal'),
    plan: [
      'events by modified, sorted',
      '- read publish ..2026-12-31',
      'if more than 100000 of events by modified in 1:',
      'events by window',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'updated events in a window, by title',
    filter: { ...month, updatedMs: { gte: now } },
    order: order('titleKey'),
    plan: [
      'events by modified, sorted',
      '- read publish ..2026-12-31',
      'if more than 2000 of events by modified in 1:',
      'events by window, sorted',
      '- read publish ..2026-12-31',
      'if more than 2000 of events by window in 1, by start:',
      'events by title',
      '- read publish ..2026-12-31',
    ],
  },
  {
    name: 'nothing, by start',
    filter: { ...listed, readable: [], hidden: false },
    order: order('startLocal'),
    plan: ['events by window', '- read '],
  },
  {
    name: 'a deep page of two categories, by start',
    filter: { ...published, categoryIds: [1, 2] },
    order: order('startLocal'),
    offset: 2_000,
    plan: ['links of categoryIds 1,2', '- linked 1,2, read publish ..2026-12-31'],
  },
  {
    name: 'a deep page of any status, hidden events too, by publication',
    filter: {
      ...listed,
      readable: [{ status: 'publish' }, { status: 'draft' }],
      startLocal: { gte: '2026-12-31T00:00:00', lt: '2027-02-01T00:00:00' },
    },
    order: order('publishedMs'),
    offset: 2_000,
    plan: [
      'events by window, sorted',
      '- read publish or draft, hidden 0,1',
      'if more than 5000 of events by window in 4, by start:',
      'events by publication',
      '- read publish or draft, hidden 0,1',
    ],
  },
  {
    name: 'a window with more quarters than branches, by publication',
    filter: { ...published, startLocal: { gte: '2000-01-01T00:00:00', lt: '2030-01-01T00:00:00' } },
    order: order('publishedMs'),
    plan: [
      'events by window, sorted',
      '- read publish ..2026-12-31',
      'if more than 20000 of events by window in 1, by start:',
      'events by publication',
      '- read publish ..2026-12-31',
    ],
  },
]

describe('the plan of a page', () => {
  test.each(cases)('of $name', ({ filter, order: sorts, offset = 0, plan }) => {
    expect(describePlan(planPage({ filter, order: sorts, offset, limit: 35 }))).toEqual(plan)
  })

  test('is plain data', () => {
    for (const { filter, order: sorts, offset = 0 } of cases) {
      const plan = planPage({ filter, order: sorts, offset, limit: 35 })
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
    }
  })
})
