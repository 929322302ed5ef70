import { fieldNames } from './field-names.ts'
import { actorName } from './people.ts'
import { eventStatusNames, levelNames, statusNames } from './remarks.ts'
import { dayText } from './rule-words.ts'

/** A value of the interface. */
type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value }

/** The values of a member before and after a write. */
interface Change {
  readonly from: Value
  readonly to: Value
  /** Whether one of them is a text that is not whole, or `to` may be the value after a later write. */
  readonly cut?: true
}

/** An entry of a history, as the interface sends it. */
export interface Entry {
  /** When, in UTC: `2031-06-11 10:20:00`. */
  readonly at: string
  readonly actor: string
  readonly verb: 'created' | 'updated' | 'trashed' | 'restored' | 'deleted'
  readonly scope: 'this' | 'following' | 'all' | null
  /** The version that the event got. */
  readonly version: number
  readonly changes: Readonly<Record<string, Change>>
}

/** How sentences name the members of an event, by the names of the interface. */
const members: Readonly<Record<string, string>> = {
  ...{ start_date: 'the start', end_date: 'the end', timezone: 'the time zone', slug: 'the address of the page', author: 'the author' },
  ...{
    excerpt: 'the summary',
    recurrence: 'the repetition',
    event_status: 'whether it takes place',
    event_status_reason: 'the reason',
    attendance_mode: 'the attendance',
  },
  ...{ online_url: 'the link to take part', venue: 'the place', organizer: 'who invites' },
  ...{ hide_from_listings: 'whether lists have it', featured: 'whether it is featured', sticky: 'whether it is on top' },
  ...{ level: 'for whom it is', show_map: 'whether there is a map', show_map_link: 'whether there is a link to a map' },
}

/** The name of a member in a sentence, such as `the place`. */
export const memberName = (name: string): string => members[name] ?? `the ${(fieldNames[name] ?? name.replaceAll('_', ' ')).toLowerCase()}`

/** Members whose values say nothing in a sentence: markup, and ids. */
const unquoted: ReadonlySet<string> = new Set(['description', 'excerpt', 'image', 'post_parent'])

/** The longest text that is quoted. */
const maxQuoted = 80

/** The names of values that are words of the interface, by their members. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: { publish: 'Published', ...statusNames },
  event_status: { scheduled: 'As announced', ...eventStatusNames, moved_online: 'Moved online' },
  attendance_mode: { offline: 'On site', online: 'Online', mixed: 'On site and online' },
  level: levelNames,
}

function quote(member: string, value: Value): string | undefined {
  if (member === 'author') return actorName(String(value))
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= maxQuoted ? `“${words[member]?.[value] ?? value}”` : undefined
}

const isEmpty = (value: Value): boolean => value === '' || value === null

/** What was done to a member: `changed the cost from “€9” to “€12”`; without the values where they are long, or no texts. */
function describeChange(member: string, { from, to, cut }: Change): string {
  const name = memberName(member)
  const [before, after] = [from, to].map((value) => (isEmpty(value) ? '' : quote(member, value)))
  if (unquoted.has(member) || cut || before === undefined || after === undefined) return `changed ${name}`
  if (before === '') return `set ${name} to ${after}`
  return after === '' ? `removed ${name} ${before}` : `changed ${name} from ${before} to ${after}`
}

const dayOf = (text: string): string => dayText(text.slice(0, 10), { dateStyle: 'long' })

/** Two times in the same words: without the day, or without the time, if they share it. */
function timesText(from: string, to: string, isWithoutTime: boolean): string {
  const [fromTime, toTime] = [from, to].map((text) => text.slice(11, 16))
  if (isWithoutTime || fromTime === toTime) return `from ${dayOf(from)} to ${dayOf(to)}`
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  return isSameDay ? `from ${fromTime} to ${toTime}` : `from ${dayOf(from)}, ${fromTime} to ${dayOf(to)}, ${toTime}`
}

const shiftOf = ({ from, to }: Change): number => Date.parse(`${String(to).slice(0, 19)}Z`) - Date.parse(`${String(from).slice(0, 19)}Z`)

/** What was done to the times of an event. An end that has moved with the start goes without saying. */
function describeTimes({ start_date: start, end_date: end, all_day: allDay }: Entry['changes']): readonly string[] {
  const moved = (what: string, { from, to, cut }: Change): readonly string[] => {
    if (cut) return [what]
    const [before, after] = [String(from), String(to)]
    const isSaid = allDay === undefined || before.slice(0, 10) !== after.slice(0, 10)
    return isSaid ? [`${what} ${timesText(before, after, allDay !== undefined)}`] : []
  }
  const isAlong = start !== undefined && end !== undefined && shiftOf(start) === shiftOf(end)
  return [
    ...(allDay === undefined ? [] : [allDay.from === false ? 'made it last all day' : 'gave it a time of day']),
    ...(start === undefined ? [] : moved('moved it', start)),
    ...(end === undefined || isAlong ? [] : moved('moved its end', end)),
  ]
}

/** What was done to the declared fields. */
function describeFields({ custom_fields: change }: Entry['changes']): readonly string[] {
  const [from, to] = [new Map(Object.entries(change?.from ?? {})), new Map(Object.entries(change?.to ?? {}))]
  return [...new Set([...from.keys(), ...to.keys()])].map((name) =>
    describeChange(name, { ...change, from: from.get(name) ?? null, to: to.get(name) ?? null }),
  )
}

const verbs: Readonly<Record<Entry['verb'], string>> = {
  created: 'created it',
  updated: 'changed it',
  trashed: 'put it into the trash',
  restored: 'took it out of the trash',
  deleted: 'deleted it',
}

function describeWrite({ verb, changes }: Entry): string {
  if (verb !== 'updated') return verbs[verb]
  const { start_date, end_date, all_day, custom_fields, ...others } = changes
  const done = [
    ...describeTimes(changes),
    ...Object.entries(others).map(([member, change]) => describeChange(member, change)),
    ...describeFields(changes),
  ]
  return done.length === 0 ? verbs.updated : new Intl.ListFormat('en-GB').format(done)
}

/** When an entry was written, in milliseconds. */
export const instantOf = ({ at }: Entry): number => Date.parse(`${at.replace(' ', 'T')}Z`)

/** A day as in `yesterday`, or `on 3 June 2031`; the days are those of a zone. */
function whenWritten(ms: number, zone: string): string {
  const dayIn = (instant: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  const days = Math.round((Date.parse(dayIn(Date.now())) - Date.parse(dayIn(ms))) / 86_400_000)
  return days === 0 ? 'today' : days === 1 ? 'yesterday' : `on ${dayOf(dayIn(ms))}`
}

/** An entry as a sentence: `Eda moved it from 19:00 to 20:00 yesterday.` */
export const describeEntry = (entry: Entry, zone: string): string => {
  const scope = entry.scope === 'following' ? ' on this date and all later ones' : ''
  return `${actorName(entry.actor)} ${describeWrite(entry)}${scope} ${whenWritten(instantOf(entry), zone)}.`
}
