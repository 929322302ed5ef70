import { type AccessPolicy, type Actor, type EventListInput, publicReadOnly, roles, type Status } from '@kalends/core'
import * as fc from 'fast-check'
import { assertEqual, show } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { type ExplainedWorld, fillExplainedWorld } from './explained-world.ts'

/** Options of {@link runExplanations}. */
export interface ExplanationsOptions {
  /** Opens an empty store; called for each world. */
  createStore(): Promise<OpenedStore>
  /** How many calendars with other events. */
  readonly worlds: number
  /** How many lists to explain in each of them, each for one event. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

export type Input = EventListInput & Readonly<Record<string, unknown>>

/** Viewers with various read access. */
export const viewers: readonly { readonly actor: Actor | null; readonly access: AccessPolicy }[] = [
  { actor: null, access: publicReadOnly() },
  { actor: { id: 'anna', roles: ['author'] }, access: roles() },
  { actor: { id: 'ben', roles: ['editor'] }, access: roles() },
  {
    actor: { id: 'ben' },
    access: {
      readable: (_, kind) => [
        { status: 'publish', ...(kind === 'event' && { publishedMs: { gte: Date.parse('2026-05-01T12:00:00Z') } }) },
        { status: 'draft', authorIds: ['ben'] },
      ],
      may: ({ record }) => record === undefined,
    },
  },
  {
    actor: { id: 'ben' },
    access: {
      readable: () => [
        { status: 'publish', categoryIds: [1, 2] },
        { status: 'publish', venueIds: [1], authorIds: ['ben', 'anna'] },
        { status: 'draft', organizerIds: [1] },
        { status: 'private' },
      ],
      may: ({ record }) => record === undefined,
    },
  },
]

/** Random filters of a list. Most of them match some events, so that many lists have the explained one. */
export function inputs({ events, venues }: ExplainedWorld): fc.Arbitrary<Input> {
  const time = fc.constantFrom(
    ...['today', 'now', '+1 week', '-1 month', '2026-06-01', '2026-06-01 19:30', '2026-06-10T08:00:00Z', '2026-06-01T12:00:00.5+02:00'],
    ...['2026-05-20 20:00', '2028-07-02', '-30 days'],
  )
  const id = fc.constantFrom(...events)
  const few = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> => fc.array(one, { minLength: 1, maxLength: 3 })
  const many = fc.subarray([...events], { minLength: Math.floor(events.length / 2) })
  const status: fc.Arbitrary<Status | 'any'> = fc.constantFrom('any', 'any', 'publish', 'draft', 'future', 'private', 'trash')
  const filters: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    ...Object.fromEntries(
      ['from', 'to', 'startsFrom', 'startsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter'].map((name) => [name, time]),
    ),
    search: fc.constantFrom('choir', 'jazz', '"bring a" friend', 'elan', 'free jazz night'),
    categories: few(fc.constantFrom('music', 'jazz', 'sport', '1', 'none')),
    tags: few(fc.constantFrom('free', 'new', '4')),
    venueIds: few(fc.constantFrom(...venues, 999)),
    organizerIds: few(fc.constantFrom(1, 2, 999)),
    featured: fc.boolean(),
    hasLocation: fc.boolean(),
    ...Object.fromEntries(['hasImage', 'hasVenue', 'hasOrganizer', 'hasCategory', 'hasDescription'].map((name) => [name, fc.boolean()])),
    near: fc.constantFrom({ lat: 52.5, lng: 13.4 }, { lat: 48.1, lng: 11.6, radiusKm: 1 }),
    ids: fc.oneof(many, few(id)),
    uids: few(fc.oneof(fc.constantFrom('uid-0', 'uid-5', 'none'), id)),
    afterId: fc.oneof(fc.constant(events[1] ?? 0), id),
    seriesIds: fc.oneof(many, few(id)),
    series: fc.constantFrom('next', 'next', 'all'),
    parentIds: few(fc.oneof(fc.constant(0), id)),
    authorIds: few(fc.constantFrom('', 'anna', 'ben')),
    updatedAfter: fc.constantFrom('2026-05-01', '2026-06-01T11:59:59Z', '2026-07-01'),
    hidden: fc.constantFrom('exclude', 'include', 'only'),
    fields: fc.constantFrom(
      { level: 'pro' },
      { level: ['pro', 'new'] },
      { seats: { gte: 3 } },
      { level: 'new', seats: { gte: 2, lte: 4 } },
    ),
  }
  const page = fc.record({
    status,
    orderBy: fc.constantFrom('start', 'startInstant', 'end', 'title', 'published', 'updated', 'id'),
    order: fc.constantFrom('asc', 'desc'),
    perPage: fc.integer({ min: 1, max: 7 }),
    page: fc.integer({ min: 1, max: 3 }),
  })
  return fc.subarray(Object.keys(filters), { maxLength: 3 }).chain((names) => {
    const chosen = fc.record<Readonly<Record<string, unknown>>>(
      Object.fromEntries(names.map((name) => [name, filters[name] ?? fc.constant(undefined)])),
    )
    // Any status by default: most random events are no public ones.
    return fc
      .tuple(fc.subarray(['status', 'orderBy', 'order', 'page'] as const), page, chosen, fc.constantFrom(false, false, true))
      .map(([kept, { perPage, ...rest }, others, next]) => ({
        ...(kept.length < 2 && { status: 'any' as const, hidden: 'include' as const }),
        perPage,
        ...(next && { series: 'next' as const }),
        ...Object.fromEntries(kept.map((name) => [name, rest[name]])),
        ...others,
      }))
  })
}

