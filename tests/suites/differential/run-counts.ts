import type { Event } from '@kalends/core'
import type { Facet } from '@kalends/core/store'
import * as fc from 'fast-check'
import { assertEqual, show } from '../../../packages/testing/src/assert.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { type ExplainedWorld, fillExplainedWorld } from './explained-world.ts'
import { type Input, inputs, viewers } from './run-explanations.ts'

/** Options of {@link runCounts}. */
export interface CountsOptions {
  /** Opens an empty store; called for each world. */
  createStore(): Promise<OpenedStore>
  /** How many calendars with other events. */
  readonly worlds: number
  /** How many lists to count in each of them. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

const facets: readonly Facet[] = ['day', 'month', 'category', 'tag', 'venue', 'organizer']

const keysOf: Readonly<Record<Facet, (event: Event) => readonly (number | string)[]>> = {
  day: ({ startDate }) => [startDate.slice(0, 10)],
  month: ({ startDate }) => [startDate.slice(0, 7)],
  category: ({ categories }) => categories.map(({ id }) => id),
  tag: ({ tags }) => tags.map(({ id }) => id),
  venue: ({ venues }) => venues.map(({ id }) => id),
  organizer: ({ organizers }) => organizers.map(({ id }) => id),
}

/** Counts random lists of random viewers, and compares with the events of the list as the viewer sees them. */
export async function runCounts({ createStore, worlds, runs, seed }: CountsOptions): Promise<void> {
  for (const used of fc.sample(fc.noBias(fc.nat()), { numRuns: worlds, ...(seed !== undefined && { seed }) })) {
    const opened = await createStore()
    try {
      const world = await fillExplainedWorld(opened, used)
      const by = fc.shuffledSubarray([...facets], { minLength: 1, maxLength: 2 })
      const cases = fc.tuple(inputs(world), by, fc.constantFrom(undefined, ...viewers))
      await fc.assert(
        fc.asyncProperty(cases, ([input, names, viewer]) => compare(world, input, names, viewer)),
        { numRuns: runs, seed: used },
      )
    } finally {
      await opened.close()
    }
  }
}

async function compare(
  { calendar }: ExplainedWorld,
  { page: _page, perPage: _perPage, ...filters }: Input,
  by: readonly Facet[],
  viewer: (typeof viewers)[number] | undefined,
): Promise<void> {
  const { events } = viewer === undefined ? calendar : calendar.as(viewer.actor, viewer.access)
  const rows: string[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const { items, totalPages } = await events.list({ ...filters, page, perPage: 100 })
    for (const event of items) {
      const [first = [], second] = by.map((name) => keysOf[name](event))
      rows.push(...first.flatMap((key) => (second === undefined ? [`${key}`] : second.map((other) => `${key} ${other}`))))
    }
    last = totalPages
  }
  const expected = [...new Set(rows)].map((row) => `${row}: ${rows.filter((one) => one === row).length}`)
  const counted = (await events.counts({ ...filters, by })).map(
    ({ count, ...keys }) => `${by.map((name) => keys[name]).join(' ')}: ${count}`,
  )
  assertEqual(counted.toSorted(), expected.toSorted(), `${show(by)} of ${show(filters)}, viewer ${show(viewer?.actor)}`)
}
