import type { Problems } from '../input/read.ts'
import { isRelativeTime, type ListTime, resolveRelativeTime } from '../time/relative-time.ts'
import { firstYear, lastYear, type ParsedDateTime } from '../time/wall-time.ts'
import type { Operation } from './context.ts'

/** The filters of a list as they are read: times may still be relative to now. */
export type WithRelativeTimes<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends ParsedDateTime ? ListTime : Fields[Name]
}

/**
 * The filters of a list with absolute times in place of relative ones, all by the operation's one "now". Names of totals and the
 * queries are made from these.
 * @param problems gets a reason for each relative time that lies in no year that dates may lie in
 */
export function resolveListTimes<Fields extends object>(
  read: Partial<WithRelativeTimes<Fields>>,
  { nowMs, timeZone }: Pick<Operation, 'nowMs' | 'timeZone'>,
  problems: Problems,
): Partial<Fields> {
  const resolved: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(read)) {
    if (!isRelativeTime(value)) {
      resolved[name] = value
      continue
    }
    const time = resolveRelativeTime(value, nowMs, timeZone)
    if (time === undefined) problems[name] ??= `must be in the years ${firstYear} to ${lastYear}`
    else resolved[name] = time
  }
  // Each member is the one that was read, or the absolute time of a relative one.
  return resolved as Partial<Fields>
}
