import { createHash } from 'node:crypto'
import { createCalendar } from '../../../packages/core/src/index.ts'
import { toIcalendar } from '../../../packages/formats/src/icalendar.ts'
import { memoryStore } from '../../../packages/memory/src/index.ts'

// Prints for each time zone of the arguments a digest of the runtime's wall times, and one of iCalendar documents in the zone.

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The wall times of a zone at 00:00 UTC, week by week. */
function wallTimesOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  const times: string[] = []
  for (let ms = Date.UTC(2005, 0, 1); ms < Date.UTC(2040, 0, 1); ms += 7 * 86_400_000) times.push(format.format(ms))
  // Some runtimes write another kind of space.
  return times.join().replaceAll('\u202f', ' ')
}

/** Documents of single events and of series, from 2010 to 2033. */
async function documentsOf(timeZone: string): Promise<string> {
  const calendar = createCalendar({ store: memoryStore(), clock: { nowMs: () => Date.UTC(2026, 2, 4, 12) }, timeZone })
  const texts: string[] = []
  for (let month = 0; month < 24; month++) {
    const day = `${2010 + month}-${String((month % 12) + 1).padStart(2, '0')}-27`
    const input = { title: `Event ${month} “ß”`, startDate: `${day} 01:30`, endDate: `${day} 03:15`, categories: 'Music' }
    const event = await calendar.events.create(month % 3 === 0 ? { ...input, recurrence: 'FREQ=WEEKLY;COUNT=30' } : input)
    const items = month % 3 === 0 ? await calendar.events.series([event.id]) : [event]
    texts.push(toIcalendar(items, { publicUrl: 'https://town.example' }))
  }
  return texts.join('')
}

for (const zone of process.argv.slice(2)) console.log(zone, digestOf(wallTimesOf(zone)), digestOf(await documentsOf(zone)))
