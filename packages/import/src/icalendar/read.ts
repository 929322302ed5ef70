import { monotonicMs, yieldToEventLoop, type ZoneName } from '@kalends/core/internal'
import type { ImportItem, ImportWarning } from '../item.ts'
import { type Component, createComponentReader } from './components.ts'
import { type EventContext, type FileEvent, toLoneOverride, toSeriesItems, toSingle, toUnreadable, uidOf } from './event.ts'
import { createLineSplitter, type Line } from './lines.ts'
import { type Property, valueIn } from './property.ts'
import { isRepeating } from './series.ts'
import { type CallAfter, type ImportSource, readParts, type SourceLimits } from './source.ts'
import { firstOf } from './times.ts'
import { zoneByName } from './zone-names.ts'
import { createFileZones, type FileZones } from './zones.ts'

/** The resolved options of the reader. */
export interface ReadOptions extends SourceLimits {
  /** The longest content line in octets. */
  readonly maxLineBytes: number
  /** How deep components may stand in each other. */
  readonly maxDepth: number
  /** The largest number of events. */
  readonly maxEvents: number
  /** The zone of times without one; undefined for that of the file, or of the calendar. */
  readonly floatingZone: ZoneName | undefined
  /** The zone of the calendar; undefined if it is not known. */
  readonly calendarZone: ZoneName | undefined
  /** What concerns single events. */
  readonly event: EventContext['options']
}

/** Reads the events of a file; the last item is the end. */
export async function* readItems(source: ImportSource, options: ReadOptions, after?: CallAfter): AsyncGenerator<ImportItem, void> {
  const lines = createLineSplitter(options.maxLineBytes)
  const file = createFileReader(options)
  const turn = createTurn()
  let octets = 0
  let reason: ImportWarning | undefined
  for await (const part of readParts(source, options, after)) {
    if ('code' in part) reason = part
    else {
      octets += part.length
      for (const item of file.read(lines.push(part))) {
        if (turn.isOver()) await turn.next()
        yield item
      }
      reason = file.fault()
    }
    if (reason !== undefined) break
  }
  for (const items of [file.read(reason === undefined ? lines.end() : []), file.end()]) {
    for (const item of items) {
      if (turn.isOver()) await turn.next()
      yield item
    }
  }
  reason ??= octets === 0 ? { code: 'empty', message: 'The source is empty.' } : file.fault()
  yield reason === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, reason }
}

/** The longest time for which items keep the event loop, in milliseconds: thousands of rules may take some milliseconds each. */
const turnMs = 50

/** A turn of the event loop. */
function createTurn() {
  let sinceMs = monotonicMs()
  return {
    /** Whether others have to run. */
    isOver: () => monotonicMs() - sinceMs > turnMs,
    /** Lets others run. */
    next: async () => {
      await yieldToEventLoop()
      sinceMs = monotonicMs()
    },
  }
}

interface FileReader {
  /** Takes lines, and returns the items that they complete. */
  read(lines: readonly Line[]): Iterable<ImportItem>
  /** Returns the items of what is left at the end of the file, which has no end of its own. */
  end(): Iterable<ImportItem>
  /** Why the file was not read as a whole. */
  fault(): ImportWarning | undefined
}

/** The events of a VCALENDAR that wait for its end: those that repeat, their overrides, and those whose VTIMEZONE may follow. */
type WaitingEvents = FileEvent[]

