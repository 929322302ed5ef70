import { isCalendarError } from '@kalends/core'
import { describe, expect, test } from 'vitest'
import { defaultWindow, eventFilters, toEventListInput } from './event.ts'
import { byName, type Parameter } from './parameter.ts'
import { readQuery } from './query.ts'
import { categoryFilters, toTermListInput } from './term.ts'
import { profileFilters, toProfileListInput } from './venue.ts'

const ofIntegers = { authorIds: 'integer' } as const

const maps = {
  events: [eventFilters, (query, calendar) => toEventListInput({ ...query, window: 'all' }, calendar)],
  profiles: [profileFilters, toProfileListInput],
  terms: [categoryFilters, toTermListInput],
} as const satisfies Record<
  string,
  readonly [readonly Parameter[], (query: ReturnType<typeof readQuery>['values'], calendar: typeof ofIntegers) => object]
>

/** Converts a query to the core's input. */
function toInput(kind: keyof typeof maps, query: string): object {
  const [filters, map] = maps[kind]
  return map(readQuery(query, byName(filters)).values, ofIntegers)
}

/** The issues of a refused query, in their order. */
function issuesOf(kind: keyof typeof maps, query: string): readonly (readonly [string, string])[] {
  try {
    toInput(kind, query)
  } catch (error) {
    if (isCalendarError(error, 'invalid_input')) return Object.entries(error.details.params)
    throw error
  }
  return []
}

test.each<[string, object]>([
  ['', defaultWindow],
  ['start_date=2026-05-01', { ...defaultWindow, startsFrom: '2026-05-01' }],
  ['end_date=2026-05-01', { ...defaultWindow, startsUntil: '2026-05-01' }],
  ['window=all', {}],
  ['window=ALL&start_date=2026-05-01', { startsFrom: '2026-05-01' }],
  ['from=now', { from: 'now' }],
  ['to=now&end_date=2026-05-01', { to: 'now', startsUntil: '2026-05-01' }],
  ['ends_after=now', { endsAfter: 'now' }],
])('the window of a list with %s', (query, expected) =>
  expect(toEventListInput(readQuery(query, byName(eventFilters)).values, ofIntegers)).toEqual(expected),
)

describe('orderby', () => {
  test.each([
    ['events', 'start_date', 'start'],
    ['events', 'utc_start_date', 'startInstant'],
    ['events', 'UTC_Start_Date', 'startInstant'],
    ['events', 'end_date', 'end'],
    ['events', 'title', 'title'],
    ['events', 'date', 'published'],
    ['events', 'MODIFIED', 'updated'],
    ['events', 'id', 'id'],
    ['profiles', 'date', 'published'],
    ['profiles', 'Name', 'name'],
    ['profiles', 'modified', 'updated'],
    ['profiles', 'id', 'id'],
    ['terms', 'name', 'name'],
    ['terms', 'count', 'count'],
    ['terms', 'include', 'ids'],
    ['terms', 'TERM_GROUP', 'name'],
  ] as const)('of %s: %s becomes %s', (kind, word, expected) => {
    expect(toInput(kind, `orderby=${word}`)).toMatchObject({ orderBy: expected })
  })

  test.each([
    ['events', 'startInstant', 'start_date, utc_start_date, end_date, title, date, modified, id'],
    ['events', 'published', 'start_date, utc_start_date, end_date, title, date, modified, id'],
    ['events', 'constructor', 'start_date, utc_start_date, end_date, title, date, modified, id'],
    ['profiles', 'updated', 'date, name, modified, id'],
    ['terms', 'group', 'name, id, slug, count, description, include, term_group'],
  ] as const)('of %s: %s is refused with the words of the wire', (kind, word, words) => {
    expect(issuesOf(kind, `orderby=${word}`)).toEqual([['orderBy', `must be one of: ${words}`]])
  })

  test('with an invalid value is reported in its place among the other issues', () => {
    const names = (kind: keyof typeof maps, query: string): readonly string[] => issuesOf(kind, query).map(([name]) => name)
    expect(names('events', 'orderby=x&order=x&geoloc_lat=x&hidden=x&page=x&author=x')).toEqual([
      'page',
      'authorIds',
      'order',
      'nearLat',
      'hidden',
      'orderBy',
    ])
    expect(names('profiles', 'orderby=x&order=x&event=x')).toEqual(['order', 'event', 'orderBy'])
    expect(names('terms', 'slug=a&post=x&hide_empty=x&orderby=x&parent=x')).toEqual(['orderBy', 'hideEmpty', 'parentIds', 'post'])
  })
})

