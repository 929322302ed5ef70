import type { Event, Organizer, Venue } from '@kalends/core'
import type { EmbeddedTerm } from '@kalends/core/internal'
import type { Kind } from '@kalends/core/store'
import type { JsonObject } from '../json.ts'
import type { LinkedRecord } from '../options/handler-options.ts'
import type { Settings } from '../options/settings.ts'
import { toAuthorInteger } from '../parameters/author.ts'

/** External data for the wire form of a record: URLs and images. */
export interface Presenter {
  /** The absolute URL of a path under the namespace, such as `/events/7`. */
  restUrl(path: string): string
  /**
   * The URL of a record's web page, percent-encoded; undefined if `links` gives none. A path is one of the host of `publicUrl`.
   * @throws TypeError the result of `links` is no address
   */
  pageUrl(kind: Kind, record: LinkedRecord): string | undefined
  /** A globally unique id of a record. */
  globalId(id: number): string
  /** The uid that responses show for a record without a uid. */
  generatedUid(kind: 'event' | 'venue' | 'organizer', id: number): string
  /** The id of an author in the type of the handler's option. */
  author(id: string): number | string
  /** An image, or false for none. */
  image(image: number | string | null): JsonObject | false
  /** The wire form of a linked record, made once for all events of a page that share the record. */
  linked<R extends object>(record: R, toWire: (record: R, to: Presenter) => JsonObject): JsonObject
}

/** The path segment of a kind's records; also the name of their lists. */
export const collectionOf = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<Kind, string>

/** The kind of the records at a path below the namespace, such as `/events/{id}`; undefined for a path without records. */
export function kindAt(path: string): Kind | undefined {
  const collection = path.split('/')[1]?.split('.', 1)[0]
  // The type of Object.keys does not know that the table has no other keys.
  return (Object.keys(collectionOf) as Kind[]).find((kind) => collectionOf[kind] === collection)
}

/** The absolute URL of the namespace in a language; the empty language is the URL without one. */
export const baseUrl = (settings: Pick<Settings, 'publicUrl' | 'basePath' | 'namespace'>, language: string): string =>
  `${settings.publicUrl}${settings.basePath}${language === '' ? '' : `/${language}`}/${settings.namespace}`

/** A URL that needs no change. Parsing costs a microsecond, and a page of a list has hundreds of addresses. */
const finished = /^https?:\/\/[\x21-\x7e]+$/

const addressOrPath = /^(?:https?:\/\/|\/)/i

/** A record that can have images, with the records that it links. */
export type Pictured = Pick<Event, 'image'> & Partial<Pick<Event, 'venues' | 'organizers'>>

/**
 * Builds a presenter for some records. It resolves their images first, each once.
 * @param records events, venues or organizers
 */
export async function createPresenter(settings: Settings, language: string, records: readonly Pictured[]): Promise<Presenter> {
  const { links, publicUrl } = settings
  const base = baseUrl(settings, language)
  const images = await resolveImages(settings, records)
  const linked = new Map<object, JsonObject>()
  const presenter: Presenter = {
    restUrl: (path) => base + path,
    pageUrl(kind, record) {
      const given: unknown = links?.(kind, record) // A host without types can return anything.
      if (given === undefined || given === null || given === '') return undefined
      if (typeof given === 'string') {
        if (finished.test(given)) return given
        if (addressOrPath.test(given) && URL.canParse(given, publicUrl)) return new URL(given, publicUrl).href
      }
      throw new TypeError(`links must return an address such as https://example.org/event/choir, a path or undefined, not ${String(given)}`)
    },
    generatedUid: (kind, id) => `${kind}-${id}@${settings.uidDomain}`,
    globalId: (id) => `${settings.publicHost}?id=${id}`,
    author: settings.authorIds === 'text' ? (id) => id : toAuthorInteger,
    image: (image) => (image === null ? false : (images.get(image) ?? false)),
    linked(record, toWire) {
      const known = linked.get(record)
      if (known !== undefined) return known
      const written = toWire(record, presenter)
      linked.set(record, written)
      return written
    },
  }
  return presenter
}

async function resolveImages({ resolveImage }: Settings, records: readonly Pictured[]): Promise<ReadonlyMap<number | string, JsonObject>> {
  const images = new Set<number | string>()
  for (const { image, venues = [], organizers = [] } of records)
    for (const one of [image, ...venues.map((venue) => venue.image), ...organizers.map((organizer) => organizer.image)])
      if (one !== null) images.add(one)
  const resolved = await Promise.all(
    [...images].map(async (image): Promise<[number | string, JsonObject] | undefined> => {
      if (resolveImage === undefined) return [image, typeof image === 'number' ? { id: image } : { url: image }]
      const found = await resolveImage(image)
      return found ? [image, definedMembers(found)] : undefined
    }),
  )
  return new Map(resolved.filter((entry) => entry !== undefined))
}

const definedMembers = (image: object): JsonObject => Object.fromEntries(Object.entries(image).filter(([, value]) => value !== undefined))

/** The members with a record's URLs. */
export function addresses(
  kind: Kind,
  record: Event | Venue | Organizer | EmbeddedTerm,
  to: Presenter,
): { readonly url: string; readonly rest_url: string } {
  const restUrl = to.restUrl(`/${collectionOf[kind]}/${record.id}`)
  return { url: to.pageUrl(kind, record) ?? restUrl, rest_url: restUrl }
}
