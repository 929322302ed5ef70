import type { WriteScope } from '../access/policy.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import type { FreeBusy } from '../kinds/event/free-busy.ts'
import type { EventListInput } from '../kinds/event/list-schema.ts'
import type { EventReads } from '../kinds/event/reads.ts'
import type { EventInput, EventPatch } from '../kinds/event/schema.ts'
import type { Event } from '../kinds/event/view.ts'
import type { OrganizerInput, OrganizerPatch } from '../kinds/organizer/schema.ts'
import type { Organizer } from '../kinds/organizer/view.ts'
import type { TermInput, TermListInput, TermPatch } from '../kinds/term/schema.ts'
import type { Category, Tag } from '../kinds/term/view.ts'
import type { VenueInput, VenuePatch } from '../kinds/venue/schema.ts'
import type { Venue } from '../kinds/venue/view.ts'
import type { Records, TrashableRecords } from '../record/api.ts'
import type { Explanation } from '../record/explain-options.ts'
import type { ReadOptions } from '../record/list-options.ts'
import type { RecordRef } from '../record/lookup.ts'
import type { OrganizerListInput, VenueListInput } from '../record/profile.ts'

/** The options of a change through a {@link CalendarClient}: those that are plain data. */
export interface ClientChangeOptions {
  /**
   * The version that the change replaces, as a returned record has it. The change is made only if the stored version is this one.
   * @throws version_conflict it is another one; nothing is written
   */
  readonly version?: number | undefined
}

/** The options of a change of an event through a {@link CalendarClient}. */
export interface ClientScopedOptions extends ClientChangeOptions {
  /**
   * How much of a series the change is for: one occurrence, this one and all later ones, or the whole series.
   * @default 'this' for an occurrence and a single event, 'all' for a series
   */
  readonly scope?: WriteScope | undefined
}

/** The options of `explain` through a {@link CalendarClient}. */
export interface ClientExplainOptions extends ReadOptions {
  /** Whose list is explained: that of strangers. @default that of the caller */
  readonly viewer?: { readonly actor: null } | undefined
}

/** The explanations of lists of events. */
export interface ClientExplanations<ListInput> {
  /** Whether a list has an event, and on which page, or why it lacks it. See `explain` of the events of a calendar. */
  explain(ref: RecordRef, input?: ListInput, options?: ClientExplainOptions): Promise<Explanation>
}

/** The operations on one kind of record that also work over HTTP. */
export type ClientRecords<T, Input, Patch, ListInput, Options extends ClientChangeOptions = ClientChangeOptions> = Records<
  T,
  Input,
  Patch,
  ListInput,
  Options
>

/** The operations on records that have a trash. */
export interface TrashableClientRecords<T, Input, Patch, ListInput, Options extends ClientChangeOptions = ClientChangeOptions>
  extends ClientRecords<T, Input, Patch, ListInput, Options>,
    Pick<TrashableRecords<T, Input, Patch, ListInput, Options>, 'trash' | 'restore'> {}

/**
 * The part of a calendar that works in process and over HTTP alike. Every `Calendar` is one, and `createClient` of `@kalends/client` makes one
 * from the address of a service, so that the same code runs on both sides.
 * @example
 * const titles = async (client: CalendarClient) => (await client.events.list({ perPage: 5 })).items.map(({ title }) => title)
 * console.log(await titles(calendar))
 */
export interface CalendarClient<F extends FieldsShape = UnknownFields> {
  /** The events. */
  readonly events: TrashableClientRecords<Event<F>, EventInput<F>, EventPatch<F>, EventListInput<F>, ClientScopedOptions> &
    ClientExplanations<EventListInput<F>> &
    Pick<EventReads<F>, 'counts'>
  /** The venues. */
  readonly venues: TrashableClientRecords<Venue<F>, VenueInput<F>, VenuePatch<F>, VenueListInput<F>>
  /** The organizers. */
  readonly organizers: TrashableClientRecords<Organizer<F>, OrganizerInput<F>, OrganizerPatch<F>, OrganizerListInput<F>>
  /** The categories. */
  readonly categories: ClientRecords<Category<F>, TermInput<F['category']>, TermPatch<F['category']>, TermListInput<F['category']>>
  /** The tags. */
  readonly tags: ClientRecords<Tag<F>, TermInput<F['tag']>, TermPatch<F['tag']>, TermListInput<F['tag']>>
  /** The times at which venues are taken. */
  readonly freeBusy: FreeBusy
}
