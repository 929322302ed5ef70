import type { EventFilter, Range } from '@kalends/core/store'
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

/** Half-open ranges of times, tested at their bounds. */
export const rangeCases: readonly ConformanceCase[] = members.flatMap((member) =>
  filterCases({
    prefix: `events/range/${member}`,
    rows: bounds.map(([key, title, range, finds]) => row(key, `${member}: ${title}`, () => filterOf(member, range), finds)),
    collection: ({ store }) => store.events,
    seed: seed(member),
  }),
)
