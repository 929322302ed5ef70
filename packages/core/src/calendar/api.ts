import type { AccessPolicy, Actor } from '../access/policy.ts'
import type { ClientChanges } from '../changes/service.ts'
import type { FieldsShape, UnknownFields } from '../fields/typed-fields.ts'
import type { FreeBusy } from '../kinds/event/free-busy.ts'
import type { EventReads } from '../kinds/event/reads.ts'
import type { Events } from '../kinds/event/service.ts'
import type { Organizers } from '../kinds/organizer/service.ts'
import type { Organizer } from '../kinds/organizer/view.ts'
import type { TermListInput } from '../kinds/term/schema.ts'
import type { Terms } from '../kinds/term/service.ts'
import type { Term } from '../kinds/term/view.ts'
import type { Venues } from '../kinds/venue/service.ts'
import type { Venue } from '../kinds/venue/view.ts'
import type { ReadRecords } from '../record/api.ts'
import type { ChangeName, ChangeOf } from '../record/change.ts'
import type { HookName, PlannedWriteOf } from '../record/hooks.ts'
import type { OrganizerListInput, VenueListInput } from '../record/profile.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { Clock } from '../time/clock.ts'
import type { Maintenance } from './maintenance.ts'
import type { SeriesMaintenance } from './series-maintenance.ts'

/** Called before a record is written; throws to stop the write. */
export type BeforeHook<N extends HookName, F extends FieldsShape = UnknownFields> = (
  write: PlannedWriteOf<N, Calendar<F>, F>,
) => void | Promise<void>

/** What one viewer reads of a calendar: all that a calendar of `createReadOnlyCalendar` has. */
export interface ReadOnlyCalendar<F extends FieldsShape = UnknownFields> {
  /** The events. */
  readonly events: EventReads<F>
  /** The venues. */
  readonly venues: ReadRecords<Venue<F>, VenueListInput<F>>
  /** The organizers. */
  readonly organizers: ReadRecords<Organizer<F>, OrganizerListInput<F>>
  /** The categories. */
  readonly categories: ReadRecords<Term<F['category']>, TermListInput<F['category']>>
  /** The tags. */
  readonly tags: ReadRecords<Term<F['tag']>, TermListInput<F['tag']>>
  /** The times at which venues are taken. */
  readonly freeBusy: FreeBusy
  /** The time zone of "today", of publication dates, and of events without one. */
  readonly timeZone: string
  /** The largest page of a list. */
  readonly maxPerPage: number
  /** The source of "now". */
  readonly clock: Clock
  /**
   * The same calendar, as an actor sees it. Without this call the caller is the host's own, trusted code.
   * @param actor null for anonymous callers
   * @throws TypeError `access` is not a policy, or the actor has no valid id
   */
  as(actor: Actor | null, access: AccessPolicy): ReadOnlyCalendar<F>
  /**
   * Passes if the storage responds: for the readiness check of a server. It reads the store's revision, one cheap statement that is never
   * cached. On a store with a `reader` it queries both the database for writes and the reader.
   * @throws unavailable the storage is down or too busy
   */
  ping(): Promise<void>
}

/** The operations on single records, beside those that read. */
type SingleWrites = 'create' | 'update' | 'delete' | 'trash' | 'restore'

/** The reads of a kind of record, and the writes of single records. */
type CompactRecords<Reads, All> = Reads & Pick<All, Extract<keyof All, SingleWrites>>

