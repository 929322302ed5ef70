import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import { composeVenue } from './record.ts'
import { venueShape } from './schema.ts'
import { type VenueTypes, venueReads } from './view.ts'

/** The definition of venues. */
export const venueKind: KindDefinition<VenueTypes> = {
  ...venueReads,
  lifecycle: createLifecycle('venue'),
  shape: venueShape,
  required: ['name'],
  prepare: (_context, fields, isNew, issues) => {
    const [hasLat, hasLng] = [(fields.geoLat ?? null) !== null, (fields.geoLng ?? null) !== null]
    if (isNew && hasLat !== hasLng) issues[hasLat ? 'geoLng' : 'geoLat'] ??= { code: 'one_coordinate' }
    return fields
  },
  plan: async (op, fields, before, issues) => ({ composed: composeVenue(op, fields, before, issues) }),
  title: (composed) => composed.name,
}
