import type { EventInput, OrganizerInput, TermInput, VenueInput } from '@kalends/core'

/** Where an item stands in its source. */
export interface ItemPlace {
  /** The number of the item in its source, from 0. */
  readonly index: number
  /** The number of its first line, from 1; absent in a source without lines. */
  readonly line?: number | undefined
}

/** Something that a reader decided for the source, or left out of an item. */
export interface ImportWarning {
  /** What it is, for programs: `zone_by_offset`, `dates_shortened`. */
  readonly code: string
  /** A sentence for people, in English. */
  readonly message: string
}

/** What all records of a source have. */
export interface ItemIdentity extends ItemPlace {
  /** The own key of the source, such as a UID; empty where the source has none that lasts. */
  readonly key: string
  /** The number of the revision, as `SEQUENCE` of RFC 5545 3.8.7.4. @default unknown */
  readonly sequence?: number | undefined
  /** When the source changed it, in milliseconds since 1970. @default unknown */
  readonly modifiedMs?: number | undefined
  /** What the reader decided for the record. */
  readonly warnings: readonly ImportWarning[]
}

/** A date of a series that differs from the others. */
export interface ImportedException {
  /** The start that the rule gives it: wall time in the zone of the series, `2026-05-31 19:30`, or a day for a series of whole days. */
  readonly date: string
  /** `following` changes it and all later dates (`RANGE=THISANDFUTURE`). @default 'this' */
  readonly scope?: 'this' | 'following' | undefined
  /** What differs; `trash` for a date that does not take place. */
  readonly change: Partial<EventInput> | 'trash'
}

/** An event, or a series with its exceptions. Venues, organizers and terms stand in its input as nested records and names. */
export interface ImportedEvent extends ItemIdentity {
  /** What the item is. */
  readonly kind: 'event'
  /** The page of the event, as the source writes it; empty for none. The second layer of identity. */
  readonly address: string
  /** The whole event, as `calendar.events.create` takes it. */
  readonly input: EventInput
  /** Dates of the series that differ, in order. @default none */
  readonly exceptions?: readonly ImportedException[] | undefined
  /** The key of the event of the source that is its parent. @default none */
  readonly parentKey?: string | undefined
}

/** A venue, an organizer or a term that stands in the source on its own. Items of events that follow link it by the name or id that it gets. */
export type ImportedRecord =
  | (ItemIdentity & { readonly kind: 'venue'; readonly address: string; readonly input: VenueInput })
  | (ItemIdentity & { readonly kind: 'organizer'; readonly address: string; readonly input: OrganizerInput })
  | (ItemIdentity & {
      readonly kind: 'category' | 'tag'
      readonly address: string
      readonly input: TermInput
      readonly parentKey?: string | undefined
    })

/** An item that cannot be read: nothing of it is guessed. */
export interface UnreadableItem extends ItemPlace {
  /** What the item is. */
  readonly kind: 'unreadable'
  /** Its key as far as it can be read, so that it does not count as missing; empty for none. */
  readonly key: string
  /** Why, for programs: `not_a_date`. */
  readonly code: string
  /** A sentence for people, in English. */
  readonly message: string
}

/** The end of a source. A source without it, or with `complete: false`, ended early: then nothing counts as missing. */
export interface SourceEnd {
  /** What the item is. */
  readonly kind: 'end'
  /** Whether the source was read as a whole. */
  readonly complete: boolean
  /** Why it was not: a code for programs, such as `too_large`; with a sentence. @default none */
  readonly reason?: ImportWarning | undefined
  /** The time that the source covers, in milliseconds since 1970. @default all time */
  readonly covers?: { readonly fromMs?: number | undefined; readonly untilMs?: number | undefined } | undefined
}

/** What a reader yields, in the order of the source. The end comes last. */
export type ImportItem = ImportedEvent | ImportedRecord | UnreadableItem | SourceEnd

/** The kinds of records that an import writes. */
export type ImportKind = 'event' | ImportedRecord['kind']
