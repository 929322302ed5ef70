import type { EventInput } from '@kalends/core'
import { localToUtcMs, readTimeText, utcMsToLocal } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Members } from '../values/members.ts'
import type { NodeReader } from './nodes.ts'

type Times = Pick<EventInput, 'startDate' | 'endDate' | 'timeZone' | 'allDay'>

/** A time of a document. */
interface NodeTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM:SS`; empty without one. */
  readonly time: string
  /** `Z` or `±HH:MM`; empty without one. */
  readonly offset: string
}

/** Reads when an event takes place. @param timeZone the zone of the options */
export function readTimes(node: Members, reader: NodeReader, timeZone: string | undefined): Times | ImportWarning {
  const startText = reader.text(node, 'startDate')
  const start = readNodeTime(startText)
  if (start === undefined) return notATime('startDate', startText)
  const end = readEnd(node, reader, start)
  if ('code' in end) return end
  const zone = timeZone === undefined ? {} : { timeZone }
  // Many pages write whole days as the times of their first and last minutes.
  const isWhole = start.time === '' || (start.time === '00:00:00' && end.time >= '23:59')
  if (isWhole) return { startDate: start.day, endDate: end.day, allDay: true, ...zone }
  return { startDate: toTimeText(start), endDate: toTimeText(end), allDay: false, ...zone }
}

const notATime = (name: string, text: string): ImportWarning => ({
  code: 'not_a_date',
  message: text === '' ? `The event has no ${name}.` : `The ${name} “${text.slice(0, 100)}” is not a time that exists.`,
})

const toTimeText = ({ day, time, offset }: NodeTime): string => `${day}${offset === '' ? ' ' : 'T'}${time}${offset}`

/** Reads a time by ISO 8601, with or without seconds, and with one digit for an hour, as pages write it. */
function readNodeTime(text: string): NodeTime | undefined {
  const padded = text.replace(/^(\d{4}-\d{2}-\d{2})[T ](\d):/, '$1T0$2:').replace(/ (?=[+-]\d{2}:?\d{2}$)/, '')
  const parsed = readTimeText(padded)
  if (parsed === undefined || 'code' in parsed) return undefined
  const offset = /(Z|[+-]\d{2}(?::?\d{2})?)$/.exec(padded.slice(10))?.[1] ?? ''
  const minutes = offset.length === 3 ? `${offset}:00` : offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset
  return { day: parsed.local.slice(0, 10), time: parsed.dateOnly ? '' : parsed.local.slice(11), offset: minutes }
}

/** The end of an event: its own, that of its duration, else its start. */
function readEnd(node: Members, reader: NodeReader, start: NodeTime): NodeTime | ImportWarning {
  const text = reader.text(node, 'endDate')
  if (text !== '') {
    const end = readNodeTime(text)
    if (end === undefined) return notATime('endDate', text)
    // An end without a time is the day on which the event ends.
    return end.time !== '' ? end : { ...end, time: end.day === start.day ? start.time : '23:59:59', offset: start.offset }
  }
  const ms = readDuration(reader.text(node, 'duration'))
  if (ms === undefined || start.time === '') return start
  const local = utcMsToLocal(localToUtcMs(`${start.day}T${start.time}`) + ms)
  return { ...start, day: local.slice(0, 10), time: local.slice(11) }
}

const durationText = /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/

/** A duration by ISO 8601 in milliseconds; undefined for any other text. */
function readDuration(text: string): number | undefined {
  const found = durationText.exec(text)
  if (found === null) return undefined
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
}
