import { readPreview } from '../kinds/event/previews.ts'
import type { Event } from '../kinds/event/view.ts'
import type { RecordRef } from '../record/lookup.ts'
import type { Calendar } from './api.ts'
import { contextOf } from './internals.ts'

/**
 * The event that a preview token shows at an address, with the fields that the viewer may read.
 * @param ref the id or slug of the address
 * @returns null if the token shows nothing there: then the address is read as without one
 */
export const readPreviewed = (calendar: Calendar, ref: RecordRef, token: string): Promise<Event | null> =>
  readPreview(contextOf(calendar), ref, token)