test.each([
  ['venue=1&organizer[]=2', { venueIds: ['1'], organizerIds: ['2'] }],
  ['post_parent=3&author=4&modified_after=now', { parentIds: '3', authorIds: ['4'], updatedAfter: 'now' }],
  ['geoloc=true', { hasLocation: 'true' }],
  ['venues=1&parent_id=1&has_location=1&order_by=id&near_lat=1&nearLat=1', {}],
])('the filters %s of events get their names in the core', (query, expected) => {
  expect(toInput('events', query)).toEqual(expected)
})

describe('the parameters of a circle', () => {
  test.each([
    ['geoloc_lat=1&geoloc_lng=2', { near: { lat: '1', lng: '2', radiusKm: undefined } }],
    ['geoloc_lat=1&geoloc_lng=2&geoloc_radius=3', { near: { lat: '1', lng: '2', radiusKm: '3' } }],
    ['geoloc_radius=3&geoloc=0', { hasLocation: '0' }],
    ['geoloc_lat=1&geoloc_lng=2&orderby=date', { near: { lat: '1', lng: '2', radiusKm: undefined }, orderBy: 'published' }],
  ])('become the filter near: %s', (query, expected) => {
    expect(toInput('events', query)).toEqual(expected)
  })

  test.each([
    ['geoloc_lat=1', [['nearLng', 'is required with the latitude']]],
    ['geoloc_lng=1&geoloc_radius=2', [['nearLat', 'is required with the longitude']]],
    ['geoloc_lat=91', [['nearLat', 'must be a number from -90 to 90']]],
    ['geoloc_lat=1&geoloc_lng=x', [['nearLng', 'must be a number from -180 to 180']]],
    ['geoloc_radius=-1', [['nearRadiusKm', 'must be a number from 0 to 20038']]],
    [
      'geoloc_lat=1&per_page=x',
      [
        ['perPage', 'must be an integer of 1 or more'],
        ['nearLng', 'is required with the latitude'],
      ],
    ],
  ])('are refused: %s', (query, issues) => {
    expect(issuesOf('events', query)).toEqual(issues)
  })
})

describe('the filters of terms', () => {
  test.each([
    ['', { hasEvents: true }],
    ['hide_empty=true', { hasEvents: true }],
    ['hide_empty=1', { hasEvents: true }],
    ['hide_empty=false', {}],
    ['hide_empty=0', {}],
    ['hide_empty=0&parent=0', { parentIds: '0' }],
    ['hide_empty=0&has_events=true', { hasEvents: 'true' }],
    ['has_events=0', { hasEvents: '0' }],
    ['hide_empty=0&post=7', { event: '7' }],
    ['hide_empty=0&event=7', { event: '7' }],
    ['hide_empty=0&event=7&post=07', { event: '7' }],
  ])('are converted to the input of the core: "%s"', (query, expected) => {
    expect(toInput('terms', query)).toEqual(expected)
  })

  const differ = [
    ['post', 'must be the same as event'],
    ['event', 'must be the same as post'],
  ]
  test.each([
    ['post=1&event=2', differ],
    ['post=1&event=2&orderby=x', [['orderBy', expect.stringMatching('^must be one of: name')], ...differ]],
    ['post=x&event=2', [['post', 'must be an integer of 0 or more']]],
    ['post=1&event=x', [['event', 'must be an integer of 0 or more']]],
    ['hide_empty=maybe', [['hideEmpty', 'must be true or false']]],
  ])('are refused: %s', (query, issues) => {
    expect(issuesOf('terms', query)).toEqual(issues)
  })
})
