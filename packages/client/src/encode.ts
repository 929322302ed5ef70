import { type Collection, filtersOf, isOfTerms, namesOf, overriddenNames, refusedText, sortKeys } from './names.ts'
import { isObject } from './plain-object.ts'
import { toTimeText } from './time-text.ts'

/** The members of an object that are given: as in process, undefined counts as absent. */
export const given = (input: object): readonly (readonly [string, unknown])[] =>
  Object.entries(input).filter(([, value]) => value !== undefined)

/** The body of a write: the members under their names on the wire. */
export const toBody = (collection: Collection, input: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    given(input).map(([member, value]) => [namesOf[collection].toWire(member), toTimeText(toWireValue(collection, member, value))]),
  )

function toWireValue(collection: Collection, member: string, value: unknown): unknown {
  // None is 0 in every service. A number is no id: a service with integers as ids would take it.
  if (member === 'authorId') return value === '' ? 0 : typeof value === 'number' ? refusedText : value
  return collection === 'events' ? toEventValue(member, value) : value
}

function toEventValue(member: string, value: unknown): unknown {
  // The one key of two words; with the underscore of the interface it gets a second one, which the service refuses as a calendar does.
  if (member === 'eventStatus') return String(value).replace(/online$/i, '_online')
  if (member === 'venues' || member === 'organizers') {
    // A service finds the id among the members of a link, and then ignores the others.
    if (Array.isArray(value)) return value.map((one) => toEventValue(member, one))
    return isObject(value) ? toBody(member, value) : value
  }
  if (member !== 'recurrence' || !isObject(value)) return value
  const times = Object.fromEntries(given(value).map(([part, list]) => [part, Array.isArray(list) ? list.map(toTimeText) : list]))
  return !value['overridden'] ? times : { ...times, overridden: ([value['overridden']].flat() as string[]).map(overriddenNames.toWire) }
}

/** Encodes a part of a URL. */
export function encode(part: string | number): string {
  try {
    return encodeURIComponent(part ?? refusedText)
  } catch {
    // Half a surrogate pair has no UTF-8.
    return encodeURIComponent(refusedText)
  }
}

/** A pair of a query. `URLSearchParams` is not used: that of React Native is incomplete. */
export const toPair = (name: string, value: unknown): string =>
  // Other values than texts, numbers and booleans become texts as well, which the service refuses.
  `${name}=${([value].flat() as string[]).map(encode).join(',')}`

/** None is 0, whatever type the service has for ids of authors. A number, which is no id, becomes a text that the service refuses. */
const toAuthor = (id: unknown): string => (typeof id === 'string' ? id || '0' : refusedText)

/** The query of a list, without a leading question mark. */
export function toQuery(collection: Collection, input: object): string {
  const { kind } = namesOf[collection]
  const { toWire } = filtersOf(collection)
  // A service leaves out terms without events unless a filter says otherwise; a calendar does not.
  return given(isOfTerms(collection) ? { ...input, hideEmpty: false } : input)
    .flatMap(([member, filter]) => {
      const value = toTimeText(filter)
      // An empty text searches for nothing; as a parameter it would be invalid.
      if (value === '' && member === 'search') return []
      // Without a latitude, the service refuses the circle; without parameters, the list would have everything.
      if (member === 'near') return given({ lat: '', ...(value as object) }).map(([part, number]) => toPair(toWire(`near.${part}`), number))
      if (member === 'fields') return toFieldPairs(Object(value))
      // A key of another type is not in the table, and the service refuses it.
      if (member === 'orderBy') return toPair(toWire(member), sortKeys[value as string] ?? value)
      if (member === 'authorIds') return toPair('author', [value].flat().map(toAuthor))
      // A service reads a number as a uid; the uid that it makes of an id is meant, which needs no host here.
      const sent = member === 'uids' ? [value].flat().map((uid: unknown) => (typeof uid === 'number' ? `${kind}-${uid}@` : uid)) : value
      // Every parameter is a text, and the service would take another value for one.
      const isWrong = typeof sent !== 'string' && (member === 'search' || member === 'slug')
      return toPair(toWire(member), isWrong ? refusedText : sent)
    })
    .join('&')
}

/**
 * Filters by declared fields. Their names go over the wire as declared; several values are several pairs, because commas are part of them.
 * A condition without values is sent as an empty one, which the service refuses: without it, the list would have everything.
 */
const toFieldPairs = (fields: object): readonly string[] =>
  given(fields).flatMap(([name, value]) => {
    const parameter = `custom_fields[${encode(name)}]`
    const pairs = isObject(value)
      ? given(value).map(([bound, number]) => toPair(`${parameter}[${encode(bound)}]`, number))
      : [value].flat().map((one: unknown) => toPair(parameter, one))
    return pairs.length > 0 ? pairs : `${parameter}=`
  })
