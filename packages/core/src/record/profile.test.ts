import { beforeEach, describe, expect, test } from 'vitest'
import { anEvent, issuesOf, type OpenCalendar, openCalendar } from '../../test/open-calendar.ts'
import { publicReadOnly } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import type { VenueListInput } from './profile.ts'

/** Lists of venues and organizers have the same filters and orders, so these tests cover both. */
describe.each(['venues', 'organizers'] as const)('a list of %s', (kind) => {
  let open: OpenCalendar
  let calendar: Calendar
  const ids = async (input?: VenueListInput, from: Calendar = calendar): Promise<number[]> =>
    (await from[kind].list(input)).items.map(({ id }) => id)
  const asc: VenueListInput = { orderBy: 'id' }

  beforeEach(async () => {
    open = openCalendar()
    calendar = open.calendar
    // 1: past only, 2: upcoming, 3: nothing, 4: an upcoming draft only, 5: an upcoming hidden one only, 6: running.
    for (const name of ['Past', 'coming', 'Nothing', 'Draft', 'Hidden', 'Running']) await calendar[kind].create({ name })
    await calendar.events.create(anEvent({ [kind]: 1, startDate: '2026-05-01 10:00', endDate: '2026-05-01 11:00' }))
    await calendar.events.create(anEvent({ [kind]: [2, 1], startDate: '2026-06-01 14:00:01', endDate: '2026-06-02' }))
    await calendar.events.update(2, { [kind]: [2] })
    await calendar.events.create(anEvent({ [kind]: 4, status: 'draft' }))
    await calendar.events.create(anEvent({ [kind]: 5, hidden: true }))
    await calendar.events.create(anEvent({ [kind]: 6, startDate: '2026-06-01 14:00:00', endDate: '2026-06-02' }))
  })

  test('is sorted by publication, newest first, and then by id, highest first', async () => {
    await calendar[kind].update(3, { published: '2026-05-01' })
    await calendar[kind].update(2, { published: '2026-05-02' })
    expect(await ids()).toEqual([6, 5, 4, 1, 2, 3])
  })

  test.each<[VenueListInput, number[]]>([
    [{ orderBy: 'name' }, [2, 4, 5, 3, 1, 6]],
    [{ orderBy: 'name', order: 'desc' }, [6, 1, 3, 5, 4, 2]],
    [{ orderBy: 'id' }, [1, 2, 3, 4, 5, 6]],
    [{ orderBy: 'id', order: 'desc' }, [6, 5, 4, 3, 2, 1]],
    [{ orderBy: 'published', order: 'asc' }, [1, 2, 3, 4, 5, 6]],
    [{ order: 'asc' }, [1, 2, 3, 4, 5, 6]],
  ])('sorted by %o has the ids %j', async (input, expected) => expect(await ids(input)).toEqual(expected))

  test('can be sorted by last change', async () => {
    open.clock.advance(1_000)
    await calendar[kind].update(4, { description: 'x' })
    expect(await ids({ orderBy: 'updated', order: 'desc' })).toEqual([4, 6, 5, 3, 2, 1])
  })

  test.each<[VenueListInput, number[]]>([
    [{ hasEvents: true }, [1, 2, 6]],
    [{ hasEvents: false }, [3, 4, 5]],
    [{ onlyWithUpcoming: true }, [2]],
    [{ onlyWithUpcoming: false }, [1, 2, 3, 4, 5, 6]],
    [{ hasEvents: true, onlyWithUpcoming: true }, [2]],
    [{ hasEvents: true, onlyWithUpcoming: false }, [1, 2, 6]],
    [{ hasEvents: false, onlyWithUpcoming: true }, []],
    [{ hasEvents: false, onlyWithUpcoming: false }, [3, 4, 5]],
    [{ event: 2 }, [2]],
    [{ event: 3 }, [4]],
    [{ event: 99 }, []],
    [{ event: 0 }, []],
    [{ event: 2 ** 60 }, []],
    [{ event: 2, hasEvents: false }, []],
    [{ ids: [3, 1, 99] }, [1, 3]],
    [{ ids: 2, event: 2 }, [2]],
    [{ ids: 1, event: 2 }, []],
    [{ search: 'running' }, [6]],
    [{ search: 'running', hasEvents: false }, []],
  ])('filtered by %o has the ids %j', async (input, expected) => expect(await ids({ ...asc, ...input })).toEqual(expected))

  test('of an event in the trash is empty', async () => {
    await calendar.events.trash(2)
    expect(await ids({ event: 2 })).toEqual([])
    expect(await ids({ ...asc, hasEvents: true })).toEqual([1, 6])
  })

  test('can be filtered by each status', async () => {
    await calendar[kind].update(1, { status: 'draft' })
    await calendar[kind].update(2, { published: '2027-01-01' })
    await calendar[kind].trash(3)
    expect(await ids(asc)).toEqual([4, 5, 6])
    expect(await ids({ ...asc, status: 'any' })).toEqual([1, 2, 4, 5, 6])
    expect(await ids({ ...asc, status: ['draft', 'trash'] })).toEqual([1, 3])
    expect(await ids({ ...asc, status: 'future' })).toEqual([2])
  })

  test('shows anonymous viewers published records, filtered by published events only', async () => {
    const reader = calendar.as(null, publicReadOnly())
    await calendar[kind].update(2, { status: 'private' })
    expect(await ids(asc, reader)).toEqual([1, 3, 4, 5, 6])
    expect(await ids({ ...asc, status: ['any', 'trash'] }, reader)).toEqual([1, 3, 4, 5, 6])
    expect(await ids({ event: 3 }, reader)).toEqual([])
    expect(await ids({ event: 2 }, reader)).toEqual([])
    expect(await ids({ ...asc, hasEvents: false }, reader)).toEqual([3, 4, 5])
  })

  test('refuses invalid filters, and names all of them', async () => {
    const wrong: object = { event: 'x', hasEvents: 'maybe', onlyWithUpcoming: '', ids: '' }
    expect(Object.keys(await issuesOf(calendar[kind].list(wrong))).sort()).toEqual(['event', 'hasEvents', 'ids', 'onlyWithUpcoming'])
  })

  test('has no page after its last one', async () => {
    expect(await ids({ ...asc, perPage: 4, page: 2 })).toEqual([5, 6])
    expect(await calendar[kind].list({ perPage: 4, page: 3 })).toEqual({ items: [], page: 3, perPage: 4, total: 6, totalPages: 2 })
    expect(await calendar[kind].list({ search: 'none', page: 2 })).toMatchObject({ items: [], page: 2, total: 0, totalPages: 0 })
    expect(await calendar[kind].list({ search: 'none' })).toEqual({ items: [], page: 1, perPage: 35, total: 0, totalPages: 0 })
  })
})
