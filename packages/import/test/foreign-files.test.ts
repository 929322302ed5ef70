import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import type { ImportedEvent, ImportItem } from '../src/index.ts'
import { type ForeignFile, findForeignFiles } from './foreign-files.ts'
import { openCalendar, readAll } from './support.ts'

const files = findForeignFiles()

/** The warnings after which the first date is another one than DTSTART, or its zone is not the one that the file names. */
const decided = new Set(['start_off_rule', 'dates_shortened', 'end_before_start', 'zone_by_offset', 'zone_fixed', 'zone_differs'])

/** Files whose ends are understood differently, with the reason. */
const otherEnds: Readonly<Record<string, string>> = {
  'node-ical test/test6.ics': 'DTEND;VALUE=DATE:20110805T110000 has a time of day. For Kalends, the event takes place on that day, too.',
}

/** The events of a file in order, as ical.js reads them; undefined if it cannot read the file. */
function componentsOf({ octets }: ForeignFile): readonly ICAL.Component[] | undefined {
  try {
    const parsed = ICAL.parse(new TextDecoder().decode(octets))
    const roots = typeof parsed[0] === 'string' ? [parsed] : parsed
    return roots.flatMap((root: unknown) => {
      const component = new ICAL.Component(root as unknown[])
      return component.name === 'vevent' ? [component] : component.getAllSubcomponents('vevent')
    })
  } catch {
    return undefined
  }
}

const wallIn = (ms: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms).replace(' ', 'T')

/** The zone of IANA with the name of a TZID; undefined for another name. */
const zoneNamed = (tzid: string): string | undefined => [tzid, tzid.split('/').slice(-2).join('/')].find(isZone)

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** How an instant is understood by ical.js: a day, seconds since 1970, or, where the file does not define the zone, the wall time in the zone of that name. */
function timeOf(component: ICAL.Component, name: string, time: ICAL.Time, ms: number): readonly [expected: unknown, found: unknown] {
  if (time.isDate) return [time.toString(), new Date(ms).toISOString().slice(0, 10)]
  const tzid = component.getFirstProperty(name)?.getFirstParameter('tzid')
  if (tzid === undefined || time.zone !== ICAL.Timezone.localTimezone) return [time.toUnixTime(), ms / 1_000]
  const zone = zoneNamed(tzid)
  return [zone === undefined ? `a warning: ${tzid}` : time.toString(), zone === undefined ? 'no warning' : wallIn(ms, zone)]
}

/** Both readings of the start and the end of an event; undefined where ical.js cannot read its times, which lack their seconds or are no dates. */
async function compare(component: ICAL.Component, { input }: ImportedEvent) {
  const event = new ICAL.Event(component)
  const times = readTimes(event)
  if (times === undefined) return undefined
  const { uid: _, ...rest } = input
  const { startMs, endMs, allDay } = await openCalendar({ timeZone: 'UTC' }).events.create({ ...rest, recurrence: null })
  const end = component.hasProperty('dtend') ? 'dtend' : 'dtstart'
  // A day of Kalends ends a second before its midnight.
  const pairs = [timeOf(component, 'dtstart', times.start, startMs), timeOf(component, end, times.end, allDay ? endMs + 1_000 : endMs)]
  return { expected: pairs.map(([expected]) => expected), found: pairs.map(([, found]) => found) }
}

function readTimes(event: ICAL.Event) {
  try {
    const [start, end] = [event.startDate, event.endDate.clone()]
    // Days that end where they begin are no days for ical.js, and one day for Kalends.
    if (start.isDate && start.compare(end) === 0) end.adjust(1, 0, 0, 0)
    return { start, end }
  } catch {
    return undefined
  }
}

const isComparable = (item: ImportItem): item is ImportedEvent =>
  item.kind === 'event' && item.warnings.every(({ code }) => !decided.has(code))

let compared = 0

describe('a test file of another reader is read', () => {
  test.each(files)('$name', async (file) => {
    const items = await readAll(file.octets, { floatingZone: 'UTC' })
    expect(items.findIndex(({ kind }) => kind === 'end')).toBe(items.length - 1)
    const components = componentsOf(file)
    if (components === undefined) return
    for (const item of items.filter(isComparable)) {
      const component = components[item.index]
      if (component === undefined) throw new Error(`ical.js has no event ${item.index}.`)
      expect(item.key.endsWith(String(component.getFirstPropertyValue('uid') ?? ''))).toBe(true)
      const both = await compare(component, item)
      if (both === undefined) continue
      const times = file.name in otherEnds ? 1 : 2
      expect(both.found.slice(0, times), `line ${item.line}`).toEqual(both.expected.slice(0, times))
      compared++
    }
  })

  test('and most of their events are compared', () => {
    const unread = files.filter((file) => componentsOf(file) === undefined)
    expect(compared).toBeGreaterThan(300)
    expect(unread.length).toBeLessThan(files.length / 6)
  })
})
