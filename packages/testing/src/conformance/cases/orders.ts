import { compareCodePoints, type EventRecord, type EventSort, type ProfileSort, type TermSort } from '@kalends/core/store'
import { assertEqual } from '../../assert.ts'
import { utcMs } from '../../factories/published.ts'
import { wideText } from '../../nasty-texts.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { downBy, insertAll, slugsOf, upBy } from '../expectations.ts'

const whole = { filter: {}, offset: 0, limit: 100 }

/** Strings in the order of their code points, as in the Unicode charts. */
export const textsInOrder: readonly string[] = [
  '',
  '\t',
  '\n',
  ' ',
  ' a',
  '!',
  '%',
  '0',
  '10',
  '2',
  '9',
  'A',
  'B',
  'Z',
  '[',
  '_',
  'a',
  'a\tb',
  'a b',
  'a!',
  'aB',
  'aa',
  'ab',
  'b',
  'z',
  '~',
  '\u00df',
  '\u00e4',
  '\u00e9',
  '\u0130',
  '\u0131',
  'ω',
  'я',
  'א',
  'ا',
  '\u0e01',
  '\u2603',
  'か',
  '漢',
  '한',
  '\ufb01',
  'ａ',
  '\uffee',
  '\ufffd',
  '\u{10000}',
  '\u{1f389}',
  '\u{1f389}a',
  '\u{20bb7}',
  '\u{10ffff}',
]

/** The insertion order of the strings: far from sorted, and each once. */
const shuffled = textsInOrder.map((_, i) => textsInOrder[(i * 17 + 5) % textsInOrder.length] ?? '')

/** Values of a sort key, with ties, in the order of the inserts. */
const numbers = [5, 3, 9, 3, 1, 9, 7]

const eventNumberKeys: readonly ('startMs' | 'publishedMs' | 'updatedMs')[] = ['startMs', 'publishedMs', 'updatedMs']
const eventLocalKeys: readonly ('startLocal' | 'endLocal')[] = ['startLocal', 'endLocal']
const baseMs = utcMs('2026-01-01T00:00:00')

/** The slugs of the records with these values: a to g. */
const letters = numbers.map((_, i) => 'abcdefg'.charAt(i))
/** These slugs in ascending order of the values, ties by id. */
const up = 'e b d a g c f'.split(' ')

async function assertBothWays<S>(
  find: (order: readonly S[]) => Promise<Parameters<typeof slugsOf>[0]>,
  upwards: readonly S[],
  downwards: readonly S[],
  expected: readonly string[],
): Promise<void> {
  assertEqual(slugsOf(await find(upwards)), expected, 'upwards')
  assertEqual(slugsOf(await find(downwards)), expected.toReversed(), 'downwards')
}

