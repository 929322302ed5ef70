import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { createAllTrashableWrites } from '../../record/all-writes.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { CalendarContext } from '../../record/context.ts'
import { createDuplicates, type DuplicateRecords } from '../../record/duplicates.ts'
import { createExplain, type ExplainedRecords } from '../../record/explain.ts'
import { createMerge, type MergeableRecords } from '../../record/merge.ts'
import type { VenueListInput } from '../../record/profile.ts'
import { explainedProfiles } from '../../record/profile-reasons.ts'
import { createReads } from '../../record/reads.ts'
import { venueKind } from './kind.ts'
import type { VenueInput, VenuePatch } from './schema.ts'
import { type Venue, type VenueTypes, venueReads } from './view.ts'

/** The venues of a calendar. */
export type Venues<F extends FieldsShape = UnknownFields> = TrashableRecords<Venue<F>, VenueInput<F>, VenuePatch<F>, VenueListInput<F>> &
  MergeableRecords &
  DuplicateRecords<Venue<F>, VenueListInput<F>> &
  ExplainedRecords<VenueListInput<F>>

/** The venues of a calendar. */
export const createVenues = (context: CalendarContext): Venues => ({
  ...createReads(context, venueReads),
  ...createAllTrashableWrites(context, venueKind),
  ...createMerge(context, venueKind),
  ...createDuplicates(context, venueReads),
  explain: createExplain(context, venueReads, explainedProfiles<VenueTypes>('venue')),
})
