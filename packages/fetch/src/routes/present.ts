import type { Actor, Calendar, Event, Organizer, Term, Venue } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import { type JsonObject, LinkingRecord } from '../json.ts'
import type { Settings } from '../options/settings.ts'
import { loadMembers } from '../response/members.ts'
import { toWireEvent } from '../wire/event.ts'
import { toWireOrganizer } from '../wire/organizer.ts'
import { createPresenter, type Presenter } from '../wire/presenter.ts'
import { toWireTerm } from '../wire/term.ts'
import { toWireVenue } from '../wire/venue.ts'

/** A record of any kind, as calls of the calendar return it. */
type AnyRecord = Event | Venue | Organizer | Term

/** Converts a record to the object that a response contains. */
export type Present = (kind: Kind, record: AnyRecord, actor?: Actor | null) => Promise<JsonObject>

// The caller says of which kind the record is, which the type of one table cannot express.
const writers: Readonly<Record<Kind, (record: AnyRecord, to: Presenter) => JsonObject | LinkingRecord>> = {
  event: (record, to) => toWireEvent(record as Event, to),
  venue: (record, to) => toWireVenue(record as Venue, to),
  organizer: (record, to) => toWireOrganizer(record as Organizer, to),
  category: (record, to) => toWireTerm(record as Term, to),
  tag: (record, to) => toWireTerm(record as Term, to),
}

/** Creates the conversion with the options of a handler. */
export const createPresent =
  (calendar: Calendar, settings: Settings): Present =>
  async (kind, record, actor = null) => {
    const presenter = await createPresenter(settings, '', 'image' in record ? [record] : [])
    const written = writers[kind](record, presenter)
    const viewer = calendar.as(actor, settings.access)
    const add = await loadMembers(kind, [record.id], { settings, actor, calendar: viewer })
    let sent = written instanceof LinkingRecord ? written.toJSON() : written
    for (const extension of settings.use) sent = (await extension.present?.(kind, sent, viewer)) ?? sent
    return add?.(sent) ?? sent
  }
