import { canonicalZone, localToUtcMs, readZone, resolveLocal, type ZoneName } from '@kalends/core/internal'
import type { ImportWarning } from '../item.ts'
import type { Component } from './components.ts'
import { type FileZone, fileOffset, hasOffsetsOf, readFileZone, zoneLike } from './file-zone.ts'
import { valueIn } from './property.ts'
import { zoneByName } from './zone-names.ts'

/** A zone, with what was decided for it. */
export interface FoundZone {
  readonly zone: ZoneName
  readonly warning?: ImportWarning
}

/** The zones that the times of a VCALENDAR name. */
export interface FileZones {
  /** Takes a VTIMEZONE. */
  add(component: Component): void
  /** Whether a TZID names a zone, or its VTIMEZONE was taken. */
  isKnown(tzid: string): boolean
  /** The zone of a TZID at a wall time, or why there is none. */
  find(tzid: string, wall: string): FoundZone | ImportWarning
}

/** @param preferred the zones that are taken first if a VTIMEZONE fits several */
export function createFileZones(preferred: () => readonly ZoneName[]): FileZones {
  const fileZones = new Map<string, FileZone | undefined>()
  const found = new Map<string, FoundZone | undefined>()
  const equalYears = new Map<string, boolean>()

  const findByOffsets = (tzid: string, wall: string): FoundZone | undefined => {
    const fileZone = fileZones.get(tzid)
    if (fileZone === undefined) return undefined
    const year = Number(wall.slice(0, 4))
    const key = `${year} ${tzid}`
    if (!found.has(key)) found.set(key, byOffsets(tzid, fileZone, year, preferred()))
    return found.get(key) ?? fixedZone(tzid, fileOffset(fileZone, wall))
  }

  /** Whether the VTIMEZONE of a known zone gives another offset at a wall time. Most agree in whole years. */
  const differs = (tzid: string, zone: ZoneName, wall: string): boolean => {
    const fileZone = fileZones.get(tzid)
    if (fileZone === undefined) return false
    const key = `${wall.slice(0, 4)} ${tzid}`
    const isEqual = equalYears.get(key) ?? hasOffsetsOf(fileZone, zone, Number(wall.slice(0, 4)))
    equalYears.set(key, isEqual)
    return !isEqual && fileOffset(fileZone, wall) !== localToUtcMs(wall) - resolveLocal(wall, zone).ms
  }

  return {
    add: (component) => {
      const tzid = valueIn(component.properties, 'TZID')
      if (!fileZones.has(tzid)) fileZones.set(tzid, readFileZone(component))
    },
    isKnown: (tzid) => zoneByName(tzid) !== undefined || fileZones.has(tzid),
    find: (tzid, wall) => {
      const zone = zoneByName(tzid)
      if (zone === undefined) return findByOffsets(tzid, wall) ?? unknownZone(tzid)
      return differs(tzid, zone, wall) ? { zone, warning: otherOffset(tzid, zone) } : { zone }
    },
  }
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