const eventCases = [
  ...eventNumberKeys.map((key) =>
    defineCase(`orders/events/${key}`, `events are ordered by ${key}, then by id, in both directions`, async ({ store, draft }) => {
      await insertAll(
        store.events,
        numbers.map((n, i) => {
          const given = { [key]: (n - 5) * 86_400_000 }
          return draft.event({ slug: letters[i] ?? '', ...(key === 'startMs' ? { times: given } : given) })
        }),
      )
      await assertBothWays<EventSort>((order) => store.events.find({ ...whole, order }), upBy(key), downBy(key), up)
    }),
  ),
  ...eventLocalKeys.map((key) =>
    defineCase(`orders/events/${key}`, `events are ordered by ${key}, then by id, in both directions`, async ({ store, draft }) => {
      // The instants are in the opposite order: a store that sorts by them fails.
      const drafts = numbers.map((n, i) =>
        draft.event({ slug: letters[i] ?? '', times: { startMs: baseMs - n, endMs: baseMs - n, [key]: `2026-01-0${n}T00:00:00` } }),
      )
      await insertAll(store.events, drafts)
      await assertBothWays<EventSort>((order) => store.events.find({ ...whole, order }), upBy(key), downBy(key), up)
    }),
  ),
  defineCase(
    'orders/events/titleKey',
    'events are ordered by the code points of titleKey, in both directions',
    async ({ store, draft }) => {
      await insertAll(
        store.events,
        shuffled.map((titleKey, i) => draft.event({ slug: `s${i}`, title: 'same', titleKey })),
      )
      const titles = async (order: readonly EventSort[]) =>
        (await store.events.find({ ...whole, order })).map(({ titleKey }: EventRecord) => titleKey)
      assertEqual(await titles(upBy('titleKey')), textsInOrder, 'upwards')
      assertEqual(await titles(downBy('titleKey')), textsInOrder.toReversed(), 'downwards')
    },
  ),
  defineCase('orders/events/id', 'events are ordered by id, in both directions', async ({ store, draft }) => {
    await insertAll(
      store.events,
      letters.map((slug) => draft.event({ slug })),
    )
    await assertBothWays<EventSort>(
      (order) => store.events.find({ ...whole, order }),
      [{ key: 'id', direction: 'asc' }],
      [{ key: 'id', direction: 'desc' }],
      letters,
    )
  }),
  defineCase('orders/events/mixed', 'the keys of an order can have different directions', async ({ store, draft }) => {
    await insertAll(
      store.events,
      numbers.map((n, i) => draft.event({ slug: letters[i] ?? '', times: { startLocal: `2026-01-0${n}T00:00:00` } })),
    )
    const found = await store.events.find({
      ...whole,
      order: [
        { key: 'startLocal', direction: 'asc' },
        { key: 'id', direction: 'desc' },
      ],
    })
    assertEqual(slugsOf(found), 'e d b a g f c'.split(' '), 'slugs')
  }),
  defineCase('orders/events/three-keys', 'an order can have three keys', async ({ store, draft }) => {
    await insertAll(
      store.events,
      numbers.map((n, i) =>
        draft.event({ slug: letters[i] ?? '', titleKey: n === 3 ? 'a' : 'b', times: { startLocal: `2026-01-0${n > 4 ? 2 : 1}T00:00:00` } }),
      ),
    )
    const found = await store.events.find({
      ...whole,
      order: [
        { key: 'startLocal', direction: 'desc' },
        { key: 'titleKey', direction: 'asc' },
        { key: 'id', direction: 'asc' },
      ],
    })
    assertEqual(slugsOf(found), 'a c f g b d e'.split(' '), 'slugs')
  }),
  defineCase(
    'orders/events/repeated-hour',
    'startMs orders the events within a repeated hour, startLocal does not',
    async ({ store, draft }) => {
      const startLocal = '2026-10-25T02:30:00'
      const first = utcMs('2026-10-25T00:30:00')
      await insertAll(store.events, [
        draft.event({ slug: 'second', times: { startLocal, timeZone: 'Europe/Berlin', startMs: first + 3_600_000 } }),
        draft.event({ slug: 'first', times: { startLocal, timeZone: 'Europe/Berlin', startMs: first } }),
      ])
      assertEqual(slugsOf(await store.events.find({ ...whole, order: upBy('startMs') })), ['first', 'second'], 'by instant')
      assertEqual(slugsOf(await store.events.find({ ...whole, order: upBy('startLocal') })), ['second', 'first'], 'by wall time')
    },
  ),
]

const profileKeys: readonly ('publishedMs' | 'updatedMs')[] = ['publishedMs', 'updatedMs']

const profileCases = (['venues', 'organizers'] as const).flatMap((name) => [
  ...profileKeys.map((key) =>
    defineCase(`orders/${name}/${key}`, `${name} are ordered by ${key}, then by id, in both directions`, async ({ store, draft }) => {
      for (const [i, n] of numbers.entries()) {
        const given = { slug: letters[i] ?? '', [key]: baseMs + n }
        await (name === 'venues' ? store.venues.insert(draft.venue(given)) : store.organizers.insert(draft.organizer(given)))
      }
      await assertBothWays<ProfileSort>((order) => store[name].find({ ...whole, order }), upBy(key), downBy(key), up)
    }),
  ),
  defineCase(
    `orders/${name}/nameKey`,
    `${name} are ordered by the code points of nameKey, in both directions`,
    async ({ store, draft }) => {
      for (const nameKey of shuffled) {
        await (name === 'venues' ? store.venues.insert(draft.venue({ nameKey })) : store.organizers.insert(draft.organizer({ nameKey })))
      }
      const names = async (order: readonly ProfileSort[]) => (await store[name].find({ ...whole, order })).map(({ nameKey }) => nameKey)
      assertEqual(await names(upBy('nameKey')), textsInOrder, 'upwards')
      assertEqual(await names(downBy('nameKey')), textsInOrder.toReversed(), 'downwards')
    },
  ),
  defineCase(`orders/${name}/same-name`, `${name} with the same name are ordered by id`, async ({ store, draft }) => {
    for (const slug of letters) {
      await (name === 'venues'
        ? store.venues.insert(draft.venue({ slug, nameKey: 'x' }))
        : store.organizers.insert(draft.organizer({ slug, nameKey: 'x' })))
    }
    await assertBothWays<ProfileSort>((order) => store[name].find({ ...whole, order }), upBy('nameKey'), downBy('nameKey'), letters)
  }),
])

