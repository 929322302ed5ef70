import { equalFilters, eventFields, foldText, organizerFields, venueFields } from '@kalends/core/store'
import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { buildCircle, buildPoint } from '../../../packages/testing/src/factories/place.ts'
import { utcMs } from '../../../packages/testing/src/factories/published.ts'
import { nastyTexts } from '../../../packages/testing/src/nasty-texts.ts'
import { scriptWords } from '../../../packages/testing/src/script-texts.ts'
import type { CollectionName } from '../../../packages/testing/src/wrap-store.ts'
import type { Command, Plan } from './command.ts'
import { fieldArbitraries } from './field-arbitraries.ts'
import { plainArbitraries } from './plain-values.ts'

/** Local times around clock changes, at the ends of days and years, and at the ends of the supported range. */
const locals = [
  '1900-01-01T00:00:00',
  '2026-03-29T01:59:59',
  '2026-03-29T03:00:00',
  '2026-10-25T02:30:00',
  '2026-10-25T03:00:00',
  '2026-12-31T23:59:59',
  '2027-01-01T00:00:00',
  '2200-12-31T23:59:59',
]

/** Instants: the local times read as UTC, the same an hour earlier, and a few with neighbours at a distance of one millisecond. */
const instants = [
  ...locals.map(utcMs),
  ...locals.map((local) => utcMs(local) - 3_600_000),
  utcMs('2026-06-01T12:00:00'),
  utcMs('2026-06-01T12:00:00') + 1,
  -1,
  0,
]

const slugs = [
  'a',
  'A',
  'a ',
  'ä',
  'a\u0308',
  'b',
  'B',
  'ß',
  'ss',
  '🎉',
  '\ufb01',
  '%',
  '10',
  '9',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
  'l',
]
/** Words of all scripts that differ by as little as a mark, as given and as names and search texts have them. */
const words = scriptWords.flatMap(({ word, other }) => [word, ...other]).flatMap((word) => [word, foldText(word)])

const points = [
  null,
  null,
  buildPoint(0, 179.9),
  buildPoint(0, -179.9),
  buildPoint(89.9, 10),
  buildPoint(52.5, 13.4),
  buildPoint(52.6, 13.5),
]
const circles = [
  buildCircle(0, 180, 50),
  buildCircle(90, 0, 50),
  buildCircle(52.5, 13.4, 25),
  buildCircle(0, 0, 30_000),
  buildCircle(-40, 0, 1),
]

/** Sequences of commands: inserts first, then commands of all types. */
export function sequenceArbitrary(commands: number): Arbitrary<readonly Command[]> {
  const { insert, any } = commandArbitraries()
  const first = Math.floor(commands / 3)
  const list = (one: Arbitrary<Command>, maxLength: number) => fc.array(one, { maxLength, size: 'max' })
  // Without bias: fast-check would prefer small values, that is short sequences with few types of commands, which find few bugs.
  return fc.noBias(fc.tuple(list(insert, first), list(any, commands - first)).map((parts) => parts.flat()))
}

