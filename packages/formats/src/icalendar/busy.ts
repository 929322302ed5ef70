import type { BusyFormat } from '@kalends/core/format'
import { toLine } from './lines.ts'
import { toUtc } from './times.ts'

/**
 * The times at which venues are taken as iCalendar (RFC 5545, 3.6.4): a VFREEBUSY for each venue.
 * @example
 * import { freeBusy } from '@kalends/fetch/free-busy'
 * import { vfreebusy } from '@kalends/formats/icalendar'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [freeBusy({ formats: [vfreebusy()] })] })
 */
export const vfreebusy = (): BusyFormat => ({
  mediaType: 'text/calendar; charset=utf-8',
  extension: 'ifb',
  encode: (busy, { venueIds, startMs, endMs, todayMs, selfUrl }) => {
    const components = venueIds.map((id) => {
      const periods = busy.flatMap(({ venueId, ...span }) => {
        const [start, end] = [toUtc(span.startMs), toUtc(span.endMs)]
        // The end of a period must be later than its start (RFC 5545, 3.3.9): an event that ends when it starts takes no time.
        return venueId === id && start !== end ? [toLine('FREEBUSY;FBTYPE=BUSY', `${start}/${end}`)] : []
      })
      const head = [
        toLine('UID', `venue-${id}-${toUtc(startMs)}-${toUtc(endMs)}`),
        toLine('DTSTAMP', toUtc(todayMs)),
        toLine('DTSTART', toUtc(startMs)),
        toLine('DTEND', toUtc(endMs)),
        toLine('URL', selfUrl),
      ]
      return `BEGIN:VFREEBUSY\r\n${[...head, ...periods].join('')}END:VFREEBUSY\r\n`
    })
    return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//Kalends//EN\r\n${components.join('')}END:VCALENDAR\r\n`
  },
})
