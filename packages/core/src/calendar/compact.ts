import type { FieldsOption, NoFields } from '../fields/definition.ts'
import type { ShapeOf } from '../fields/typed-fields.ts'
import { createFreeBusy } from '../kinds/event/free-busy.ts'
import { eventKind } from '../kinds/event/kind.ts'
import { createEventReads } from '../kinds/event/reads.ts'
import { organizerKind } from '../kinds/organizer/kind.ts'
import { organizerReads } from '../kinds/organizer/view.ts'
import { categoryKind, tagKind } from '../kinds/term/kind.ts'
import { createCategoryReads, createTagReads } from '../kinds/term/reads.ts'
import { venueKind } from '../kinds/venue/kind.ts'
import { venueReads } from '../kinds/venue/view.ts'
import { noNotifier } from '../record/context.ts'
import { createReads } from '../record/reads.ts'
import { createTrashableWrites, createWrites } from '../record/service.ts'
import type { CompactCalendar } from './api.ts'
import { definePrototypes, readMethods } from './internals.ts'
import type { CalendarOptions } from './options.ts'
import { createSeriesMaintenance } from './series-maintenance.ts'
import { createWriting, type WritingRecords } from './writing.ts'

/**
 * Creates a calendar that reads lists and reads and writes single records: what its handler needs, for small bundles such as those of workers. Its
 * options, results, hooks and listeners are those of `createCalendar`.
 * @throws TypeError an option is invalid
 * @example
 * const calendar = createCompactCalendar({ store, timeZone: 'Europe/Berlin' })
 * const event = await calendar.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00' })
 */
export function createCompactCalendar<O extends FieldsOption = NoFields>(options: CalendarOptions<O>): CompactCalendar<ShapeOf<O>> {
  // The types of fields exist at compile time alone.
  return createWriting('createCompactCalendar', options, { prototypes, createNotifier: () => noNotifier }) as CompactCalendar<ShapeOf<O>>
}

const prototypes = definePrototypes<WritingRecords>(
  { ...readMethods, isReadOnly: false },
  {
    events: (context) => ({ ...createEventReads(context), ...createTrashableWrites(context, eventKind) }),
    venues: (context) => ({ ...createReads(context, venueReads), ...createTrashableWrites(context, venueKind) }),
    organizers: (context) => ({ ...createReads(context, organizerReads), ...createTrashableWrites(context, organizerKind) }),
    categories: (context) => ({ ...createCategoryReads(context), ...createWrites(context, categoryKind) }),
    freeBusy: createFreeBusy,
    tags: (context) => ({ ...createTagReads(context), ...createWrites(context, tagKind) }),
    maintenance: createSeriesMaintenance,
  },
)