const termTextKeys: readonly ('nameKey' | 'slug' | 'description')[] = ['nameKey', 'slug', 'description']

const termCases = [
  ...termTextKeys.map((key) =>
    defineCase(`orders/terms/${key}`, `terms are ordered by the code points of ${key}, in both directions`, async ({ store, draft }) => {
      const texts = shuffled.filter((text) => key !== 'slug' || text !== '')
      const inOrder = textsInOrder.filter((text) => texts.includes(text))
      await insertAll(
        store.terms,
        texts.map((text) => draft.term({ [key]: text })),
      )
      const found = async (order: readonly TermSort[]) => (await store.terms.find({ ...whole, order })).map((term) => term[key])
      assertEqual(await found(upBy(key)), inOrder, 'upwards')
      assertEqual(await found(downBy(key)), inOrder.toReversed(), 'downwards')
    }),
  ),
  defineCase('orders/terms/late-difference', 'long descriptions that differ only at their end are ordered', async ({ store, draft }) => {
    const start = wideText(5_000)
    await insertAll(
      store.terms,
      ['c', 'a', 'd', 'b'].map((slug) => draft.term({ slug, description: `${start}${slug}` })),
    )
    await assertBothWays<TermSort>((order) => store.terms.find({ ...whole, order }), upBy('description'), downBy('description'), [
      'a',
      'b',
      'c',
      'd',
    ])
  }),
  defineCase(
    'orders/late-difference',
    'keys of 255 four-byte characters that differ only in the last are ordered',
    async ({ store, draft }) => {
      const start = wideText(254)
      const names = ['c', 'a', 'd', 'b']
      await insertAll(
        store.events,
        names.map((slug) => draft.event({ slug, titleKey: start + slug })),
      )
      await insertAll(
        store.venues,
        names.map((slug) => draft.venue({ slug, nameKey: start + slug })),
      )
      await insertAll(
        store.terms,
        names.map((slug) => draft.term({ slug, nameKey: start + slug })),
      )
      await assertBothWays<EventSort>((order) => store.events.find({ ...whole, order }), upBy('titleKey'), downBy('titleKey'), [
        'a',
        'b',
        'c',
        'd',
      ])
      await assertBothWays<ProfileSort>((order) => store.venues.find({ ...whole, order }), upBy('nameKey'), downBy('nameKey'), [
        'a',
        'b',
        'c',
        'd',
      ])
      await assertBothWays<TermSort>((order) => store.terms.find({ ...whole, order }), upBy('nameKey'), downBy('nameKey'), [
        'a',
        'b',
        'c',
        'd',
      ])
    },
  ),
  defineCase('orders/terms/same-description', 'terms with the same description are ordered by id', async ({ store, draft }) => {
    await insertAll(
      store.terms,
      letters.map((slug) => draft.term({ slug, description: '' })),
    )
    await assertBothWays<TermSort>((order) => store.terms.find({ ...whole, order }), upBy('description'), downBy('description'), letters)
  }),
  defineCase('orders/texts-as-compared', 'the texts of these cases are in the order of compareCodePoints', async () => {
    assertEqual([...shuffled].sort(compareCodePoints), textsInOrder, 'sorted')
  }),
]

/** The orders of lists: by each sort key, in both directions, texts by code point. */
export const orderCases: readonly ConformanceCase[] = [...eventCases, ...profileCases, ...termCases]
