const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

/**
 * The text of a `Date` or of a value of `Temporal`, in the form of the interface; any other value unchanged. A `Temporal.ZonedDateTime`
 * keeps the name of its zone, which the service reads. The text of an invalid `Date` is no time, and the service refuses it.
 */
export function toTimeText(value: unknown): unknown {
  const tag = tagOf(value)
  if (tag === '[object Date]') return Number.isNaN(Number(value)) ? String(value) : (value as Date).toISOString()
  if (tag === '[object Temporal.ZonedDateTime]') return String(value)
  return tag.startsWith('[object Temporal.') ? String(value).replace(/\[.*/, '') : value
}
