import { clauseLinks, type ReadScope } from '@kalends/core/store'
import { onCollections, refiltered } from './mutant-wrappers.ts'
import type { StoreMutant } from './store-mutant.ts'

/** Changes the read scopes in filters of any kind. */
const rescoped = (change: (scope: ReadScope) => ReadScope) =>
  refiltered((filter) => {
    const readable: unknown = Reflect.get(filter, 'readable')
    // The member has one type in all filters.
    return Array.isArray(readable) ? { ...filter, readable: change(readable as ReadScope) } : filter
  })

const onScopes = (change: (scope: ReadScope) => ReadScope) => onCollections(rescoped(change))

const withoutLinks = rescoped((scope) => scope.map(({ venueIds: _v, organizerIds: _o, categoryIds: _c, ...clause }) => clause))

/** Mutants that read the links of clauses as something else. */
export const readClauseMutants: readonly StoreMutant[] = [
  ...clauseLinks.map(
    (member): StoreMutant => ({
      key: `read-clause/forgotten-${member}`,
      title: `clauses of a read scope ignore ${member}`,
      foundBy: 'events/readable/links',
      plant: onScopes((scope) => scope.map(({ [member]: _, ...clause }) => clause)),
    }),
  ),
  {
    key: 'read-clause/no-links-match-all',
    title: 'an empty list of links in a clause matches every event',
    foundBy: 'events/readable/links',
    plant: onScopes((scope) =>
      scope.map(({ venueIds, ...clause }) => (venueIds?.length === 0 ? clause : { ...clause, ...(venueIds && { venueIds }) })),
    ),
  },
  {
    key: 'read-clause/any-list',
    title: 'a clause with several lists of links matches events of any of them',
    foundBy: 'events/readable/links',
    plant: onScopes((scope) =>
      scope.flatMap(({ venueIds, categoryIds, ...clause }) =>
        venueIds && categoryIds
          ? [
              { ...clause, venueIds },
              { ...clause, categoryIds },
            ]
          : [{ ...clause, ...(venueIds && { venueIds }), ...(categoryIds && { categoryIds }) }],
      ),
    ),
  },
  {
    key: 'read-clause/profiles',
    title: 'clauses with links match venues and organizers',
    foundBy: 'venues/readable/links',
    plant: onCollections((collection, name) => (name === 'events' ? collection : withoutLinks(collection, name))),
  },
]
