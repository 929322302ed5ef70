import { requireKnownOptions } from '../../errors/known-names.ts'
import type { FieldsShape, UnknownFields } from '../../fields/typed-fields.ts'
import { requireObject } from '../../input/read.ts'
import { createAllTrashableWrites } from '../../record/all-writes.ts'
import type { ScopedOptions, TrashableRecords } from '../../record/api.ts'
import type { ChangeManyEventsOptions } from '../../record/change-many-options.ts'
import type { CalendarContext } from '../../record/context.ts'
import type { ExplainOptions, Explanation } from '../../record/explain-options.ts'
import { readLimit } from '../../record/list-options.ts'
import type { RecordRef } from '../../record/lookup.ts'
import { type Conflicts, createConflicts } from './conflicts.ts'
import { readSeriesDates, type SeriesPreviewInput } from './dates.ts'
import { explainEvent } from './explain.ts'
import { eventKind } from './kind.ts'
import type { EventListInput } from './list-schema.ts'
import { type EventPreviews, makePreviewToken, revokePreviews } from './previews.ts'
import type { EventProposals } from './proposal.ts'
import { acceptProposal, declineProposal, listProposals, propose } from './proposals.ts'
import { createEventReads, type EventReads } from './reads.ts'
import type { EventInput, EventPatch } from './schema.ts'
import { type SeriesPreview, toPreview } from './series/preview.ts'
import { seriesIdOf, toSeriesOfMany } from './series/writes/many.ts'
import type { Event } from './view.ts'

/** The events of a calendar. */
export interface Events<F extends FieldsShape = UnknownFields>
  extends EventReads<F>,
    Conflicts<F>,
    TrashableRecords<Event<F>, EventInput<F>, EventPatch<F>, EventListInput<F>, ScopedOptions<Event<F>>, ChangeManyEventsOptions>,
    EventProposals<F>,
    EventPreviews {
  /** The events of a list, by id or by start and then id, read in batches: also in a calendar that only reads. */
  each: EventReads<F>['each']
  /**
   * Whether a list has an event, and on which page, or why it lacks it: the status and the visibility of the event, and each filter that
   * refuses it. For those who may update the event; one in the trash, too.
   * @param input the filters of the list; relative times are resolved, and its `page` is ignored
   * @param options `viewer` is whose list is explained @default the viewer of the calendar
   * @throws not_found the event does not exist, or the viewer may not see it
   * @throws unauthenticated, forbidden the viewer may not update it
   * @throws invalid_input naming every invalid filter, as the list does
   * @throws TypeError a filter or an option is unknown or invalid
   * @example
   * const { listed, page, reasons } = await calendar.events.explain(7, { from: 'today', categories: 'music' })
   * console.log(listed ? `on page ${page}` : reasons.map(({ message }) => message).join(' '))
   */
  explain(ref: RecordRef, input?: EventListInput<F>, options?: ExplainOptions): Promise<Explanation>
  /**
   * The first dates of the series that `create` would make of an input: for a form that shows what a rule means. Nothing is read or stored.
   * Other members of the input are ignored.
   * @param options `limit` is the maximum number of dates @default { limit: 5 }
   * @throws invalid_input naming every invalid field, as `create` does
   * @throws TypeError the limit is not an integer of 1 or more
   */
  previewSeries(input: SeriesPreviewInput, options?: { readonly limit?: number }): Promise<SeriesPreview>
}

/** The events of a calendar. */
export const createEvents = (context: CalendarContext): Events => ({
  ...createEventReads(context),
  ...createAllTrashableWrites(context, { ...eventKind, groupOf: seriesIdOf, toMany: toSeriesOfMany }),
  explain: async (ref, input = {}, options = {}) => explainEvent(context, ref, input, options),
  propose: (ref, patch, options = {}) => propose(context, eventKind, ref, patch, options),
  proposals: (input = {}) => listProposals(context, eventKind, input),
  accept: (id, options = {}) => acceptProposal(context, eventKind, id, options),
  decline: (id, note = '') => declineProposal(context, eventKind, id, note),
  previewToken: (ref, options) => makePreviewToken(context, ref, options),
  revokePreviewTokens: (ref) => revokePreviews(context, ref),
  ...createConflicts(context),
  previewSeries: async (input, options = {}) => {
    requireObject('options', options)
    requireKnownOptions('previewSeries', options, { limit: true })
    const { limit = 5 } = options
    return toPreview(readSeriesDates(context, input, {}, []).series, readLimit(limit))
  },
})
