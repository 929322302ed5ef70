import {
  type CalendarStore,
  type Draft,
  type EventRecord,
  eventFields,
  type OrganizerRecord,
  organizerFields,
  type StoredStatus,
  type TermRecord,
  type VenueRecord,
  venueFields,
} from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import type { PartialEventDraft } from '../../factories/event.ts'
import { buildPoint } from '../../factories/place.ts'
import { longestTexts, oneOther, plainTexts } from '../../factories/plain.ts'
import { utcMs } from '../../factories/published.ts'
import { nastyTexts, wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, type ConformanceContext, defineCase } from '../case.ts'
import { findAll, getOne } from '../expectations.ts'

const statuses: readonly StoredStatus[] = ['publish', 'draft', 'pending', 'private', 'trash', 'deleted']

/** Checks that the store returns an event unchanged, by id and in a list, and again after an update. */
export async function assertEventKept(store: CalendarStore, draft: Draft<EventRecord>): Promise<void> {
  const written = await store.events.insert(draft)
  assertEqual(written, { ...draft, id: written.id, version: 1 }, 'inserted')
  assertEqual(await getOne(store.events, written.id), written, 'read')
  assertEqual(await findAll(store.events, { ids: [written.id] }), [written], 'found')
  const updated = await store.events.update(written)
  assertEqual(updated, { ...written, version: 2 }, 'updated')
  assertEqual(await getOne(store.events, written.id), updated, 'read again')
}

async function assertVenueKept(store: CalendarStore, draft: Draft<VenueRecord>): Promise<void> {
  const written = await store.venues.insert(draft)
  assertEqual(written, { ...draft, id: written.id, version: 1 }, 'inserted')
  assertEqual(await getOne(store.venues, written.id), written, 'read')
  assertEqual(await store.venues.update(written), { ...written, version: 2 }, 'updated')
}

/** An event, a venue, an organizer and a term with a string in each of their string members. */
function textDrafts(text: string): {
  event: Partial<Draft<EventRecord>>
  venue: Partial<Draft<VenueRecord>>
  organizer: Partial<Draft<OrganizerRecord>>
  term: Partial<Draft<TermRecord>>
} {
  const shared = { description: text, searchText: text }
  return {
    event: {
      ...shared,
      ...plainTexts(eventFields, text),
      excerpt: text,
      titleKey: text,
      image: text,
      cost: { text, currencySymbol: '€', currencyCode: 'EUR', currencyPosition: 'postfix', values: [text, text] },
    },
    venue: { ...shared, ...plainTexts(venueFields, text), excerpt: text, nameKey: text },
    organizer: { ...shared, ...plainTexts(organizerFields, text), excerpt: text, nameKey: text },
    term: { ...shared, name: text, nameKey: text },
  }
}

async function assertTextsKept({ store, draft }: ConformanceContext, text: string): Promise<void> {
  const given = textDrafts(text)
  await assertEventKept(store, draft.event(given.event))
  await assertVenueKept(store, draft.venue(given.venue))
  const organizer = await store.organizers.insert(draft.organizer(given.organizer))
  assertEqual(await getOne(store.organizers, organizer.id), { ...organizer, ...given.organizer }, 'organizer')
  const term = await store.terms.insert(draft.term(given.term))
  assertEqual(await getOne(store.terms, term.id), { ...term, ...given.term }, 'term')
}

const textCases = nastyTexts.map(({ key, title, text }) =>
  defineCase(`round-trip/text/${key}`, `text fields keep ${title}`, (context) => assertTextsKept(context, text)),
)

const statusCases = statuses.flatMap((status) => [
  defineCase(`round-trip/status/${status}`, `events, venues and organizers keep the status ${status}`, async ({ store, draft }) => {
    const given = { status, statusBeforeTrash: status === 'trash' ? ('pending' as const) : null }
    await assertEventKept(store, draft.event(given))
    await assertVenueKept(store, draft.venue(given))
    const organizer = await store.organizers.insert(draft.organizer(given))
    assertEqual((await getOne(store.organizers, organizer.id)).status, status, 'status')
  }),
])

