import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import { composeOrganizer } from './record.ts'
import { organizerShape } from './schema.ts'
import { type OrganizerTypes, organizerReads } from './view.ts'

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
