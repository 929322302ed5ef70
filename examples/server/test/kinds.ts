/** A kind of record as the interface speaks of it. */
export interface KindCase {
  /** The name of its route and of its lists. */
  readonly plural: string
  /** What its title is called. */
  readonly title: string
  /** What one is made from, given its title. */
  create(title: string): Readonly<Record<string, unknown>>
  /** A query that finds the new one. */
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
