import type { Event } from '@kalends/core'
import { type EventSeries, type Format, isEventSeries } from '@kalends/core/format'
import { formats as useFormats } from '../../src/formats.ts'
import type { HandlerOptions } from '../../src/index.ts'
import { type Started, startCalendar, toRequest } from '../support.ts'

/** One line for each event: its start and its title. */
export const lines: Format<Event> = {
  mediaType: 'text/plain; charset=utf-8',
  extension: 'txt',
  kinds: ['event'],
  encode: (events) => events.map(({ startDate, title }) => `${startDate.slice(0, 16)} ${title}`).join('\n'),
}

/** One line for each event or series, with the changed and the excluded dates of a series. */
export const rules: Format<Event | EventSeries> = {
  ...lines,
  extension: 'rules',
  series: 'rules',
  encode: (items) =>
    items
      .map((item) => {
        if (!isEventSeries(item)) return `${item.startDate.slice(0, 16)} ${item.title}`
        const changed = item.changed.map(({ title, recurrence }) => `${recurrence?.id.slice(0, 10)} ${title}`)
        return `${item.series.recurrence?.rule} ${item.series.title} (${changed.join(', ')}) without ${item.except.map((date) => date.slice(0, 10)).join(', ')}`
      })
      .join('\n'),
}

/** A calendar with a handler for the formats. */
export interface Served extends Pick<Started, 'calendar' | 'handler' | 'clock'> {
  /** Reads a document; the path is relative to the namespace. */
  read(
    path: string,
    headers?: Readonly<Record<string, string>>,
    method?: string,
  ): Promise<{ status: number; text: string; headers: Headers }>
  /** Creates an event on a day, from 19:00 to 20:00. */
  add(title: string, day: string, more?: object): Promise<Event>
}

/** Starts a calendar with formats. */
export function serve(formats: readonly Format[], options: Partial<HandlerOptions> = {}): Served {
  const { calendar, handler, clock } = startCalendar({ ...options, use: [...(options.use ?? []), useFormats(formats)] })
  return {
    calendar,
    handler,
    clock,
    read: async (path, headers = {}, method = 'GET') => {
      const response = await handler(toRequest(method, path, undefined, headers))
      return { status: response.status, text: await response.text(), headers: response.headers }
    },
    add: (title, day, more) => calendar.events.create({ title, startDate: `${day} 19:00`, endDate: `${day} 20:00`, ...more }),
  }
}
