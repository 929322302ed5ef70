import type { EventInput } from '@kalends/core'
import { limits } from '@kalends/core/internal'
import type { ImportedEvent, ImportWarning, ItemPlace, UnreadableItem } from '../item.ts'
import { readWebAddress } from '../values/addresses.ts'
import { fromDisplayText } from '../values/display-text.ts'
import { isMembers, type Members } from '../values/members.ts'
import { htmlFromText, isHtml, limitedHtml, limitedLine, toText } from '../values/texts.ts'
import { type EventNode, type NodeReader, toShortName } from './nodes.ts'
import { type NodeContext, nameOf, readOrganizers, readPlaces } from './places.ts'
import { readTimes } from './times.ts'

/** The options that concern what events say. */
export interface EventOptions {
  /** The address of the page, for relative ones; undefined if it is not known. */
  readonly base: string | undefined
  /** The zone of times without one; undefined for that of the calendar. */
  readonly timeZone: string | undefined
  /** What performers become. */
  readonly performers: 'tags' | 'organizers' | 'ignore'
  /** What keywords become. */
  readonly keywords: 'tags' | 'categories' | 'ignore'
}

/** What a part has from the event that it is a part of, if it has none of its own. */
const inherited = ['location', 'image', 'organizer', 'eventAttendanceMode', 'url']

/** Reads an event. */
export function toItem(event: EventNode, place: ItemPlace, reader: NodeReader, options: EventOptions): ImportedEvent | UnreadableItem {
  const node = withInherited(event, reader)
  const warnings: ImportWarning[] = []
  const context: NodeContext = { reader, base: options.base, warnings }
  const key = keyOf(event.node, reader)
  const unreadable = ({ code, message }: ImportWarning): UnreadableItem => ({ ...place, kind: 'unreadable', key, code, message })
  const title = nameOf(reader.text(node, 'name') || reader.text(node, 'headline'), 'name', warnings)
  if (title === '') return unreadable({ code: 'no_title', message: 'The event has no name.' })
  const times = readTimes(node, reader, options.timeZone)
  if ('code' in times) return unreadable(times)
  const address = readWebAddress(reader.text(node, 'url') || reader.text(node, '@id'), 'url', [], options.base)
  const modifiedMs = Date.parse(reader.text(node, 'dateModified'))
  const input: EventInput = {
    ...{ title, ...times },
    description: readDescription(reader.text(node, 'description'), warnings),
    image: readImage(node, context),
    website: readWebAddress(reader.text(node, 'sameAs'), 'sameAs', warnings, options.base) || address,
    cost: readCost(node, context),
    eventStatus: statuses.get(toShortName(reader.text(node, 'eventStatus'))) ?? 'scheduled',
    ...readPlaces(node, context),
    organizers: [
      ...readOrganizers(node, 'organizer', context),
      ...(options.performers === 'organizers' ? readOrganizers(node, 'performer', context) : []),
    ].slice(0, limits.list),
    ...readTerms(node, context, options),
  }
  return { ...place, kind: 'event', key, address, warnings, input, ...(!Number.isNaN(modifiedMs) && { modifiedMs }) }
}

function withInherited({ node, parent }: EventNode, reader: NodeReader): Members {
  if (parent === undefined) return node
  // A date of a series is described where the series is.
  const names = reader.types(parent).includes('EventSeries') ? [...inherited, 'description', 'name'] : inherited
  const missing = names.filter((name) => reader.values(node, name).length === 0)
  return { ...Object.fromEntries(missing.map((name) => [name, reader.values(parent, name)])), ...node }
}

/** The key of an event: its `@id`, unless it is a blank node, else its `identifier`. */
function keyOf(node: Members, reader: NodeReader): string {
  const id = reader.text(node, '@id')
  if (id !== '' && !id.startsWith('_:')) return id
  const [identifier] = reader.values(node, 'identifier')
  return isMembers(identifier) ? reader.text(identifier, 'value') : toText(identifier)
}

const statuses: ReadonlyMap<string, NonNullable<EventInput['eventStatus']>> = new Map([
  ['EventCancelled', 'cancelled'],
  ['EventPostponed', 'postponed'],
  ['EventMovedOnline', 'movedOnline'],
])

/** A description as HTML. Pages write plain text, HTML, or HTML that is encoded once more. */
function readDescription(text: string, warnings: ImportWarning[]): string {
  if (isHtml(text)) return limitedHtml(text, 'description', warnings)
  const decoded = fromDisplayText(text)
  return limitedHtml(isHtml(decoded) ? decoded : htmlFromText(decoded), 'description', warnings)
}

/** The address of the first image. Nothing is downloaded. */
function readImage(node: Members, { reader, base, warnings }: NodeContext): string | false {
  for (const image of reader.values(node, 'image')) {
    const address = isMembers(image) ? reader.text(image, 'url') || reader.text(image, 'contentUrl') || reader.text(image, '@id') : image
    const url = readWebAddress(address, 'image', warnings, base)
    if (url !== '') return url
  }
  return false
}

/** The cost as a text: the prices of the offers with their currency, or what the page says. */
function readCost(node: Members, { reader, warnings }: NodeContext): string {
  const prices = new Set<string>()
  let currency = ''
  for (const offer of reader.values(node, 'offers')) {
    if (!isMembers(offer)) prices.add(toText(offer))
    else {
      currency ||= reader.text(offer, 'priceCurrency')
      for (const name of ['price', 'lowPrice', 'highPrice']) prices.add(reader.text(offer, name))
    }
  }
  prices.delete('')
  if (prices.size === 0) return /^true$/i.test(String(reader.values(node, 'isAccessibleForFree')[0] ?? '')) ? '0' : ''
  const numbers = [...prices].filter((price) => /^\d{1,12}(?:\.\d{1,4})?$/.test(price)).sort((a, b) => Number(a) - Number(b))
  const ends = numbers.length === prices.size ? [...new Set([numbers[0], numbers.at(-1)])].join(' – ') : [...prices].join(', ')
  return limitedLine(currency === '' || ends.includes(currency) ? ends : `${ends} ${currency}`, 'offers', warnings)
}

/** Keywords and performers by their names. Keywords are a list, or a text with commas. */
function readTerms(node: Members, { reader, warnings }: NodeContext, options: EventOptions): Pick<EventInput, 'tags' | 'categories'> {
  const names = (values: readonly unknown[], name: string): readonly string[] =>
    values.map((value) => nameOf(isMembers(value) ? reader.text(value, 'name') : value, name, warnings))
  const keywords = reader.values(node, 'keywords').flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]))
  const found = { tags: [] as string[], categories: [] as string[] }
  if (options.keywords !== 'ignore') found[options.keywords].push(...names(keywords, 'keywords'))
  if (options.performers === 'tags') found.tags.push(...names(reader.values(node, 'performer'), 'performer'))
  const toRefs = (all: readonly string[]): readonly { readonly name: string }[] =>
    [...new Set(all)]
      .filter((name) => name !== '')
      .slice(0, limits.list)
      .map((name) => ({ name }))
  return { tags: toRefs(found.tags), categories: toRefs(found.categories) }
}
