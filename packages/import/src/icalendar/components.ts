import type { ImportWarning } from '../item.ts'
import type { Line } from './lines.ts'
import { type Property, readName, readProperty } from './property.ts'

/** A component that the file has ended. */
export interface Component {
  /** Its name in upper case. */
  readonly name: string
  /** The number of its first line. */
  readonly line: number
  /** Its known properties, in order. */
  readonly properties: readonly Property[]
  /** STANDARD and DAYLIGHT of a VTIMEZONE. */
  readonly components: readonly Component[]
  /** Why it cannot be read. */
  readonly fault: ImportWarning | undefined
  /** What was left out. */
  readonly warnings: readonly ImportWarning[]
}

interface OpenComponent extends Component {
  readonly properties: Property[]
  readonly components: Component[]
  readonly warnings: ImportWarning[]
  fault: ImportWarning | undefined
}

/** Finds the components of content lines. */
export interface ComponentReader {
  /** Takes the next line, and returns the components that it ends: VCALENDAR, VEVENT and VTIMEZONE. */
  read(line: Line): readonly Component[]
  /** The properties of the VCALENDAR that is open. */
  calendarProperties(): readonly Property[]
  /** Takes the end of the file, and returns the components that have no end. */
  end(): readonly Component[]
}

/** Without one of these properties, an event would be another one. */
const timeNames = ['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID', 'UID']

/** The properties that are read. The map gives each its own text, because equal texts that are the same one are compared faster. */
const knownNames: ReadonlyMap<string, string> = new Map(
  [
    ...timeNames,
    ...['SUMMARY', 'DESCRIPTION', 'X-ALT-DESC', 'LOCATION', 'GEO', 'X-APPLE-STRUCTURED-LOCATION', 'ORGANIZER', 'CONTACT', 'CATEGORIES'],
    ...['STATUS', 'CLASS', 'URL', 'IMAGE', 'ATTACH', 'CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'],
    ...['SEQUENCE', 'LAST-MODIFIED', 'X-MICROSOFT-CDO-ALLDAYEVENT'],
    ...['TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'METHOD', 'X-WR-TIMEZONE'],
  ].map((name) => [name, name]),
)

const ofTime = new RegExp(`^(?:${timeNames.join('|')})\\b`, 'i')

const delimiter = /^(BEGIN|END):\s*([A-Z0-9-]+)\s*$/i

const noComponents: readonly Component[] = []

/** The components that are returned. */
const returned = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE'])
/** The components that stand in a VCALENDAR alone. */
const topNames = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])
const observances = new Set(['STANDARD', 'DAYLIGHT'])

const withoutEnd = (name: string): ImportWarning => ({ code: 'component_without_end', message: `The ${name} has no end.` })

/** The name of a line that is read, in upper case; empty for another line, undefined for one that is no content line. */
function knownName({ text, isTooLong }: Line): string | undefined {
  const written = isTooLong ? undefined : readName(text)
  return written === undefined ? undefined : (knownNames.get(written) ?? knownNames.get(written.toUpperCase()) ?? '')
}

const describeUnread = ({ isTooLong, number }: Line): ImportWarning =>
  isTooLong
    ? { code: 'line_too_long', message: `Line ${number} is too long.` }
    : { code: 'not_a_line', message: `Line ${number} is no content line.` }

/** @param maxDepth how deep components may stand in each other */
export function createComponentReader(maxDepth: number): ComponentReader {
  const open: OpenComponent[] = []
  /** How many components are open beyond the deepest one. */
  let beyond = 0

  const begin = (name: string, line: number): readonly Component[] => {
    // A VEVENT cannot stand in another one, so the one before has no end.
    const top = open[0]?.name === 'VCALENDAR' ? 1 : 0
    const broken = closeFrom(name === 'VCALENDAR' ? 0 : topNames.has(name) ? top : open.length, true)
    if (open.length < maxDepth) open.push({ name, line, properties: [], components: [], warnings: [], fault: undefined })
    else {
      beyond++
      fail({ code: 'too_deep', message: `Components stand in each other more than ${maxDepth} deep.` })
    }
    return broken
  }

  const end = (name: string): readonly Component[] => {
    if (beyond > 0) {
      beyond--
      return noComponents
    }
    const at = open.findLastIndex((component) => component.name === name)
    if (at < 0) return noComponents
    const inner = closeFrom(at + 1, true)
    return [...inner, ...closeFrom(at, false)]
  }

  /** Closes the components from a depth on. */
  const closeFrom = (at: number, isBroken: boolean): readonly Component[] => {
    const closed = open.splice(at)
    if (closed.length === 0) return noComponents
    beyond = 0
    for (const component of closed) if (isBroken) component.fault ??= withoutEnd(component.name)
    const parent = open.at(-1)
    const [first] = closed
    if (parent?.name === 'VTIMEZONE' && first !== undefined && observances.has(first.name)) parent.components.push(first)
    return closed.filter(({ name }) => returned.has(name)).reverse()
  }

  /** Marks the event that is open. */
  const fail = (fault: ImportWarning): void => {
    const component = open.find(({ name }) => name === 'VEVENT' || name === 'VTIMEZONE')
    if (component !== undefined) component.fault ??= fault
  }

  const add = (component: OpenComponent, line: Line): void => {
    const name = knownName(line)
    if (name === '') return
    const property = name === undefined ? undefined : readProperty(line, name)
    if (property !== undefined) component.properties.push(property)
    else if (component.name !== 'VALARM' && ofTime.test(line.text)) fail(describeUnread(line))
    else component.warnings.push(describeUnread(line))
  }

  return {
    read(line) {
      // Most lines are no delimiters: their fourth or sixth character is no colon.
      if (line.text[5] === ':' || line.text[3] === ':') {
        const [, verb = '', name = ''] = delimiter.exec(line.text) ?? []
        if (verb !== '') return verb.length === 5 ? begin(name.toUpperCase(), line.number) : end(name.toUpperCase())
      }
      const component = open.at(-1)
      if (component !== undefined && beyond === 0) add(component, line)
      return noComponents
    },
    calendarProperties: () => (open[0]?.name === 'VCALENDAR' ? open[0].properties : []),
    end() {
      return closeFrom(0, true)
    },
  }
}
