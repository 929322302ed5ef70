import type { CalendarStore, EventFilter, EventRecord, Revision } from '@kalends/core/store'
import { wrapStore } from '../wrap-store.ts'
import { everything, pageOf, without } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** A store that finds events by a filter without some members, and checks those by a mistaken test. */
const tested =
  (members: readonly (keyof EventFilter)[], test: (filter: EventFilter, event: EventRecord) => boolean) =>
  (store: CalendarStore): CalendarStore =>
    wrapStore(store, {
      rest: ({ events }) => {
        const search = async (query: Pick<Parameters<typeof events.find>[0], 'filter' | 'order'>): Promise<EventRecord[]> => {
          const filter = members.reduce((rest, member) => without(rest, member), query.filter)
          return (await events.find({ filter, order: query.order, ...everything })).filter((event) => test(query.filter, event))
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
  mutant('forgotten/roles', 'filters forget roles', 'series', 'roles'),
  mutant('forgotten/seriesIds', 'filters forget seriesIds', 'series-id', 'seriesIds'),
  mutant('forgotten/changed', 'filters forget changed', 'changed', 'changed'),
  mutant('forgotten/extendedBefore', 'filters forget extendedBefore', 'extended', 'extendedBefore'),
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
    'the series 0 has all other events',
    'series-ids-only-zero',
    'seriesIds',
    ({ seriesIds }, { seriesId }) => seriesIds === undefined || seriesIds.includes(seriesId),
  ),
  mutant(
    'changed/without-trash',
    'an occurrence in the trash is not changed',
    'changed',
    'changed',
    ({ changed }, { overridden }) => changed === undefined || changed === overridden.length > 0,
  ),
  mutant(
    'changed/trash-of-all',
    'every event in the trash is changed',
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
    'extendedBefore takes the time itself in',
    'extended-at',
    'extendedBefore',
    ({ extendedBefore }, { role, extendedTo }) =>
      extendedBefore === undefined || (role === 'series' && extendedTo !== '' && extendedTo <= extendedBefore),
  ),
  mutant(
    'extended/whole',
    'series that are stored whole are to be extended',
    'extended-later',
    'extendedBefore',
    ({ extendedBefore }, { role, extendedTo }) => extendedBefore === undefined || (role === 'series' && extendedTo < extendedBefore),
  ),
  mutant(
    'extended/occurrences',
    'occurrences are to be extended',
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
  const series = await store.events.find({ filter: { ...filter, roles: ['series'] }, order: [], ...everything })
  return series.flatMap(({ extendedTo }) => (extendedTo === '' ? [] : [extendedTo])).sort()
}

const revisionMutants: readonly StoreMutant[] = [
  revisionMutant('extended-never', 'the revision never tells extendedTo', 'smallest', async () => null),
  revisionMutant('extended-trash', 'series in the trash count', 'smallest', async (store) => (await endsOf(store, {}))[0] ?? null),
  revisionMutant(
    'extended-largest',
    'the largest extendedTo is told',
    'smallest',
    async (store, { extendedTo }) =>
      extendedTo && ((await endsOf(store, { readable: [{ status: 'publish' }, { status: 'draft' }] })).at(-1) ?? null),
  ),
  revisionMutant(
    'extended-published',
    'only published series count',
    'smallest',
    async (store) => (await endsOf(store, { readable: [{ status: 'publish' }], hidden: false }))[0] ?? null,
  ),
]

/** Mutants of filters by series, and of the revision. */
export const seriesFilterMutants: readonly StoreMutant[] = [...filterMutants, ...revisionMutants]
