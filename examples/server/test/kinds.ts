/** A kind of record, by its names in the interface. */
export interface KindCase {
  /** The name of its route and of its lists. */
  readonly plural: string
  /** The name of the field with its title. */
  readonly title: string
  /** The body of a request that creates a record with this title. */
  create(title: string): Readonly<Record<string, unknown>>
  /** The query of a list with that record alone. */
  readonly list: string
  /** Whether it has a trash, and routes by slug. */
  readonly isTrashable: boolean
}

/** The five kinds. */
export const kinds: readonly KindCase[] = [
  {
    plural: 'events',
    title: 'title',
    create: (title) => ({ title, start_date: '2031-05-31 19:30', end_date: '2031-05-31 21:00', categories: 'Made for tests' }),
    list: 'start_date=2031-05-01&end_date=2031-05-31&categories=made-for-tests',
    isTrashable: true,
  },
  { plural: 'venues', title: 'venue', create: (venue) => ({ venue, city: 'Obermühl' }), list: 'search=lantern', isTrashable: true },
  { plural: 'organizers', title: 'organizer', create: (organizer) => ({ organizer }), list: 'search=lantern', isTrashable: true },
  { plural: 'categories', title: 'name', create: (name) => ({ name }), list: 'hide_empty=false&search=lantern', isTrashable: false },
  { plural: 'tags', title: 'name', create: (name) => ({ name }), list: 'hide_empty=false&search=lantern', isTrashable: false },
]
