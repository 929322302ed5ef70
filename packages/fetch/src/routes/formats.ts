import { type Event, isCalendarError, todayLocal, type Venue } from '@kalends/core'
import {
  type Format,
  type FormatContext,
  type FormatItem,
  type FormatKind,
  recordsOf,
  resolveLocal,
  updatedMsOf,
} from '@kalends/core/format'
import { invalidInput } from '@kalends/core/internal'
import { messagesIn, type Settings } from '../options/settings.ts'
import { defaultWindow, isSameForReaders } from '../parameters/event.ts'
import { endOf, formatFiltersOf } from '../parameters/format.ts'
import { idInPath, slugInPath } from '../parameters/shared-parameters.ts'
import { maxPageCharacters } from '../response/encode-body.ts'
import { notFound } from '../response/problem.ts'
import type { Answer } from '../response/respond.ts'
import type { Endpoint, EndpointContext, Route } from '../routing/route.ts'
import { withParameters } from '../wire/list.ts'
import { collectionOf, createPresenter, type Presenter } from '../wire/presenter.ts'
import { firstEvents, listEvents, listVenues } from './format-items.ts'
import { ensurePresentSlug } from './moved.ts'

/** The routes of all formats: lists of each kind, and single events by id and by slug. */
export const defineFormatRoutes = (formats: readonly Format[]): readonly Route[] =>
  formats.flatMap((format) => format.kinds.flatMap((kind) => (kind === 'event' ? eventRoutes(format) : [listRoute(format, kind)])))

function eventRoutes(format: Format): readonly Route[] {
  const { extension } = format
  const single = (suffix: string): Endpoint => ({
    ...sharedBy(format),
    id: `readEvent${suffix}${nameOf(format)}`,
    text: 'readEvent',
    query: [],
    isCacheable: ({ ref }) => ref !== null,
    ...(suffix !== '' && { statuses: [301] }),
    run: async (call) => readSingle(call, format),
  })
  return [
    listRoute(format, 'event'),
    { path: `/events/{id}.${extension}`, parameters: idInPath, endpoints: [single('')] },
    { path: `/events/by-slug/{slug}.${extension}`, parameters: slugInPath, endpoints: [single('BySlug')] },
  ]
}

const sharedBy = ({
  mediaType,
}: Format): Pick<Endpoint, 'methods' | 'permission' | 'answers' | 'mediaType' | 'status' | 'maxAgeSeconds'> => ({
  methods: ['GET'],
  permission: 'public',
  answers: 'Event',
  mediaType,
  status: 200,
  // Programs that subscribe read a document every few minutes, in the thousands.
  maxAgeSeconds: 300,
})

/** The end of the names of operations, such as `Ics`. */
const nameOf = ({ extension }: Format): string => extension.charAt(0).toUpperCase() + extension.slice(1)

function listRoute(format: Format, kind: FormatKind): Route {
  const text = kind === 'event' ? 'listEvents' : 'listVenues'
  const path = `/${collectionOf[kind]}.${format.extension}`
  const endpoint: Endpoint = {
    ...sharedBy(format),
    id: `${text}${nameOf(format)}`,
    text,
    query: formatFiltersOf(kind),
    fieldsOf: kind,
    // Which venues have upcoming events can change every second.
    isCacheable: (match) => match.query['onlyWithUpcoming'] === undefined && isSameForReaders(match),
    // Refusing a list with too many items takes as many reads as a document.
    isErrorCacheable: (error) => isCalendarError(error, 'invalid_input'),
    run: async (call) => {
      const items = await (kind === 'event' ? listEvents(call, format) : listVenues(call, format))
      return toDocument(call, format, items, { kind, path, isSingle: false, fileName: collectionOf[kind] })
    },
  }
  return { path, parameters: [], endpoints: [endpoint] }
}

