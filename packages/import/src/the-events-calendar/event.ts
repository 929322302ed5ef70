import type { EventInput } from '@kalends/core'
import { limits } from '@kalends/core/internal'
import type { ImportedEvent, ImportWarning, UnreadableItem } from '../item.ts'
import { readWebAddress } from '../values/addresses.ts'
import { type Members, membersIn } from '../values/members.ts'
import { toText } from '../values/texts.ts'
import { keyOf, keyOfOther, modifiedMsOf, type RecordContext, readFields, readPublication, readSlug } from './publication.ts'
import { readContact, readPlace, toUnreadable, type WithoutIndex } from './records.ts'
import { readFlag, textsOf } from './texts.ts'
import { readTimes } from './times.ts'

const noTitle: ImportWarning = { code: 'no_title', message: 'The event has no title.' }

/**
 * Reads an event. It links its venues, organizers and terms, which came before it, by their names.
 * @param sharedNames the names that several categories have, in lower case: such categories are linked by their slugs
 */
export async function readEvent(
  record: Members,
  context: RecordContext,
  sharedNames: ReadonlySet<string>,
): Promise<WithoutIndex<ImportedEvent | UnreadableItem>> {
  const warnings: ImportWarning[] = []
  const key = keyOf(record, context)
  const texts = textsOf(record, warnings)
  const title = texts.name('title')
  if (title === '') return toUnreadable(key, noTitle)
  const times = readTimes(record, warnings)
  if ('code' in times) return toUnreadable(key, times)
  const address = toText(record['url'])
  const website = readWebAddress(record['website'], 'website', warnings)
  const fields = await readFields(record['custom_fields'], context)
  const input: EventInput = {
    ...{ title, ...times },
    ...(await readPublication(record, context, warnings)),
    cost: texts.line('cost'),
    // Kalends names the page of an event where it has no website of its own.
    website: website === address ? '' : website,
    ...readFlags(record),
    ...readAttendance(record, warnings),
    eventStatusReason: texts.name('event_status_reason'),
    categories: readTerms(record['categories'], sharedNames, warnings),
    tags: readTerms(record['tags'], noNames, warnings),
    venues: limitedList(membersIn(record['venue']).map((venue) => readPlace(venue, []))),
    organizers: limitedList(membersIn(record['organizer']).map((organizer) => readContact(organizer, []))),
    ...(fields !== undefined && { fields }),
  }
  const parent = toText(record['post_parent'])
  const hasParent = parent !== '' && parent !== '0'
  return {
    ...{ kind: 'event', key, address, modifiedMs: modifiedMsOf(record), warnings, input },
    ...(hasParent && { parentKey: keyOfOther(record, parent, context) }),
  }
}

const flags = {
  show_map: 'showMap',
  show_map_link: 'showMapLink',
  hide_from_listings: 'hidden',
  sticky: 'sticky',
  featured: 'featured',
} as const

type Flags = Partial<Record<(typeof flags)[keyof typeof flags], boolean>>

const readFlags = (record: Members): Flags =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, member]) => {
      const flag = readFlag(record[name])
      return flag === undefined ? [] : [[member, flag]]
    }),
  )

/** The words of the interface, and those of plugins that know cancellations. */
const eventStatuses: ReadonlyMap<string, NonNullable<EventInput['eventStatus']>> = new Map([
  ['canceled', 'cancelled'],
  ['cancelled', 'cancelled'],
  ['postponed', 'postponed'],
  ['moved_online', 'movedOnline'],
  ['moved-online', 'movedOnline'],
])

/** Where people attend, and whether the event takes place: plugins of the site know it, and Kalends. */
function readAttendance(record: Members, warnings: ImportWarning[]): Pick<EventInput, 'eventStatus' | 'attendance' | 'onlineUrl'> {
  const onlineUrl = readWebAddress(record['online_url'] ?? record['virtual_url'], 'virtual_url', warnings)
  const isOnline = readFlag(record['is_virtual']) === true || onlineUrl !== ''
  const mode = toText(record['attendance_mode'])
  const guess = !isOnline ? 'offline' : membersIn(record['venue']).length > 0 ? 'mixed' : 'online'
  return {
    onlineUrl,
    attendance: mode === 'offline' || mode === 'online' || mode === 'mixed' ? mode : guess,
    eventStatus: eventStatuses.get(toText(record['event_status'])) ?? 'scheduled',
  }
}

const noNames: ReadonlySet<string> = new Set()

type TermLink = { readonly name: string } | { readonly slug: string }

function readTerms(value: unknown, sharedNames: ReadonlySet<string>, warnings: ImportWarning[]): readonly TermLink[] {
  const links = new Map<string, TermLink>()
  for (const term of membersIn(value)) {
    const [name, slug] = [textsOf(term, warnings).name('name'), readSlug(term['slug'])]
    const link = sharedNames.has(name.toLowerCase()) && slug !== '' ? { slug } : { name }
    if (name !== '') links.set(JSON.stringify(link), link)
  }
  return limitedList([...links.values()])
}

const limitedList = <T>(items: readonly (T | undefined)[]): readonly T[] => items.filter((item) => item !== undefined).slice(0, limits.list)
