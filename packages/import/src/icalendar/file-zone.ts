import { clockChanges } from '@kalends/core/format'
import {
  canonicalZone,
  expandRule,
  isReason,
  knownSpellings,
  localToUtcMs,
  offsetMs,
  parseRule,
  type RecurrenceRule,
  resolveUntil,
  type ZoneName,
} from '@kalends/core/internal'
import type { Component } from './components.ts'
import { readMoment, readMomentsOf, readOffset } from './moment.ts'
import { valueIn } from './property.ts'

const dayMs = 86_400_000

/** A part of a VTIMEZONE: wall times at which its clocks begin to have an offset. All numbers are in milliseconds. */
interface Observance {
  readonly startWallMs: number
  readonly from: number
  readonly to: number
  readonly rule: RecurrenceRule | undefined
  readonly rdates: readonly number[]
}

/** The offsets of a VTIMEZONE. */
export type FileZone = readonly Observance[]

/** The most changes of clocks that a VTIMEZONE lists. Each time in the zone is compared with all of them; IANA's longest zone has 240. */
const maxListed = 1_000

/** Reads a VTIMEZONE; undefined if a part of it cannot be read. */
export function readFileZone({ fault, components }: Component): FileZone | undefined {
  const observances = components.slice(0, maxListed + 1).map(readObservance)
  const read = observances.filter((one) => one !== undefined)
  if (read.reduce((sum, { rdates }) => sum + 1 + rdates.length, 0) > maxListed) return undefined
  return fault === undefined && read.length === observances.length && read.length > 0 ? read : undefined
}

function readObservance({ fault, properties }: Component): Observance | undefined {
  const start = readMoment(valueIn(properties, 'DTSTART'))
  const [from, to] = [readOffset(valueIn(properties, 'TZOFFSETFROM')), readOffset(valueIn(properties, 'TZOFFSETTO'))]
  if (fault !== undefined || start === undefined || to === undefined) return undefined
  const ruleText = valueIn(properties, 'RRULE').replace(/\s/g, '')
  const parsed = ruleText === '' ? undefined : parseRule(ruleText)
  if (parsed !== undefined && isReason(parsed)) return undefined
  const rdates = properties.flatMap((property) => (property.name === 'RDATE' ? [readMomentsOf(property)] : []))
  if (rdates.some((dates) => dates === undefined)) return undefined
  const before = from ?? to
  return {
    startWallMs: localToUtcMs(start.wall),
    from: before,
    to,
    rule: parsed && resolveUntil(parsed, (instantMs) => instantMs + before),
    rdates: rdates.flatMap((dates) => dates ?? []).map(({ moment }) => localToUtcMs(moment.wall)),
  }
}

interface Change {
  readonly ms: number
  readonly from: number
  readonly to: number
}

/** The changes of clocks up to an instant, ascending: all from `fromMs` on, and the last ones before it. */
function changesOf(zone: FileZone, fromMs: number, toMs: number): readonly Change[] {
  return zone
    .flatMap(({ startWallMs, from, to, rule, rdates }) => {
      // A rule that has ended still decides: its last change is the current offset.
      const window = { from: Math.min(fromMs + from, rule?.until ?? Number.POSITIVE_INFINITY) - 370 * dayMs, before: toMs + from }
      const onRule = rule === undefined ? [] : expandRule(rule, startWallMs, window)
      return [...onRule, startWallMs, ...rdates].map((wallMs) => ({ ms: wallMs - from, from, to }))
    })
    .filter(({ ms }) => ms < toMs)
    .sort((a, b) => a.ms - b.ms)
}

/** The offset at an instant by sorted changes; before the first one, the offset before it. */
function offsetBy(changes: readonly Change[], ms: number): number | undefined {
  return (changes.findLast((change) => change.ms <= ms) ?? changes[0])?.[ms >= (changes[0]?.ms ?? 0) ? 'to' : 'from']
}

