import { townZone } from './api.ts'
import { build } from './dom.ts'

/** The zones to choose from: the town's, the reader's own, and some distant ones. */
const offered = [
  townZone,
  Intl.DateTimeFormat().resolvedOptions().timeZone,
  'UTC',
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Pacific/Auckland',
]

/** The zone that times are shown in. */
export function currentZone(): string {
  const chosen = localStorage.getItem('town.zone') ?? townZone
  return offered.includes(chosen) ? chosen : townZone
}

/** Lets the reader choose the zone, and remembers it for all pages. */
export function offerZones(select: HTMLSelectElement, onChange: (zone: string) => void): void {
  const current = currentZone()
  const options = [...new Set(offered)].map((zone) => build('option', { value: zone, selected: zone === current }, nameOf(zone)))
  select.append(...options)
  select.addEventListener('change', () => {
    localStorage.setItem('town.zone', select.value)
    onChange(select.value)
  })
}

/** The name of a zone: its city, such as `New York`. */
const nameOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
