import type { CalendarStore, EventFilter, EventRecord, Revision } from '@kalends/core/store'
import { wrapStore } from '../../../packages/testing/src/wrap-store.ts'
import { pageOf, unlimited, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store that reads events without some members of the filter, and then applies a wrong test in their place. */
const tested =
  (members: readonly (keyof EventFilter)[], test: (filter: EventFilter, event: EventRecord) => boolean) =>
  (store: CalendarStore): CalendarStore =>
    wrapStore(store, {
      rest: ({ events }) => {
        const search = async (query: Pick<Parameters<typeof events.find>[0], 'filter' | 'order'>): Promise<EventRecord[]> => {
          const filter = members.reduce((rest, member) => without(rest, member), query.filter)
          return (await events.find({ filter, order: query.order, ...unlimited })).filter((event) => test(query.filter, event))
        }
        return {
          events: {
            ...events,
            find: async (query) => pageOf(await search(query), query),
            count: async (filter) => (await search({ filter, order: [] })).length,
          },
        }
      },
    })

const mutant = (
  key: string,
  title: string,
  foundBy: string,
  member: keyof EventFilter,
  test: (filter: EventFilter, event: EventRecord) => boolean = () => true,
): StoreMutant => ({ key, title, foundBy: `series/filter/${foundBy}`, plant: tested([member], test) })

const isEmpty = (list: readonly unknown[] | undefined): boolean => list === undefined || list.length === 0

const filterMutants: readonly StoreMutant[] = [
  mutant('forgotten/roles', 'filters ignore roles', 'series', 'roles'),
  mutant('forgotten/seriesIds', 'filters ignore seriesIds', 'series-id', 'seriesIds'),
  mutant('forgotten/changed', 'filters ignore changed', 'changed', 'changed'),
  mutant('forgotten/extendedBefore', 'filters ignore extendedBefore', 'extended', 'extendedBefore'),
  mutant(
    'empty-list/roles',
    'an empty list of roles matches everything',
    'roles-empty',
    'roles',
    ({ roles }, { role }) => isEmpty(roles) || roles?.includes(role) === true,
  ),
  mutant(
    'empty-list/seriesIds',
    'an empty list of seriesIds matches everything',
    'series-ids-empty',
    'seriesIds',
    ({ seriesIds }, { seriesId }) => isEmpty(seriesIds) || (seriesId !== 0 && seriesIds?.includes(seriesId) === true),
  ),
  mutant(
    'series-ids/zero',
    'seriesIds: 0 matches events without a series',
    'series-ids-only-zero',
    'seriesIds',
    ({ seriesIds }, { seriesId }) => seriesIds === undefined || seriesIds.includes(seriesId),
  ),
  mutant(
    'changed/without-trash',
    'changed does not match occurrences in the trash',
    'changed',
    'changed',
    ({ changed }, { overridden }) => changed === undefined || changed === overridden.length > 0,
  ),
  mutant(
    'changed/trash-of-all',
    'changed matches every event in the trash',
    'not-changed',
    'changed',
    ({ changed }, { overridden, status }) => changed === undefined || changed === (overridden.length > 0 || status === 'trash'),
  ),
  mutant(
    'changed/occurrences-alone',
    'changed: false matches occurrences alone',
    'not-changed',
    'changed',
    ({ changed }, { overridden, role, status }) =>
      changed === undefined || (role === 'occurrence' && changed === (overridden.length > 0 || status === 'trash')),
  ),
  mutant(
    'extended/closed',
    'extendedBefore includes the time itself',
    'extended-at',
    'extendedBefore',
    ({ extendedBefore }, { role, extendedTo }) =>
      extendedBefore === undefined || (role === 'series' && extendedTo !== '' && extendedTo <= extendedBefore),
  ),
  mutant(
    'extended/whole',
    'extendedBefore matches series whose occurrences are all stored',
    'extended-later',
    'extendedBefore',
    ({ extendedBefore }, { role, extendedTo }) => extendedBefore === undefined || (role === 'series' && extendedTo < extendedBefore),
  ),
  mutant(
    'extended/occurrences',
    'extendedBefore matches occurrences',
    'extended',
    'extendedBefore',
    ({ extendedBefore }, { extendedTo }) => extendedBefore === undefined || (extendedTo !== '' && extendedTo < extendedBefore),
  ),
  mutant(
    'uids/occurrences',
    'the uid of a series finds its occurrences',
    'uids',
    'uids',
    ({ uids }, { uid }) => uids === undefined || (uid !== '' && uids.includes(uid)),
  ),
]

const revisionMutant = (
  key: string,
  title: string,
  foundBy: string,
  extendedTo: (store: CalendarStore, revision: Revision) => Promise<string | null>,
): StoreMutant => ({
  key: `revision/${key}`,
  title,
  foundBy: `series/revision/${foundBy}`,
  plant: (store) =>
    wrapStore(store, {
      rest: (inner) => ({
        async revision(nowMs) {
          const revision = await inner.revision(nowMs)
          return { ...revision, extendedTo: await extendedTo(inner, revision) }
        },
      }),
    }),
})

const endsOf = async (store: CalendarStore, filter: EventFilter): Promise<string[]> => {
  const series = await store.events.find({ filter: { ...filter, roles: ['series'] }, order: [], ...unlimited })
  return series.flatMap(({ extendedTo }) => (extendedTo === '' ? [] : [extendedTo])).sort()
}

const revisionMutants: readonly StoreMutant[] = [
  revisionMutant('extended-never', 'extendedTo of the revision is always null', 'smallest', async () => null),
  revisionMutant(
    'extended-trash',
    'extendedTo of the revision includes series in the trash',
    'smallest',
    async (store) => (await endsOf(store, {}))[0] ?? null,
  ),
  revisionMutant(
    'extended-largest',
    'the revision has the largest extendedTo',
    'smallest',
    async (store, { extendedTo }) =>
      extendedTo && ((await endsOf(store, { readable: [{ status: 'publish' }, { status: 'draft' }] })).at(-1) ?? null),
  ),
  revisionMutant(
    'extended-published',
    'extendedTo of the revision includes published series only',
    'smallest',
    async (store) => (await endsOf(store, { readable: [{ status: 'publish' }], hidden: false }))[0] ?? null,
  ),
]

/** Mutants of filters by series, and of the revision. */
export const seriesFilterMutants: readonly StoreMutant[] = [...filterMutants, ...revisionMutants]
