import type { Issues } from '../input/read.ts'
import { isRelativeTime, type ListTime, resolveRelativeTime } from '../time/relative-time.ts'
import { outsideYears, type ParsedDateTime } from '../time/wall-time.ts'
import type { Operation } from './context.ts'

/** The parsed filters of a list; times may still be relative to now. */
export type WithRelativeTimes<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends ParsedDateTime ? ListTime : Fields[Name]
}

/**
 * Replaces the relative times in the filters of a list by absolute ones, all with the operation's one "now". The keys of totals and the
 * queries are built from the result.
 * @param issues receives a reason for each relative time outside of the valid years
 */
export function resolveListTimes<Fields extends object>(
  read: Partial<WithRelativeTimes<Fields>>,
  { nowMs, timeZone }: Pick<Operation, 'nowMs' | 'timeZone'>,
  issues: Issues,
): Partial<Fields> {
  const resolved: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(read)) {
    if (!isRelativeTime(value)) {
      resolved[name] = value
      continue
    }
    const time = resolveRelativeTime(value, nowMs, timeZone)
    if (time === undefined) issues[name] ??= outsideYears
    else resolved[name] = time
  }
  // Each member is the parsed value, or the absolute time for a relative one.
  return resolved as Partial<Fields>
}