async function readSingle(call: EndpointContext, format: Format): Promise<Answer> {
  if (call.ref === null) throw notFound()
  const event = await call.calendar.events.get(call.ref)
  ensurePresentSlug(call, 'events', event.slug, `.${format.extension}`)
  const path = `/events/${event.id}.${format.extension}`
  const items = isSeries(event) && (format.series ?? 'occurrences') !== 'occurrences' ? await readSeries(call, format, event) : [event]
  return toDocument(call, format, items, { kind: 'event', path, isSingle: true, fileName: `event-${event.id}`, record: event })
}

const isSeries = ({ recurrence }: Event): boolean => recurrence?.id === ''

async function readSeries({ calendar }: EndpointContext, format: Format, event: Event): Promise<readonly FormatItem[]> {
  const series = await calendar.events.series([event.id])
  const [only] = series
  if (only !== undefined && format.expanded?.(series).includes(only) !== true) return series
  const { maxItems = 1_000, daysBack = 0 } = format
  return firstEvents(calendar, { ...defaultWindow, seriesIds: event.id, startsFrom: `-${daysBack} days` }, maxItems)
}

/** The facts about a document that do not depend on its items. */
interface DocumentFacts extends Pick<FormatContext, 'kind' | 'isSingle'> {
  readonly path: string
  readonly fileName: string
  /** The record of a document of one record. */
  readonly record?: Event
}

const encoder = new TextEncoder()

async function toDocument(call: EndpointContext, format: Format, items: readonly FormatItem[], facts: DocumentFacts): Promise<Answer> {
  const records = items.flatMap(recordsOf)
  const presenter = await createPresenter(
    call.settings,
    call.language,
    records.map(({ image }) => ({ image })),
  )
  const body = format.encode(items, toContext(call, presenter, records, facts))
  if (body.length > maxPageCharacters)
    throw invalidInput({ [endOf(call.query) ?? 'startsUntil']: { code: 'document_too_large', max: maxPageCharacters } })
  return {
    body: { mediaType: format.mediaType, encode: () => (typeof body === 'string' ? encoder.encode(body) : Uint8Array.from(body)) },
    ...(format.isFile === true && { headers: { 'Content-Disposition': `inline; filename="${facts.fileName}.${format.extension}"` } }),
  }
}

function toContext(
  { settings, language, calendar, parameters }: EndpointContext,
  presenter: Presenter,
  records: readonly (Event | Venue)[],
  { kind, isSingle, path, record }: DocumentFacts,
): FormatContext {
  const restUrl: FormatContext['restUrl'] = (one) => presenter.restUrl(`/${collectionOf[kindOf(one)]}/${one.id}`)
  return {
    kind,
    isSingle,
    title: record?.title ?? messagesIn(language, settings).apiTitle,
    language: language || 'en',
    timeZone: calendar.timeZone,
    todayMs: resolveLocal(`${todayLocal(calendar.clock.nowMs(), calendar.timeZone)}T00:00:00`, calendar.timeZone).ms,
    selfUrl: withParameters(presenter.restUrl(path), parameters),
    updatedMs: records.reduce((newest, one) => Math.max(newest, updatedMsOf(one)), 0),
    pageUrl: (one) => presenter.pageUrl(kindOf(one), one) ?? restUrl(one),
    restUrl,
    imageUrl: ({ image }) => {
      const url = presenter.image(image)
      return url !== false && typeof url['url'] === 'string' ? absolute(url['url'], settings) : ''
    },
    uid: (one) => one.uid || presenter.generatedUid(kindOf(one), ('recurrence' in one && one.recurrence?.seriesId) || one.id),
  }
}

/** An address of the host in full: outside of the site, a path leads nowhere. */
const absolute = (address: string, { publicUrl }: Settings): string =>
  address === '' || URL.canParse(address) || !URL.canParse(address, publicUrl) ? address : new URL(address, publicUrl).href

const kindOf = (record: Event | Venue): FormatKind => ('startMs' in record ? 'event' : 'venue')