/** Commands of all types; they use few different values, so that ties and conflicts are frequent. */
function commandArbitraries(): { insert: Arbitrary<Command>; any: Arbitrary<Command> } {
  const values = valueArbitraries()
  const reads = readArbitraries(values)
  const kind = fc.constantFrom<CollectionName>('events', 'events', 'venues', 'organizers', 'terms', 'terms')
  const ofKind = <T>(make: (kind: CollectionName) => Arbitrary<T>): Arbitrary<T> => kind.chain(make)
  const stale = fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  const insert: Arbitrary<Command> = ofKind((of) =>
    fc.record({ type: fc.constant('insert'), kind: fc.constant(of), draft: reads.draft(of, true) }),
  )
  const insertMany: Arbitrary<Command> = ofKind((of) =>
    fc.record({ type: fc.constant('insertMany'), kind: fc.constant(of), drafts: fc.array(reads.draft(of, true), { maxLength: 4 }) }),
  )
  const update: Arbitrary<Command> = ofKind((of) =>
    fc.record({ type: fc.constant('update'), kind: fc.constant(of), pick: values.pick, draft: reads.draft(of, false), stale }),
  )
  const rarelyStale = fc.oneof({ weight: 12, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  const changeMany: Arbitrary<Command> = ofKind((of) =>
    fc.record({
      type: fc.constantFrom('updateMany' as const, 'updateMany' as const, 'deleteMany' as const),
      kind: fc.constant(of),
      changes: fc.array(fc.record({ pick: values.pick, draft: reads.draft(of, false), stale: rarelyStale }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )
  const remove: Arbitrary<Command> = fc.record({ type: fc.constant('delete'), kind, pick: values.pick, stale })
  const single = fc.oneof(
    { weight: 5, arbitrary: insert },
    { weight: 1, arbitrary: insertMany },
    { weight: 3, arbitrary: update },
    { weight: 1, arbitrary: remove },
    { weight: 2, arbitrary: changeMany },
    { weight: 8, arbitrary: ofKind(reads.find) },
    { weight: 1, arbitrary: reads.getMany },
    { weight: 2, arbitrary: reads.countByLink },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('revision'), nowMs: values.instant }) },
  )
  const transaction = (inner: Arbitrary<Command>): Arbitrary<Command> =>
    fc.record({ type: fc.constant('transaction'), commands: fc.array(inner, { maxLength: 6 }), fails: fc.constantFrom(false, false, true) })
  const nested = fc.oneof({ weight: 12, arbitrary: single }, { weight: 1, arbitrary: transaction(single) })
  return { insert, any: fc.oneof({ weight: 12, arbitrary: single }, { weight: 1, arbitrary: transaction(nested) }) }
}

/** Arbitraries of the values of members. */
type Values = ReturnType<typeof valueArbitraries>

function valueArbitraries() {
  const slug = fc.constantFrom(...slugs)
  const text = fc.oneof(
    fc.constantFrom(...nastyTexts.map(({ text: nasty }) => nasty)),
    slug,
    fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' ')),
    fc.string({ unit: fc.constantFrom('a', 'B', ' ', '%', '_', '!', '\\', 'é', '\ufb01', '🎉', '\n'), maxLength: 6 }),
  )
  const instant = fc.constantFrom(...instants)
  const range = <T>(value: Arbitrary<T>): Arbitrary<Plan> => fc.record({ gte: value, lt: value }, { requiredKeys: [] })
  const status = fc.constantFrom('publish', 'publish', 'publish', 'draft', 'pending', 'private', 'trash')
  const authorIds = fc.array(fc.constantFrom('', '1', 'a', 'A'), { maxLength: 2 })
  const clause = fc.record({ status, authorIds, publishedMs: range(instant), statusBeforeTrash: status }, { requiredKeys: ['status'] })
  const picks = fc.array(fc.nat({ max: 12 }), { maxLength: 4 })
  const linkedClause = fc.record(
    { status, authorIds, venueIds: picks, organizerIds: picks, categoryIds: picks },
    { requiredKeys: ['status'] },
  )
  return {
    text,
    slug,
    name: fc.oneof({ weight: 3, arbitrary: slug }, { weight: 1, arbitrary: fc.constantFrom(...words) }),
    uid: fc.constantFrom('', '', '', 'null', ...slugs.slice(0, 9)),
    instant,
    local: fc.constantFrom(...locals),
    ...fieldArbitraries(text),
    status,
    author: fc.constantFrom('', '1', 'a', 'A'),
    authors: fc.array(fc.constantFrom('', '1', 'a', 'A', 'a '), { maxLength: 3 }),
    flag: fc.boolean(),
    pick: fc.nat({ max: 12 }),
    picks,
    instants: range(instant),
    locals: range(fc.constantFrom(...locals)),
    scope: fc.array(fc.oneof({ weight: 2, arbitrary: clause }, { weight: 1, arbitrary: linkedClause }), { maxLength: 3 }),
  }
}

function readArbitraries(values: Values) {
  const { filter, eventFilter } = filterArbitraries(values)
  const direction = fc.constantFrom('asc' as const, 'desc' as const)
  const keys = {
    events: ['startLocal', 'startMs', 'endLocal', 'titleKey', 'publishedMs', 'updatedMs'],
    venues: ['nameKey', 'publishedMs', 'updatedMs'],
    organizers: ['nameKey', 'publishedMs', 'updatedMs'],
    terms: ['nameKey', 'slug', 'description', 'eventCount'],
  } as const
  const order = (kind: CollectionName) =>
    fc
      .tuple(fc.subarray([...keys[kind]], { maxLength: 2 }), fc.array(direction, { minLength: 3, maxLength: 3 }), eventFilter)
      .map(([some, [first, second, last], counted]) =>
        [...some, 'id'].map((key, i) => ({
          key,
          direction: (key === 'id' ? last : i === 0 ? first : second) ?? ('asc' as const),
          ...(key === 'eventCount' && { filter: counted }),
        })),
      )
  const find = (kind: CollectionName): Arbitrary<Command> =>
    fc.record({
      type: fc.constant('find'),
      kind: fc.constant(kind),
      filter: filter(kind),
      order: order(kind),
      offset: fc.constantFrom(0, 0, 0, 1, 2, 5, 100),
      limit: fc.constantFrom(1, 2, 3, 100),
    })
  const kinds = fc.constantFrom<CollectionName>('events', 'venues', 'organizers', 'terms')
  const getMany: Arbitrary<Command> = fc.record({ type: fc.constant('getMany'), kind: kinds, picks: values.picks })
  const linkField = fc.constantFrom('venueIds' as const, 'organizerIds' as const, 'categoryIds' as const, 'tagIds' as const)
  const counted = { linkField, picks: values.picks, filter: eventFilter }
  const countByLink: Arbitrary<Command> = fc.record({ type: fc.constant('countByLink'), ...counted })
  return { find, getMany, countByLink, draft: draftArbitrary(values) }
}

function filterArbitraries(values: Values) {
  const { authors, conditions, flag, instants: ms, locals: local, name, pick, picks, scope, slug, text, uid } = values
  const some = (members: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<Plan> =>
    // At most three members: a filter with more hardly ever matches a record.
    fc
      .subarray(Object.keys(members), { maxLength: 3 })
      .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, members[name] ?? fc.constant(null)]))))
  const needle = fc.oneof(fc.constantFrom('a', 'B', '%', '_', 'a%', '_B', '!', '\\', '\\%', ' ', 'é'), fc.constantFrom(...words))
  const shared = {
    ids: picks,
    excludeIds: picks,
    afterId: pick,
    slugs: fc.array(slug, { maxLength: 4 }),
    textAll: fc.array(fc.oneof(needle, text), { maxLength: 2 }),
    fields: conditions,
  }
  const geo = fc.record({ located: flag, within: fc.constantFrom(...circles), readable: scope }, { requiredKeys: ['readable'] })
  const linked = fc.record({ some: flag, readable: scope })
  const links = { venueIds: picks, organizerIds: picks, categoryIds: picks, tagIds: picks, hasVenue: linked, hasOrganizer: linked }
  const from = (time: Arbitrary<unknown>) => fc.record({ end: time, start: time })
  const overlaps = fc.array(fc.record({ startMs: values.instant, endMs: values.instant }), { maxLength: 3 })
  const since = { fromMs: from(values.instant), fromLocal: from(values.local) }
  const times = { startMs: ms, endMs: ms, startLocal: local, endLocal: local, ...since, overlaps }
  const changes = { authorIds: authors, updatedMs: ms, uids: fc.array(uid, { maxLength: 4 }) }
  const equal = Object.fromEntries(
    Object.keys(equalFilters).map((member) => [member, Reflect.get(plainArbitraries(eventFields, text), member)]),
  )
  const listed = { readable: scope, ...equal, hidden: flag, hiddenBy: authors, hasImage: flag, hasDescription: flag, hasCategory: flag }
  const series = {
    roles: fc.subarray(['single', 'series', 'occurrence'] as const),
    seriesIds: picks,
    changed: flag,
    extendedBefore: values.local,
    distinct: fc.constant('series'),
  }
  const eventFilter = some({ ...shared, ...links, ...times, ...changes, ...listed, ...series, parentIds: picks, geo })
  const events = fc.record({ some: flag, filter: eventFilter })
  const nameKeys = fc.array(name, { maxLength: 3 })
  const profile = some({ ...shared, ...changes, nameKeys, readable: scope, events })
  const taxonomy = fc.constantFrom('category', 'tag')
  const term = some({ ...shared, taxonomy, nameKeys, parentIds: picks, withinIds: picks, events, shownBy: eventFilter })
  const filter = (kind: CollectionName): Arbitrary<Plan> => (kind === 'events' ? eventFilter : kind === 'terms' ? term : profile)
  return { filter, eventFilter }
}

