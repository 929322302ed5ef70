import { toError } from './errors.ts'

const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

/**
 * The text of a `Date` or of a value of `Temporal`, in the form of the interface; any other value unchanged. The text of an invalid `Date` is no time, and the
 * service refuses it.
 */
export function toTimeText(value: unknown): unknown {
  const tag = tagOf(value)
  if (tag === '[object Date]') return Number.isNaN(Number(value)) ? String(value) : (value as Date).toISOString()
  return tag.startsWith('[object Temporal.') ? String(value).replace(/\[.*/, '') : value
}

/** The members of an event that determine its zone. */
interface TimeMembers {
  readonly timeZone?: unknown
  readonly startDate?: unknown
  readonly endDate?: unknown
}

/**
 * The members of an event with the zone that a `Temporal.ZonedDateTime` names, where none is given.
 * @throws invalid_input it names another one
 */
export function withNamedZone(input: TimeMembers): object {
  let { timeZone } = input
  for (const name of ['startDate', 'endDate'] as const) {
    const zone = tagOf(input[name]) === '[object Temporal.ZonedDateTime]' ? /\[!?([^\]]+)/.exec(String(input[name]))?.[1] : undefined
    if (zone && timeZone && String(timeZone).toLowerCase() !== zone.toLowerCase()) {
      const message = 'names another time zone'
      const issues = [{ path: name, code: 'other_time_zone', message, name: input.timeZone ? 'timeZone' : 'startDate' }]
      throw toError('invalid_input', `${name} ${message}`, { params: { [name]: message }, issues })
    }
    if (timeZone === undefined) timeZone = zone
  }
  return { ...input, timeZone }
}
