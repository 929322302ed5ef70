import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { createAllTrashableWrites } from '../../record/all-writes.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { CalendarContext } from '../../record/context.ts'
import { createDuplicates, type DuplicateRecords } from '../../record/duplicates.ts'
import { createExplain, type ExplainedRecords } from '../../record/explain.ts'
import { createMerge, type MergeableRecords } from '../../record/merge.ts'
import type { OrganizerListInput } from '../../record/profile.ts'
import { explainedProfiles } from '../../record/profile-reasons.ts'
import { createReads } from '../../record/reads.ts'
import { organizerKind } from './kind.ts'
import type { OrganizerInput, OrganizerPatch } from './schema.ts'
import { type Organizer, type OrganizerTypes, organizerReads } from './view.ts'

/** The organizers of a calendar. */
export type Organizers<F extends FieldsShape = UnknownFields> = TrashableRecords<
  Organizer<F>,
  OrganizerInput<F>,
  OrganizerPatch<F>,
  OrganizerListInput<F>
> &
  MergeableRecords &
  DuplicateRecords<Organizer<F>, OrganizerListInput<F>> &
  ExplainedRecords<OrganizerListInput<F>>

/** The organizers of a calendar. */
export const createOrganizers = (context: CalendarContext): Organizers => ({
  ...createReads(context, organizerReads),
  ...createAllTrashableWrites(context, organizerKind),
  ...createMerge(context, organizerKind),
  ...createDuplicates(context, organizerReads),
  explain: createExplain(context, organizerReads, explainedProfiles<OrganizerTypes>('organizer')),
})