const eventCases = [
  ...(
    [
      [
        'zone',
        'its times at a clock change',
        {
          times: {
            startLocal: '2026-10-25T02:30:00',
            endLocal: '2026-10-25T02:30:00',
            timeZone: 'Europe/Berlin',
            timeZoneAbbreviation: 'CEST',
            startMs: utcMs('2026-10-25T00:30:00'),
            endMs: utcMs('2026-10-25T01:30:00'),
          },
        },
      ],
      ['offset-zone', 'a zone that is an offset', { times: { timeZone: '+05:45', timeZoneAbbreviation: '+05:45' } }],
      [
        'first-year',
        'the first year',
        {
          times: { startLocal: '1900-01-01T00:00:00', endLocal: '1900-01-01T23:59:59' },
          publishedMs: utcMs('1900-01-01T00:00:00'),
          createdMs: utcMs('1900-01-01T00:00:00'),
          updatedMs: utcMs('1900-01-01T00:00:00'),
        },
      ],
      [
        'last-year',
        'the last year',
        {
          times: { startLocal: '2200-12-31T23:59:59', endLocal: '2200-12-31T23:59:59' },
          publishedMs: utcMs('2200-12-31T23:59:59'),
          updatedMs: utcMs('2200-12-31T23:59:59'),
        },
      ],
      [
        'milliseconds',
        'instants to the millisecond',
        { createdMs: 1_790_000_000_123, updatedMs: 1_790_000_000_789, publishedMs: 1_790_000_000_457 },
      ],
      ['before-1970', 'instants before 1970', { times: { startLocal: '1969-12-31T23:59:59' }, publishedMs: -1, createdMs: -86_400_001 }],
      ['all-day', 'its all-day flag', { times: { allDay: true } }],
      ...(['cancelled', 'postponed', 'movedOnline'] as const).map(
        (eventStatus) => [`status-${eventStatus}`, `the event status ${eventStatus}`, { eventStatus }] as const,
      ),
      ['reason', 'a reason of 200 four-byte characters', { eventStatus: 'cancelled', eventStatusReason: wideText(200) }],
      ['online', 'its attendance online', { attendance: 'online', onlineUrl: 'https://example.org/room?a=1' }],
      ['mixed', 'its attendance at the venue and online', { attendance: 'mixed' }],
      ['previous-start', 'its former start', { previousStartLocal: '2026-10-25T02:30:00', previousStartMs: utcMs('2026-10-25T01:30:00') }],
      ['previous-start-1970', 'a former start at the instant 0', { previousStartLocal: '1970-01-01T00:00:00', previousStartMs: 0 }],
      ['previous-start-1969', 'a former start before 1970', { previousStartLocal: '1969-12-31T23:59:59', previousStartMs: -1_000 }],
      ['author', 'the author', { authorId: '9007199254740991' }],
      ['author-long', 'an author of 255 four-byte characters', { authorId: wideText(255) }],
      ['image-id', 'an image that is an id', { image: 4711 }],
      ['image-address', 'an image that is an address', { image: 'https://example.org/a.png?x=1,2' }],
      ['image-digits', 'an image that is a text of digits', { image: '4711' }],
      ['image-zero', 'an image with the id 0', { image: 0 }],
      ['image-empty', 'an image that is an empty text', { image: '' }],
      [
        'cost',
        'a cost',
        { cost: { text: '€5 – €10', currencySymbol: '€', currencyCode: 'EUR', currencyPosition: 'prefix', values: ['5.00', '10.00'] } },
      ],
      [
        'cost-exact',
        'amounts as texts, not as numbers',
        {
          cost: {
            text: '',
            currencySymbol: '',
            currencyCode: 'JPY',
            currencyPosition: 'postfix',
            values: ['0', '0.10', '12345678901234567890.99'],
          },
        },
      ],
    ] satisfies readonly (readonly [string, string, PartialEventDraft])[]
  ).map(([key, title, given]) =>
    defineCase(`round-trip/event/${key}`, `an event keeps ${title}`, ({ store, draft }) => assertEventKept(store, draft.event(given))),
  ),
  defineCase('round-trip/event/parent', 'an event keeps its parent', async ({ store, draft }) => {
    const parent = await store.events.insert(draft.event())
    await assertEventKept(store, draft.event({ parentId: parent.id }))
  }),
]

