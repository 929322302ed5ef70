import { createLogReader } from '../changes/log-reader.ts'
import { createChangeNotifier } from '../changes/notifier.ts'
import { createChanges } from '../changes/service.ts'
import { readOrWait } from '../changes/waiting.ts'
import type { FieldsOption, NoFields } from '../fields/definition.ts'
import type { ShapeOf } from '../fields/typed-fields.ts'
import { createFreeBusy } from '../kinds/event/free-busy.ts'
import { createEvents } from '../kinds/event/service.ts'
import { createOrganizers } from '../kinds/organizer/service.ts'
import { createCategories, createTags } from '../kinds/term/service.ts'
import { createVenues } from '../kinds/venue/service.ts'
import { beginCall } from '../record/context.ts'
import { importLock } from '../record/create-many.ts'
import type { Calendar } from './api.ts'
import { type CalendarRecords, definePrototypes, type Internals, type Own, readMethods } from './internals.ts'
import { toKeyedCreations } from './keyed-creations.ts'
import { createMaintenance } from './maintenance.ts'
import type { CalendarOptions } from './options.ts'
import { createWriting } from './writing.ts'

/**
 * Creates a calendar over a store.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin' })
 * const event = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
 */
export function createCalendar<O extends FieldsOption = NoFields>(options: CalendarOptions<O>): Calendar<ShapeOf<O>> {
  // The prototypes have the operations that a compact calendar lacks. The types of fields exist at compile time alone.
  return createWriting('createCalendar', options, { prototypes, createNotifier: createChangeNotifier }) as Calendar<ShapeOf<O>>
}

/** Thrown to undo the writes of a rehearsal. */
const undo: unknown = Object.freeze(new Error('A rehearsal writes nothing.'))

/** The result of a work whose writes are undone. */
async function rehearse<T>(calendar: Calendar, work: (tx: Calendar) => Promise<T>): Promise<T> {
  const done: { readonly result: T }[] = []
  const write = calendar.transaction(async (tx) => {
    done.push({ result: await work(tx) })
    throw undo
  })
  await write.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  const [last] = done.slice(-1)
  if (last === undefined) throw new TypeError('transaction must run its work')
  return last.result
}

const methods: Internals & ThisType<Own> = {
  ...readMethods,
  isReadOnly: false,
  isComplete: true,
  get log() {
    this.logReader ??= createLogReader(this.context)
    return this.logReader
  },
  get engineTransaction() {
    return this.context.store.engineTransaction
  },
  get afterCommit() {
    return this.context.afterCommit
  },
  get unpublished() {
    return this.context.unpublished
  },
  async rehearse(work) {
    if (!this.context.ownsTransactions) throw new TypeError('A dry run needs a transaction of its own, which it rolls back.')
    return rehearse(this.derive({ ...this.context, runHooks: () => undefined }, false), work)
  },
  lockImports() {
    return this.context.store.lockNames('import', importLock)
  },
  keyedCreations(kind) {
    return toKeyedCreations(beginCall(this.context), kind)
  },
  waitForChanges(token, read, waitMs) {
    return readOrWait(this.context, token, read, waitMs)
  },
}

const prototypes = definePrototypes<CalendarRecords>(methods, {
  events: createEvents,
  venues: createVenues,
  organizers: createOrganizers,
  categories: createCategories,
  freeBusy: createFreeBusy,
  tags: createTags,
  changes: createChanges,
  maintenance: createMaintenance,
})
