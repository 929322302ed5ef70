import { categoryListShape, eventListShape, profileListShape } from '@kalends/core/internal'
import { describe, expect, test } from 'vitest'
import { eventBody, eventFilters } from '../../fetch/src/parameters/event.ts'
import { organizerBody } from '../../fetch/src/parameters/organizer.ts'
import { toOverriddenMembers, toOverriddenNames } from '../../fetch/src/parameters/overridden.ts'
import type { Parameter } from '../../fetch/src/parameters/parameter.ts'
import { categoryBody, categoryFilters, tagBody, tagFilters } from '../../fetch/src/parameters/term.ts'
import { profileFilters, venueBody } from '../../fetch/src/parameters/venue.ts'
import { toBody, toQuery } from '../src/encode.ts'
import { filterNames } from '../src/known-filters.ts'
import { type Collection, filtersOf, namesOf, overriddenNames } from '../src/names.ts'

/** The tables of the handler, whose names the client makes by rule: a field or filter whose name breaks the rule fails here. */
const tables: Readonly<Record<Collection, { readonly body: readonly Parameter[]; readonly filters: readonly Parameter[] }>> = {
  events: { body: eventBody, filters: eventFilters },
  venues: { body: venueBody, filters: profileFilters },
  organizers: { body: organizerBody, filters: profileFilters },
  categories: { body: categoryBody, filters: categoryFilters },
  tags: { body: tagBody, filters: tagFilters },
}
// The type of Object.entries does not know the keys.
const cases = Object.entries(tables) as [Collection, (typeof tables)[Collection]][]

/** Parameters that the handler has for other clients: other names of filters, and the default that a calendar does not have. */
const ofWire = new Set(['post', 'hide_empty'])

/** The names of the parts of a circle in the handler, and in the core. */
const parts: Readonly<Record<string, string>> = { nearLat: 'lat', nearLng: 'lng', nearRadiusKm: 'radiusKm' }

const parametersOf = (query: string): readonly string[] =>
  query.split('&').filter((pair) => pair !== 'hide_empty=false' && pair !== 'geoloc_lat=')

describe.each(cases)('%s', (collection, { body, filters }) => {
  test.each(body.map(({ member, name }) => [member, name]))('the field %s is %s', (member, name) => {
    expect(Object.keys(toBody(collection, { [member]: 'x' }))).toEqual([name])
    expect(namesOf[collection].toCore(name)).toBe(member)
  })

  test.each(filters.filter(({ name }) => !ofWire.has(name)).map((filter) => [filter.member, filter.name] as const))(
    'the filter %s is %s',
    (member, name) => {
      const part = parts[member]
      const input = part === undefined ? { [member]: 'x' } : { near: { [part]: 1 } }
      expect(parametersOf(toQuery(collection, input))).toEqual([`${name}=${part === undefined ? 'x' : 1}`])
      const path = part === undefined ? member : `near.${part}`
      expect(filtersOf(collection).toCore(name)).toBe(path)
    },
  )

  test.each(filters.flatMap(({ member, name, words }) => Object.entries(words ?? {}).map(([word, key]) => ({ member, name, word, key }))))(
    '$member $key is $name $word',
    ({ member, name, word, key }) => {
      if (word !== 'term_group') expect(parametersOf(toQuery(collection, { [member]: key }))).toEqual([`${name}=${word}`])
    },
  )

  test.each(body.flatMap(({ member, name, words }) => Object.entries(words ?? {}).map(([word, key]) => ({ member, name, word, key }))))(
    'the field $member $key is $name $word',
    ({ member, name, word, key }) => expect(toBody(collection, { [member]: key })).toEqual({ [name]: word }),
  )
})

test('the filters are those of the calendar', () => {
  const { parentIds: _, ...tagListShape } = categoryListShape
  const shapes = {
    events: eventListShape,
    venues: profileListShape,
    organizers: profileListShape,
    categories: categoryListShape,
    tags: tagListShape,
  }
  for (const [collection, shape] of Object.entries(shapes))
    expect([...filterNames[collection as Collection]].sort(), collection).toEqual([...Object.keys(shape), 'fields'].sort())
})

test('overridden members have the names of the handler', () => {
  const names = [...eventBody.map(({ name }) => name), 'times', 'custom_fields']
  const { overridden: members } = toOverriddenMembers({ overridden: names }) as { overridden: Parameters<typeof toOverriddenNames>[0] }
  expect(members.length).toBeGreaterThan(20)
  const sent = toOverriddenNames(members)
  expect(sent.map(overriddenNames.toCore).sort()).toEqual([...members].sort())
  expect(members.map(overriddenNames.toWire).sort()).toEqual(sent)
  // A newer version can have stored others.
  expect(toOverriddenNames(['title', 'ofLater'] as unknown as typeof members)).toEqual(['title'])
  expect(toBody('events', { recurrence: { rule: 'FREQ=DAILY', overridden: members } })).toEqual({
    recurrence: { rule: 'FREQ=DAILY', overridden: members.map(overriddenNames.toWire) },
  })
})

test('declared fields go over the wire under their own names', () => {
  const fields = { level: 'a,b', dressCode: ['x', 'y&z'], seats: { gte: 10, lte: undefined }, gone: undefined, ä: true }
  expect(toQuery('events', { fields, page: 2 })).toBe(
    'custom_fields[level]=a%2Cb&custom_fields[dressCode]=x&custom_fields[dressCode]=y%26z&custom_fields[seats][gte]=10&custom_fields[%C3%A4]=true&page=2',
  )
  expect(toBody('venues', { fields: { dressCode: 'x' } })).toEqual({ custom_fields: { dressCode: 'x' } })
})
