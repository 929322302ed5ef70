import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import type { OrganizerListInput } from '../../record/profile.ts'
import { createReads } from '../../record/reads.ts'
import { createTrashableWrites } from '../../record/service.ts'
import { composeOrganizer } from './record.ts'
import { type OrganizerInput, type OrganizerPatch, organizerShape } from './schema.ts'
import { type Organizer, type OrganizerTypes, organizerReads } from './view.ts'

/** The organizers of a calendar. */
export type Organizers<F extends FieldsShape = UnknownFields> = TrashableRecords<
  Organizer<F>,
  OrganizerInput<F>,
  OrganizerPatch<F>,
  OrganizerListInput<F>
>

/** The definition of organizers. */
export const organizerKind: KindDefinition<OrganizerTypes> = {
  ...organizerReads,
  lifecycle: createLifecycle('organizer'),
  shape: organizerShape,
  required: ['name'],
  prepare: (_context, fields) => fields,
  plan: async (op, fields, before, issues) => ({ composed: composeOrganizer(op, fields, before, issues) }),
  title: (composed) => composed.name,
}

/** The organizers of a calendar. */
export const createOrganizers = (context: CalendarContext): Organizers => ({
  ...createReads(context, organizerReads),
  ...createTrashableWrites(context, organizerKind),
})
