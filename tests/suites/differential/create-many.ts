import { type AccessQuestion, type Calendar, type Change, createCalendar, type EventInput, isCalendarError } from '@kalends/core'
import * as fc from 'fast-check'
import { assertEqual } from '../../../packages/testing/src/assert.ts'
import { fixedClock } from '../../../packages/testing/src/clock.ts'
import type { OpenedStore } from '../../../packages/testing/src/conformance/register.ts'
import { type BulkPlan, bulkInputArbitrary, createExisting, pickyPolicy, toBulkInput } from './bulk-inputs.ts'
import { renumbered } from './renumbered.ts'

/** Options of {@link runCreateMany}. */
export interface CreateManyRunOptions {
  /** Opens an empty store; called twice for each run, the second time after the first store was closed. */
  createStore(): Promise<OpenedStore>
  /** How many lists of inputs to run. */
  readonly runs: number
  /** Repeats the runs that printed this seed. */
  readonly seed?: number | undefined
}

/**
 * Creates random events one by one, and again in chunks of any size. Compares the stored records, the errors, the policy questions, and the
 * changes that listeners received.
 * @throws an error that shows the seed, the shortest list of inputs found and the first difference
 */
export async function runCreateMany(options: CreateManyRunOptions): Promise<void> {
  const { createStore, runs, seed } = options
  const chunkSize = fc.constantFrom(1, 2, 3, 5, 500)
  const mode = fc.constantFrom(...(['suffix', 'error', 'skip', 'update'] as const))
  const property = fc.asyncProperty(bulkInputArbitrary(), chunkSize, fc.boolean(), mode, async (plans, size, isTrusted, onConflict) => {
    const single = await outcomeIn(createStore, plans, isTrusted, (events, inputs) => createEach(events, inputs, onConflict))
    const bulk = await outcomeIn(createStore, plans, isTrusted, (events, inputs) => createTogether(events, inputs, size, onConflict))
    assertEqual(bulk, single, 'createMany')
  })
  await fc.assert(property, { numRuns: runs, includeErrorInReport: true, ...(seed !== undefined && { seed }) })
}

type OnConflict = NonNullable<NonNullable<Parameters<Calendar['events']['createMany']>[1]>['onConflict']>

/** The outcome of an input: the slug, or the error. */
type InputOutcome = readonly [slug: string | null, code?: string, details?: string]

async function createEach(
  events: Calendar['events'],
  inputs: readonly EventInput[],
  onConflict: OnConflict,
): Promise<readonly InputOutcome[]> {
  const outcomes: InputOutcome[] = []
  for (const input of inputs) {
    outcomes.push(
      await events.create(input, { onConflict }).then(
        ({ slug }): InputOutcome => [slug],
        (error: unknown): InputOutcome => toOutcome(error),
      ),
    )
  }
  return outcomes
}

function toOutcome(error: unknown): InputOutcome {
  // Ids differ between stores.
  if (isCalendarError(error)) return [null, error.code, JSON.stringify(error.details).replace(/\d+/g, '#')]
  throw error
}

async function createTogether(
  events: Calendar['events'],
  inputs: readonly EventInput[],
  chunkSize: number,
  onConflict: OnConflict,
): Promise<readonly InputOutcome[]> {
  const outcomes: InputOutcome[] = []
  await events.createMany(inputs, {
    chunkSize,
    onConflict,
    onError: 'skip',
    onProgress: async ({ created, updated, unchanged, skipped }) => {
      for (const { index, slug } of [...created, ...updated, ...unchanged]) outcomes[index] = [slug]
      for (const { index, error, id } of skipped) {
        const found = id === undefined ? null : await events.find(id)
        outcomes[index] = found === null ? toOutcome(error) : [found.slug]
      }
    },
  })
  return outcomes
}

/** Runs work on a calendar over a new store. Returns the outcomes, all stored records, the changes and the policy questions. */
async function outcomeIn(
  createStore: CreateManyRunOptions['createStore'],
  plans: readonly BulkPlan[],
  isTrusted: boolean,
  work: (events: Calendar['events'], inputs: readonly EventInput[]) => Promise<readonly InputOutcome[]>,
): Promise<unknown> {
  const { store, close } = await createStore()
  try {
    const calendar = createCalendar({ store, clock: fixedClock('2026-06-01T12:00:00Z'), timeZone: 'Europe/Berlin' })
    const known = await createExisting(calendar)
    const changes = listenTo(calendar)
    const questions: AccessQuestion[] = []
    const seen = isTrusted ? calendar : calendar.as({ id: '1' }, pickyPolicy(questions))
    // Untyped callers can pass any value.
    const inputs = plans.map((plan) => toBulkInput(plan, known) as unknown as EventInput)
    const outcomes = await work(seen.events, inputs)
    // `createMany` asks the policy each question once for a chunk, `create` once for each record.
    return { outcomes, ...(await renumbered(store, changes, distinct(questions))) }
  } finally {
    await close()
  }
}

const distinct = <T>(questions: readonly T[]): readonly T[] => [
  ...new Map(questions.map((question) => [JSON.stringify(question), question])).values(),
]

function listenTo(calendar: Calendar): Change[] {
  const changes: Change[] = []
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag'] as const) {
    calendar.on(`${kind}.created`, (change) => void changes.push(change))
    calendar.on(`${kind}.updated`, (change) => void changes.push(change))
  }
  return changes
}