/** What one viewer reads and writes of a calendar of `createCompactCalendar`: lists and single records. */
export interface CompactCalendar<F extends FieldsShape = UnknownFields> extends ReadOnlyCalendar<F> {
  /** The events. */
  readonly events: CompactRecords<EventReads<F>, Events<F>>
  /** The venues. */
  readonly venues: CompactRecords<ReadOnlyCalendar<F>['venues'], Venues<F>>
  /** The organizers. */
  readonly organizers: CompactRecords<ReadOnlyCalendar<F>['organizers'], Organizers<F>>
  /** The categories. */
  readonly categories: CompactRecords<ReadOnlyCalendar<F>['categories'], Terms<F['category']>>
  /** The tags. */
  readonly tags: CompactRecords<ReadOnlyCalendar<F>['tags'], Terms<F['tag']>>
  /** Maintenance of endless series, for the host's own code. */
  readonly maintenance: SeriesMaintenance
  /** The same calendar, as an actor sees it: see {@link ReadOnlyCalendar.as}. */
  as(actor: Actor | null, access: AccessPolicy): CompactCalendar<F>
  /** Runs the work in one transaction: see {@link Calendar.transaction}. */
  transaction<T>(work: (tx: CompactCalendar<F>) => Promise<T>): Promise<T>
  /** The same calendar over another store: see {@link Calendar.using}. */
  using(store: CalendarStore): CompactCalendar<F> & { flush(): void }
  /** Calls a listener after each committed change of that name: see {@link Calendar.on}. */
  on<N extends ChangeName>(name: N, listener: (change: ChangeOf<N, F>) => void | Promise<void>): () => void
  /** Runs a hook before each write of that name: see {@link Calendar.before}. */
  before<N extends HookName>(name: N, hook: (write: PlannedWriteOf<N, CompactCalendar<F>, F>) => void | Promise<void>): () => void
}

/** Events, venues, organizers, categories and tags, as one viewer sees them. */
export interface Calendar<F extends FieldsShape = UnknownFields> extends ReadOnlyCalendar<F> {
  /** The events. */
  readonly events: Events<F>
  /** The venues. */
  readonly venues: Venues<F>
  /** The organizers. */
  readonly organizers: Organizers<F>
  /** The categories. */
  readonly categories: Terms<F['category']>
  /** The tags. */
  readonly tags: Terms<F['tag']>
  /** The changes of all of these records, for copies that follow the calendar. */
  readonly changes: ClientChanges<F>
  /** Maintenance of the stored records, for the host's own code. */
  readonly maintenance: Maintenance
  /** The same calendar, as an actor sees it: see {@link ReadOnlyCalendar.as}. */
  as(actor: Actor | null, access: AccessPolicy): Calendar<F>
  /**
   * Runs the work so that all of its writes happen or none does. Listeners are called after the commit. The work must not call any
   * other calendar than `tx`: this one, and every other one over the same store, throw inside the work. On a database with one connection
   * such a call would wait for the transaction, which waits for the work. `tx` throws once the transaction has ended. The work runs again
   * after a conflict with a concurrent write: one that the database reports, or one that a call notices when it has written already.
   * @throws what the work throws
   * @throws unavailable the storage is down or stays busy
   * @example
   * await calendar.transaction(async (tx) => {
   *   const venue = await tx.venues.create({ name: 'Town hall' })
   *   await tx.events.create({ title: 'Choir', startDate: '2026-05-31 19:30', endDate: '2026-05-31 21:00', venues: venue.id })
   * })
   */
  transaction<T>(work: (tx: Calendar<F>) => Promise<T>): Promise<T>
  /**
   * The same calendar over another store, such as one that joins the host's own transaction. Listeners are called when the host calls
   * `flush()`, after its commit.
   */
  using(store: CalendarStore): Calendar<F> & { flush(): void }
  /**
   * Calls a listener after each committed change of that name, such as `event.created`. Its errors go to `onListenerError` and have no
   * other effect.
   * @returns a function that removes it
   * @throws TypeError the name is unknown
   */
  on<N extends ChangeName>(name: N, listener: (change: ChangeOf<N, F>) => void | Promise<void>): () => void
  /**
   * Runs a hook before each write of that name, such as `event.create`. It runs in the write's transaction, after access checks and
   * validation and before any part of the record is written, and again when the transaction is retried. Records that are created with an
   * event have hooks of their own, which also run before any part of the event is written.
   *
   * To stop the write, throw a `CalendarError` of the code `refused`, whose message the caller reads. Any other error undoes the write and reaches
   * the caller unchanged; over HTTP it is `internal`.
   * @returns a function that removes it
   * @throws TypeError the name is unknown
   * @example
   * calendar.before('venue.delete', async ({ before, tx }) => {
   *   const coming = await tx.events.count({ venueIds: before.id, from: 'now' })
   *   if (coming > 0) throw new CalendarError('refused', {}, { message: `${before.name} has ${coming} coming events.` })
   * })
   */
  before<N extends HookName>(name: N, hook: BeforeHook<N, F>): () => void
}

/** The fields that a calendar declares, for the types of a client: `interface Town extends CalendarOf<typeof calendar> {}`. */
export type CalendarOf<C extends Calendar> = C extends Calendar<infer F> ? F : never