const plainCases = [
  defineCase('round-trip/plain/events', 'events keep each plain field separately', async ({ store, draft }) => {
    for (const fields of oneOther(eventFields)) await assertEventKept(store, draft.event(fields))
  }),
  defineCase('round-trip/plain/venues', 'venues keep each plain field separately', async ({ store, draft }) => {
    for (const fields of oneOther(venueFields)) await assertVenueKept(store, draft.venue(fields))
  }),
  defineCase('round-trip/plain/organizers', 'organizers keep each plain field separately', async ({ store, draft }) => {
    for (const fields of oneOther(organizerFields)) {
      const given = draft.organizer(fields)
      const organizer = await store.organizers.insert(given)
      assertEqual(await getOne(store.organizers, organizer.id), { ...given, id: organizer.id, version: 1 }, 'organizer')
    }
  }),
]

const venueCases = (
  [
    ['no-point', 'null coordinates', null],
    ['zero-point', 'coordinates at 0, 0', { lat: 0, lng: 0, x: 1, y: 0, z: 0 }],
    ['point', 'coordinates to the last digit', buildPoint(52.520_006_599_999_99, 13.404_953_999_999_975)],
    ['small-point', 'coordinates next to 0', buildPoint(1e-15, -1e-12)],
    ['date-line', 'coordinates at the date line', buildPoint(-16.78, 180)],
    ['pole', 'coordinates at a pole', buildPoint(-90, -180)],
  ] as const
).map(([key, title, point]) =>
  defineCase(`round-trip/venue/${key}`, `a venue keeps ${title}`, ({ store, draft }) => assertVenueKept(store, draft.venue({ point }))),
)

const longCases = [
  defineCase('round-trip/long/names', 'names, keys and slugs of many four-byte characters are kept', async ({ store, draft }) => {
    const name = wideText(200)
    const long = { slug: wideText(255), nameKey: wideText(255), name }
    await assertEventKept(store, draft.event({ slug: long.slug, title: name, titleKey: long.nameKey }))
    await assertVenueKept(store, draft.venue(long))
    const organizer = await store.organizers.insert(draft.organizer(long))
    assertEqual(await getOne(store.organizers, organizer.id), { ...organizer, ...long }, 'organizer')
    const term = await store.terms.insert(draft.term(long))
    assertEqual(await getOne(store.terms, term.id), { ...term, ...long }, 'term')
  }),
  defineCase('round-trip/long/texts', 'texts of 65,536 four-byte characters are kept', async ({ store, draft }) => {
    const text = wideText(65_536)
    const searchText = `${text}\n${text}\n${text}`
    await assertEventKept(store, draft.event({ description: text, excerpt: text, searchText }))
    await assertVenueKept(store, draft.venue({ description: text, excerpt: text, searchText }))
    const term = await store.terms.insert(draft.term({ description: text, searchText: text }))
    assertEqual(await getOne(store.terms, term.id), term, 'term')
  }),
  defineCase('round-trip/long/one-line', 'one-line texts of 500 and addresses of 2,048 characters are kept', async ({ store, draft }) => {
    const line = wideText(500)
    const website = `https://example.org/${'a'.repeat(2028)}`
    await assertEventKept(
      store,
      draft.event({
        ...longestTexts(eventFields),
        website,
        onlineUrl: website,
        image: website,
        cost: { text: line, currencySymbol: '€', currencyCode: 'EUR', currencyPosition: 'prefix', values: [] },
      }),
    )
    await assertVenueKept(store, draft.venue({ ...longestTexts(venueFields), website }))
  }),
]

/** The store returns every record deeply equal to its draft. */
export const roundTripCases: readonly ConformanceCase[] = [
  ...textCases,
  ...statusCases,
  ...plainCases,
  ...eventCases,
  ...venueCases,
  ...longCases,
]
