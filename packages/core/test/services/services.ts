import { describeEvents } from './event.ts'
import type { ServiceOpener } from './open-service.ts'
import { describeOrganizers } from './organizer.ts'
import { describeRecords } from './record.ts'
import { describeTerms } from './term.ts'
import { describeTexts } from './text.ts'
import { describeVenues } from './venue.ts'

/** The cases of the services, by folder of the core. Those that work in process alone are in `../in-process.test.ts`. */
export const services: Readonly<Record<string, (open: ServiceOpener) => void>> = {
  event: describeEvents,
  organizer: describeOrganizers,
  record: describeRecords,
  term: describeTerms,
  text: describeTexts,
  venue: describeVenues,
}