/** The members of a draft that concern series. There are few keys, so that conflicts are frequent. */
function seriesArbitraries(local: Arbitrary<string>): Readonly<Record<string, Arbitrary<unknown>>> {
  const keys = fc.subarray(['2026-06-01T10:00:00', '2026-06-08T10:00:00'])
  return {
    repeats: fc.boolean(),
    series: fc.nat({ max: 4 }),
    occurrenceKey: fc.constantFrom('1900-01-01T00:00:00', '2026-06-01T10:00:00', '2026-06-08T10:00:00', '2026-06-08T10:00:01'),
    overridden: fc.subarray(['cost', 'description', 'excerpt', 'fields', 'image', 'times', 'title', 'website']),
    recurrence: fc.record({ rule: fc.constantFrom('', 'FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO'), dates: keys, except: keys }),
    extendedTo: fc.oneof(fc.constant(''), local),
  }
}

/** Drafts, or parts of drafts. */
function draftArbitrary(values: Values) {
  const { author, fields, instant, local, name, picks, pick, slug, status, text, uid } = values
  const stored = { slug, updatedMs: instant, searchText: text, description: text, fields }
  const published = { ...stored, uid, authorId: author, status, publishedMs: instant, image: fc.constantFrom(null, 5, '5', '') }
  const members: Readonly<Record<CollectionName, Readonly<Record<string, Arbitrary<unknown>>>>> = {
    events: {
      ...published,
      ...plainArbitraries(eventFields, text),
      titleKey: text,
      times: fc.record({ startLocal: local, endLocal: local, startMs: instant, endMs: instant }, { requiredKeys: [] }),
      ...{ previousStartLocal: fc.oneof(fc.constant(''), local), previousStartMs: fc.oneof(fc.constant(null), instant) },
      ...seriesArbitraries(local),
      ...{ parentId: pick, venueIds: picks, organizerIds: picks, categoryIds: picks, tagIds: picks },
    },
    venues: { ...published, ...plainArbitraries(venueFields, text), nameKey: name, point: fc.constantFrom(...points) },
    organizers: { ...published, ...plainArbitraries(organizerFields, text), nameKey: name },
    terms: { ...stored, taxonomy: fc.constantFrom('category', 'tag'), known: fc.boolean(), name: text, nameKey: name, parentId: pick },
  }
  return (kind: CollectionName, isWhole: boolean): Arbitrary<Plan> => {
    // A whole draft always gets an explicit slug: the default would be the same each time.
    const { slug: given = slug, ...others } = members[kind]
    return isWhole
      ? fc.tuple(fc.record(others, { requiredKeys: [] }), given).map(([rest, own]) => ({ ...rest, slug: own }))
      : fc.record(members[kind], { requiredKeys: [] })
  }
}
