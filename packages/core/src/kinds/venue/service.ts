import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import type { TrashableRecords } from '../../record/api.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { KindDefinition } from '../../record/definition.ts'
import { createLifecycle } from '../../record/lifecycle.ts'
import type { VenueListInput } from '../../record/profile.ts'
import { createReads } from '../../record/reads.ts'
import { createTrashableWrites } from '../../record/service.ts'
import { composeVenue } from './record.ts'
import { type VenueInput, type VenuePatch, venueShape } from './schema.ts'
import { type Venue, type VenueTypes, venueReads } from './view.ts'

/** The venues of a calendar. */
export type Venues<F extends FieldsShape = UnknownFields> = TrashableRecords<Venue<F>, VenueInput<F>, VenuePatch<F>, VenueListInput<F>>

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

/** The venues of a calendar. */
export const createVenues = (context: CalendarContext): Venues => ({
  ...createReads(context, venueReads),
  ...createTrashableWrites(context, venueKind),
})