/** The list without the filters of some reasons, or with those that they suggest. */
function repaired(input: Input, reasons: Awaited<ReturnType<ExplainedWorld['calendar']['events']['explain']>>['reasons']): Input {
  const filters: Record<string, unknown> = { ...input }
  for (const { filter, suggestion } of reasons) {
    const [name = '', field] = filter.split('.')
    if (field === undefined) delete filters[name]
    else {
      const { [field]: _, ...others }: Record<string, unknown> = { ...Object(filters[name]) }
      filters[name] = others
    }
    Object.assign(filters, suggestion)
  }
  return filters
}

/**
 * Explains random lists of random viewers, each for one event, and compares with the list: it has the event exactly if it is explained as listed,
 * on that page; without the filters of all reasons it has the event, and with any one of these filters it has not.
 */
export async function runExplanations({ createStore, worlds, runs, seed }: ExplanationsOptions): Promise<void> {
  for (const used of fc.sample(fc.noBias(fc.nat()), { numRuns: worlds, ...(seed !== undefined && { seed }) })) {
    const opened = await createStore()
    try {
      const world = await fillExplainedWorld(opened, used)
      const cases = fc.tuple(inputs(world), fc.constantFrom(...world.events), fc.constantFrom(undefined, ...viewers))
      const property = fc.asyncProperty(cases, async ([input, id, viewer]) => compare(world, input, id, viewer))
      await fc.assert(property, { numRuns: runs, seed: used })
    } finally {
      await opened.close()
    }
  }
}

async function compare(
  { calendar }: ExplainedWorld,
  input: Input,
  id: number,
  viewer: (typeof viewers)[number] | undefined,
): Promise<void> {
  const { events } = viewer === undefined ? calendar : calendar.as(viewer.actor, viewer.access)
  const explain = (filters: Input) => calendar.events.explain(id, filters, viewer && { viewer })
  const pageWith = async (filters: Input): Promise<number | undefined> => {
    for (let page = 1, last = 1; page <= last; page++) {
      const { items, totalPages } = await events.list({ ...filters, page })
      if (items.some((event) => event.id === id)) return page
      last = totalPages
    }
    return undefined
  }
  const hint = (about: string): string => `${about}: event ${id}, ${show(input)}, viewer ${show(viewer?.actor)}`
  const { listed, page, reasons } = await explain(input)
  assertEqual(page, await pageWith(input), hint('the page'))
  assertEqual(listed, page !== undefined, hint('whether it is listed'))
  assertEqual(listed, reasons.length === 0, hint('whether there are reasons'))
  // What a viewer may not read cannot be repaired by filters, and a list cannot have a series by its dates.
  if (reasons.some(({ filter, code }) => filter === 'access' || code === 'series')) return
  const found = reasons.map(({ code, filter }) => `${filter}: ${code}`)
  assertEqual((await pageWith(repaired(input, reasons))) !== undefined, true, hint(`without ${show(found)}`))
  for (const reason of reasons)
    assertEqual(
      await pageWith(
        repaired(
          input,
          reasons.filter((other) => other !== reason),
        ),
      ),
      undefined,
      hint(`with ${reason.filter} alone`),
    )
}
