import { canonicalZone, localToUtcMs, readZone, resolveLocal, type ZoneName } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Component } from './components.ts'
import { type FileZone, fileOffset, hasOffsetsOf, readFileZone, zoneLike } from './file-zone.ts'
import { valueIn } from './property.ts'
import { zoneByName } from './zone-names.ts'

/** A zone, with what was decided for it. */
export interface FoundZone {
  /** The zone that the times get. */
  readonly zone: ZoneName
  /** What was decided; undefined if the file names the zone. */
  readonly warning?: ImportWarning
}

/** The zones that the times of a VCALENDAR name. */
export interface FileZones {
  /** Takes a VTIMEZONE. */
  add(component: Component): void
  /** The zone of a TZID at a wall time, or why there is none. */
  find(tzid: string, wall: string): FoundZone | ImportWarning
}

/** A zone that a VTIMEZONE defines. */
interface DefinedZone {
  /** The zone that its name means. */
  readonly named: ZoneName | undefined
  /** Undefined if they cannot be read. */
  readonly offsets: FileZone | undefined
  /** For each year the zone that has its offsets, of which the named one is preferred; undefined for none. */
  readonly years: Map<string, FoundZone | undefined>
}

/** @param preferred the zones that are taken first if a VTIMEZONE fits several */
export function createFileZones(preferred: () => readonly ZoneName[]): FileZones {
  const defined = new Map<string, DefinedZone>()

  const findByOffsets = (tzid: string, { offsets, years }: DefinedZone, wall: string): FoundZone | undefined => {
    if (offsets === undefined) return undefined
    const year = wall.slice(0, 4)
    if (!years.has(year)) years.set(year, byOffsets(tzid, offsets, Number(year), preferred()))
    return years.get(year) ?? fixedZone(tzid, fileOffset(offsets, wall))
  }

  return {
    add: (component) => {
      const tzid = valueIn(component.properties, 'TZID')
      if (!defined.has(tzid)) defined.set(tzid, { named: zoneByName(tzid), offsets: readFileZone(component), years: new Map() })
    },
    find: (tzid, wall) => {
      const own = defined.get(tzid)
      const zone = own === undefined ? zoneByName(tzid) : own.named
      if (zone === undefined) return (own && findByOffsets(tzid, own, wall)) ?? unknownZone(tzid)
      return own !== undefined && differs(own, zone, wall) ? { zone, warning: otherOffset(tzid, zone) } : { zone }
    },
  }
}

/** Whether the VTIMEZONE of a known zone gives another offset at a wall time. Most agree in whole years. */
function differs({ offsets, years }: DefinedZone, zone: ZoneName, wall: string): boolean {
  if (offsets === undefined) return false
  const year = wall.slice(0, 4)
  if (!years.has(year)) years.set(year, hasOffsetsOf(offsets, zone, Number(year)) ? { zone } : undefined)
  return years.get(year) === undefined && fileOffset(offsets, wall) !== localToUtcMs(wall) - resolveLocal(wall, zone).ms
}

function byOffsets(tzid: string, fileZone: FileZone, year: number, preferred: readonly ZoneName[]): FoundZone | undefined {
  const zone = zoneLike(fileZone, year, preferred)
  return zone === undefined
    ? undefined
    : { zone, warning: { code: 'zone_by_offset', message: `The time zone ${tzid} is unknown; ${zone} has its offsets.` } }
}

const otherOffset = (tzid: string, zone: ZoneName): ImportWarning => ({
  code: 'zone_differs',
  message: `The file gives the time zone ${tzid} other offsets than ${zone} has; those of ${zone} are taken.`,
})

function fixedZone(tzid: string, offset: number | undefined): FoundZone | undefined {
  const minutes = Math.abs(offset ?? Number.NaN) / 60_000
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const zone = canonicalZone(`${(offset ?? 0) < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`)
  if (zone === undefined || !Number.isInteger(minutes)) return undefined
  return {
    zone,
    warning: { code: 'zone_fixed', message: `The time zone ${tzid} is unknown, and no zone has its offsets; its offset is ${zone}.` },
  }
}

function unknownZone(tzid: string): ImportWarning {
  const read = readZone(tzid)
  const nearest = typeof read === 'string' ? undefined : read.nearest
  const hint = nearest === undefined ? '' : ` The nearest name is ${nearest}.`
  return { code: 'unknown_zone', message: `The time zone ${tzid.slice(0, 100)} is unknown, and the file does not define it.${hint}` }
}
