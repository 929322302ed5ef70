import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readIcalendar } from '@kalends/import/icalendar'
import ICAL from 'ical.js'
import { processMsSoFar } from '../measure/processor-time.ts'

// The program of a process that reads a file of iCalendar by a reader, and reports what that took.

/** What reading a file takes. */
export interface Reading {
  readonly events: number
  readonly wallMs: number
  readonly processMs: number
  /** The growth of the memory of the process, up to its peak. */
  readonly megabytes: number
}

const [, , reader, path = ''] = process.argv

async function readByOurs(): Promise<number> {
  let events = 0
  for await (const { kind } of readIcalendar(createReadStream(path))) if (kind === 'event') events++
  return events
}

/** What a program has to do for the members of our items. Without `exceptions`, each event looks for those in all others. */
async function readByIcalJs(): Promise<number> {
  const calendar = new ICAL.Component(ICAL.parse(await readFile(path, 'utf8')))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const items = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, location, startDate, endDate } = new ICAL.Event(component, { exceptions: [] })
    const [start, end, timeZone] = [startDate.toUnixTime(), endDate.toUnixTime(), startDate.zone?.tzid]
    const [rule, url, status] = ['rrule', 'url', 'status'].map((name) => component.getFirstPropertyValue(name))
    const categories = component.getAllProperties('categories').flatMap((property) => property.getValues())
    const organizer = component.getFirstProperty('organizer')?.getParameter('cn')
    return { uid, summary, description, location, start, end, timeZone, rule, url, status, categories, organizer }
  })
  return items.length
}

const [began, before, memory] = [performance.now(), processMsSoFar(), process.memoryUsage.rss()]
const events = await (reader === 'own' ? readByOurs() : readByIcalJs())
const [wallMs, processMs] = [performance.now() - began, processMsSoFar() - before]
process.send?.({ events, wallMs, processMs, megabytes: (process.resourceUsage().maxRSS * 1_024 - memory) / 1e6 } satisfies Reading)
process.disconnect()