/** The instants that can have a wall time of a year, in any zone, and two days more. */
const aroundYear = (year: number) => ({ fromMs: Date.UTC(year, 0, -2), toMs: Date.UTC(year + 1, 0, 3) })

const knownYears = new WeakMap<FileZone, Map<number, readonly Change[]>>()

/** The changes that decide the offsets in a year: expanding the rules for each time takes half the time of a file. */
function changesIn(zone: FileZone, year: number): readonly Change[] {
  const years = knownYears.get(zone) ?? new Map<number, readonly Change[]>()
  const known = years.get(year)
  if (known !== undefined) return known
  const { fromMs, toMs } = aroundYear(year)
  const changes = changesOf(zone, fromMs - 370 * dayMs, toMs)
  // Of the changes before the year, only the last one is kept, so that all years together are as large as the file.
  const first = changes.findLastIndex(({ ms }) => ms <= fromMs)
  const deciding = changes.slice(Math.max(0, first))
  knownYears.set(zone, years.set(year, deciding))
  return deciding
}

/** The offset of a VTIMEZONE at a wall time, in milliseconds. */
export function fileOffset(zone: FileZone, wall: string): number | undefined {
  const wallMs = localToUtcMs(wall)
  const changes = changesIn(zone, Number(wall.slice(0, 4)))
  const before = offsetBy(changes, wallMs - dayMs)
  const after = offsetBy(changes, wallMs + dayMs)
  // A wall time that the clocks show twice is the first one, and a skipped one has the offset before the change (RFC 5545, 3.3.5).
  return [before, after].find((offset) => offset !== undefined && offsetBy(changes, wallMs - offset) === offset) ?? before
}

/** Whether a VTIMEZONE has the offsets of an IANA zone at all wall times of a year. */
export function hasOffsetsOf(zone: FileZone, name: ZoneName, year: number): boolean {
  const { fromMs, toMs } = aroundYear(year)
  const own = changesIn(zone, year)
  const changes = [own, ...[year - 1, year, year + 1].map((one) => clockChanges(name, one, one))].flat()
  // Both are constant between their changes.
  const instants = [fromMs, ...changes.map(({ ms }) => ms).filter((ms) => ms > fromMs && ms < toMs)]
  return instants.every((ms) => offsetBy(own, ms) === offsetMs(name, ms))
}

/** The areas of the zones that are compared: the other names of IANA are links to them. */
const area = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** The distance between the instants that are compared: shorter than any period of summer time. */
const stepMs = 10 * dayMs

/**
 * The first IANA zone by name that has the offsets of a VTIMEZONE from the year before a year to the year after it.
 * @param preferred zones that are compared first
 */
export function zoneLike(zone: FileZone, year: number, preferred: readonly ZoneName[]): ZoneName | undefined {
  const [fromMs, toMs] = [Date.UTC(year - 1, 0, 1), Date.UTC(year + 2, 0, 1)]
  const changes = changesOf(zone, fromMs, toMs)
  const instants = changes.filter(({ ms, from, to }) => ms > fromMs && from !== to).flatMap(({ ms }) => [ms - 1_000, ms])
  for (let ms = fromMs; ms < toMs; ms += stepMs) instants.push(ms)
  const samples = instants.map((ms) => ({ ms, offset: offsetBy(changes, ms) }))
  // Most zones differ in January or in July.
  samples.unshift(
    { ms: fromMs, offset: offsetBy(changes, fromMs) },
    { ms: fromMs + 190 * dayMs, offset: offsetBy(changes, fromMs + 190 * dayMs) },
  )
  const isLike = (name: ZoneName): boolean => samples.every(({ ms, offset }) => offsetMs(name, ms) === offset)
  return preferred.find(isLike) ?? comparedZones().find(isLike)
}

let compared: readonly ZoneName[] | undefined

/** The zones of IANA's areas that this runtime knows, by name. */
function comparedZones(): readonly ZoneName[] {
  compared ??= [...new Set(knownSpellings().values())].filter((name) => area.test(name) && canonicalZone(name) === name).sort()
  return compared
}
