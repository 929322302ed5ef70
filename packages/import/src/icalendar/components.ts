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
    ...['STATUS', 'COMMENT', 'CLASS', 'URL', 'IMAGE', 'ATTACH', 'CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'],
    ...['SEQUENCE', 'LAST-MODIFIED', 'X-MICROSOFT-CDO-ALLDAYEVENT'],
    ...['TZID', 'TZOFFSETFROM', 'TZOFFSETTO', 'METHOD', 'X-WR-TIMEZONE', 'BEGIN', 'END'],
  ].map((name) => [name, name]),
)

const ofTime = new RegExp(`^(?:${timeNames.join('|')})\\b`, 'i')

const componentName = /^[A-Z0-9-]+$/

const noComponents: readonly Component[] = []

/** The components that are returned. */
const returned = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE'])
/** The components that stand in a VCALENDAR alone. */
const topNames = new Set(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'])
const observances = new Set(['STANDARD', 'DAYLIGHT'])

const withoutEnd = (name: string): ImportWarning => ({ code: 'component_without_end', message: `The ${name} has no end.` })

/** The name of a line that is read, in upper case; empty for another line, undefined for one that is no content line. */
function knownName({ text, isTooLong }: Line): string | undefined {
  const written = isTooLong ? '' : readName(text)
  return written === '' ? undefined : (knownNames.get(written) ?? knownNames.get(written.toUpperCase()) ?? '')
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
    return closeFrom(at, false)
  }

  /** Closes the components from a depth on, the deepest first. @param isBroken whether the first of them has no end, as the others */
  const closeFrom = (at: number, isBroken: boolean): readonly Component[] => {
    if (at >= open.length) return noComponents
    beyond = 0
    const ended: Component[] = []
    for (let component = open.pop(); component !== undefined; component = open.length > at ? open.pop() : undefined) {
      if (isBroken || open.length > at) component.fault ??= withoutEnd(component.name)
      const parent = open.at(-1)
      if (parent?.name === 'VTIMEZONE' && observances.has(component.name)) parent.components.push(component)
      if (returned.has(component.name)) ended.push(component)
    }
    return ended
  }

  /** Marks the event that is open. */
  const fail = (fault: ImportWarning): void => {
    const component = open.find(({ name }) => name === 'VEVENT' || name === 'VTIMEZONE')
    if (component !== undefined) component.fault ??= fault
  }

  const add = (component: OpenComponent, line: Line, name: string | undefined): void => {
    const property = name === undefined ? undefined : readProperty(line, name)
    if (property !== undefined) component.properties.push(property)
    else if (component.name !== 'VALARM' && ofTime.test(line.text)) fail(describeUnread(line))
    else component.warnings.push(describeUnread(line))
  }

  return {
    read(line) {
      const name = knownName(line)
      if (name === 'BEGIN' || name === 'END') {
        const component = line.text
          .slice(name.length + 1)
          .trim()
          .toUpperCase()
        if (line.text[name.length] !== ':' || !componentName.test(component)) return noComponents
        return name === 'BEGIN' ? begin(component, line.number) : end(component)
      }
      const component = open.at(-1)
      if (component !== undefined && beyond === 0 && name !== '') add(component, line, name)
      return noComponents
    },
    calendarProperties: () => (open[0]?.name === 'VCALENDAR' ? open[0].properties : []),
    end: () => closeFrom(0, true),
  }
}
