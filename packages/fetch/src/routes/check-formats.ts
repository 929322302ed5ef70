import type { Format, FormatKind } from '@kalends/core/format'
import { isObject } from '../json.ts'
import { readCount } from '../options/count.ts'

const kinds: readonly FormatKind[] = ['event', 'venue']

/**
 * Checks the formats.
 * @throws TypeError one is not a format, or two have the same extension
 */
export function readFormats(formats: readonly Format[]): readonly Format[] {
  if (!Array.isArray(formats)) throw new TypeError('formats must be a list, such as [icalendar()]')
  const known = new Set<string>()
  for (const format of formats) {
    const { extension } = checkFormat(format)
    if (known.has(extension)) throw new TypeError(`formats has two formats with the extension ${extension}`)
    known.add(extension)
  }
  return formats
}

function checkFormat(format: Format): Format {
  if (!isObject(format) || typeof format.encode !== 'function') throw new TypeError('formats must hold formats, such as icalendar()')
  const { extension, mediaType, maxItems, daysBack } = format
  if (typeof extension !== 'string' || !/^[a-z0-9]{1,10}$/.test(extension)) {
    throw new TypeError(`the extension of a format must have 1 to 10 small letters and digits, not ${String(extension)}`)
  }
  if (typeof mediaType !== 'string' || !/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w-]+)*$/.test(mediaType)) {
    throw new TypeError(
      `the mediaType of the format ${extension} must be one such as text/calendar; charset=utf-8, not ${String(mediaType)}`,
    )
  }
  if (!Array.isArray(format.kinds) || format.kinds.length === 0 || !format.kinds.every((kind) => kinds.includes(kind))) {
    throw new TypeError(`the kinds of the format ${extension} must be among ${kinds.join(' and ')}`)
  }
  if (maxItems !== undefined) readCount(`maxItems of the format ${extension}`, maxItems)
  if (daysBack !== undefined && daysBack !== 0) readCount(`daysBack of the format ${extension}`, daysBack)
  return format
}