function createFileReader(options: ReadOptions): FileReader {
  const components = createComponentReader(options.maxDepth)
  let calendar = createCalendarContext(options)
  let waiting: WaitingEvents = []
  let index = 0
  let hasCalendar = false
  let fault: ImportWarning | undefined

  const takeEvent = (component: Component): ImportItem | undefined => {
    if (index >= options.maxEvents) {
      fault ??= { code: 'too_many_events', message: `The source has more than ${options.maxEvents} events.` }
      return undefined
    }
    const event = { index: index++, component }
    const isReady = component.fault !== undefined || !(isRepeating(component) || isOverride(component))
    const item = isReady ? toSingle(event, calendar.context(components.calendarProperties())) : undefined
    // A VTIMEZONE may stand behind the events that use it.
    if (item !== undefined && !(item.kind === 'unreadable' && item.code === 'unknown_zone')) return item
    waiting.push(withOwnTexts(event))
    return undefined
  }

  function* endCalendar(properties: readonly Property[], isWhole: boolean): Iterable<ImportItem> {
    yield* isWhole ? releaseAll(waiting, calendar.context(properties)) : waiting.map((event) => toUnreadable(event, sourceEnded))
    waiting = []
    calendar = createCalendarContext(options)
  }

  function* takeOther(component: Component): Iterable<ImportItem> {
    if (component.name === 'VTIMEZONE') return calendar.zones.add(component)
    hasCalendar = true
    if (component.fault !== undefined) fault ??= { code: 'calendar_without_end', message: 'The calendar has no end.' }
    yield* endCalendar(component.properties, component.fault === undefined)
  }

  function* take(all: readonly Component[]): Iterable<ImportItem> {
    for (const component of all) {
      const item = component.name === 'VEVENT' ? takeEvent(component) : undefined
      if (item !== undefined) yield item
      else if (component.name !== 'VEVENT') yield* takeOther(component)
    }
  }

  return {
    *read(lines) {
      for (const line of lines) {
        const ended = components.read(line)
        if (ended.length > 0) yield* take(ended)
        if (fault?.code === 'too_many_events') return
      }
    },
    *end() {
      yield* take(components.end())
      // Events outside of a VCALENDAR.
      yield* endCalendar([], false)
      if (!hasCalendar) fault ??= { code: 'not_a_calendar', message: 'The source has no calendar.' }
    },
    fault: () => fault,
  }
}

const sourceEnded: ImportWarning = {
  code: 'source_ended',
  message: 'The source ended before the calendar did; a part of the event may be missing.',
}

/** Whether an event is one date of a series. */
const isOverride = (component: Component): boolean => firstOf(component, 'RECURRENCE-ID') !== undefined

/** The event with copies of its texts: a part of a text keeps the whole text in memory. */
const withOwnTexts = (event: FileEvent): FileEvent => JSON.parse(JSON.stringify(event))

/** Reads the events that waited, in the order of the file. */
function* releaseAll(waiting: WaitingEvents, context: EventContext): Iterable<ImportItem> {
  const overrides = new Map<string, FileEvent[]>()
  const series = new Map<string, FileEvent>()
  for (const event of waiting) {
    const uid = uidOf(event.component)
    if (isOverride(event.component)) {
      const others = overrides.get(uid)
      if (others === undefined) overrides.set(uid, [event])
      else others.push(event)
    }
    // Of several series with one UID, the last one has the overrides.
    else if (uid !== '' && isRepeating(event.component)) series.set(uid, event)
  }
  for (const event of waiting) {
    const uid = uidOf(event.component)
    if (isOverride(event.component)) {
      if (!series.has(uid)) yield toLoneOverride(event, context)
    } else if (isRepeating(event.component)) {
      yield* toSeriesItems(event, series.get(uid) === event ? (overrides.get(uid) ?? []) : [], context)
    } else yield toSingle(event, context)
  }
}

interface CalendarContext {
  readonly zones: FileZones
  /** What the events depend on. @param properties those of the calendar, which stand before its components */
  context(properties: readonly Property[]): EventContext
}

function createCalendarContext({ floatingZone, calendarZone, event }: ReadOptions): CalendarContext {
  let known: EventContext | undefined
  const zones = createFileZones(() => [calendarZone, known?.shownZone].filter((zone) => zone !== undefined))
  const create = (properties: readonly Property[]): EventContext => {
    const ownZone = zoneByName(valueIn(properties, 'X-WR-TIMEZONE'))
    return {
      ...{ findZone: zones.find, options: event, isCancelled: /^cancel$/i.test(valueIn(properties, 'METHOD')) },
      ...{ floatingZone: floatingZone ?? ownZone ?? calendarZone, shownZone: ownZone ?? calendarZone },
    }
  }
  return {
    zones,
    context: (properties) => {
      known ??= create(properties)
      return known
    },
  }
}
