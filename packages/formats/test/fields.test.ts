import { type Actor, createCalendar, type Event, publicReadOnly } from '@kalends/core'
import { createFormatContext } from '@kalends/core/format'
import { memoryStore } from '@kalends/memory'
import { fixedClock } from '@kalends/testing'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type CsvRow, csv, toEventInput } from '../src/csv.ts'
import { geoJson } from '../src/geojson.ts'
import { icalendar } from '../src/icalendar.ts'
import { toJsonLd } from '../src/jsonld.ts'
import { choir, linesOf, openCalendar, write } from './support.ts'

const fields = {
  event: {
    level: { schema: z.string().optional() },
    seats: { schema: z.number().optional() },
    dressCode: { schema: z.json().optional() },
    staffNote: { schema: z.string().optional(), readable: (actor: Actor | null) => actor !== null },
  },
  venue: { wheelchair: { schema: z.boolean().optional() } },
} as const

const makeEvent = async (values: Readonly<Record<string, unknown>>): Promise<Event> => {
  const venues = [{ name: 'Hall', geoLat: 1, geoLng: 2, fields: { wheelchair: true } }]
  return openCalendar({ fields }).events.create({ ...choir, venues, fields: values })
}

const encode = (format: 'csv' | 'geojson', events: readonly Event[]): string => {
  const context = createFormatContext(events, { publicUrl: 'https://town.example' })
  return String(format === 'csv' ? csv().encode(events, context) : geoJson().encode(events, context))
}

describe('iCalendar', () => {
  test('has a property for each field', async () => {
    const text = write([await makeEvent({ level: 'pro; all, really\n', seats: 40, dressCode: ['a', { b: null }] })])
    expect([linesOf(text, 'X-KALENDS-LEVEL'), linesOf(text, 'X-KALENDS-SEATS'), linesOf(text, 'X-KALENDS-DRESS-CODE')]).toEqual([
      [String.raw`X-KALENDS-LEVEL:pro\; all\, really\n`],
      ['X-KALENDS-SEATS:40'],
      [String.raw`X-KALENDS-DRESS-CODE:["a"\,{"b":null}]`],
    ])
  })

  test('folds long values, and takes another prefix', async () => {
    const event = await makeEvent({ level: 'ü'.repeat(200) })
    const text = write([event], { fieldPrefix: 'Town-Hall' })
    expect(linesOf(text, 'X-TOWN-HALL-LEVEL')).toEqual([`X-TOWN-HALL-LEVEL:${'ü'.repeat(200)}`])
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  })

  test.each(['a b', 'A:', 'ä', '\r\nX', ''])('refuses the prefix %j', (fieldPrefix) => {
    expect(() => icalendar({ fieldPrefix })).toThrow('fieldPrefix must be letters, digits and hyphens')
    expect(() => write([], { fieldPrefix })).toThrow('fieldPrefix must be letters, digits and hyphens')
  })
})

describe('CSV', () => {
  test('appends a column for each field that an event has', async () => {
    const calendar = openCalendar({ fields })
    await calendar.events.create({ ...choir, fields: { seats: 40 } })
    await calendar.events.create({ ...choir, fields: { level: '=1+1' } })
    await calendar.events.create(choir)
    const { items } = await calendar.events.list()
    const [names, ...rows] = encode('csv', items).trimEnd().split('\r\n')
    expect(names?.endsWith(',event_status_reason,custom_fields.level,custom_fields.seats')).toBe(true)
    expect(rows.map((row) => row.split(',').slice(-2))).toEqual([
      ['', '40'],
      [`"'=1+1"`, ''],
      ['', ''],
    ])
  })

  test('has no such column without values', async () => {
    expect(encode('csv', [await openCalendar().events.create(choir)])).not.toContain('custom_fields')
  })

  test('is read back with the same values', async () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('40', 'true', 'TRUE', 'null', '"x"', '[1]', ' 7', '-1', '=1', "'", "'=1", '{', ''),
    )
    const values = fc.record(
      { level: scalar, seats: fc.double({ noNaN: true, noDefaultInfinity: true }), dressCode: fc.jsonValue({ maxDepth: 2 }) },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const calendar = openCalendar({ fields })
        const made = await calendar.events.create({ ...choir, fields: given }).catch(() => undefined)
        // Texts with control characters are refused.
        if (made === undefined) return
        const rows: readonly CsvRow[] = parse(encode('csv', [made]), { columns: true })
        const input = toEventInput(rows[0] ?? {})
        expect((await calendar.events.create({ ...input, uid: undefined })).fields).toEqual(made.fields)
      }),
      { numRuns: 200 },
    )
  })

  test('a file without these columns sets no fields, and a spreadsheet may write TRUE', () => {
    expect(toEventInput({ title: 'A' }).fields).toBeUndefined()
    expect(toEventInput({ 'custom_fields.open': 'TRUE', 'custom_fields.level': '' }).fields).toEqual({ open: true })
  })
})

test('GeoJSON has the fields of events and venues', async () => {
  const event = await makeEvent({ level: 'pro' })
  const { features } = JSON.parse(encode('geojson', [event]))
  expect(features[0].properties.custom_fields).toEqual({ level: 'pro' })
  const [venue] = event.venues
  if (venue === undefined) throw new Error('expected a venue')
  const text = String(geoJson().encode([venue], createFormatContext([venue], { publicUrl: 'https://town.example' })))
  expect(JSON.parse(text).features[0].properties.custom_fields).toEqual({ wheelchair: true })
  expect(encode('geojson', [await openCalendar().events.create(choir)])).not.toContain('custom_fields')
})

test('JSON-LD has the fields as properties with values', async () => {
  const data = toJsonLd(await makeEvent({ level: 'pro', seats: 40, dressCode: { hat: true } }))
  expect(data.additionalProperty).toEqual([
    { '@type': 'PropertyValue', name: 'level', value: 'pro' },
    { '@type': 'PropertyValue', name: 'seats', value: 40 },
    { '@type': 'PropertyValue', name: 'dressCode', value: '{"hat":true}' },
  ])
  expect(data.location).toMatchObject({ additionalProperty: [{ name: 'wheelchair', value: true }] })
  expect(toJsonLd(await makeEvent({ dressCode: null }))).not.toHaveProperty('additionalProperty')
})

test('no format has a field that the caller may not read', async () => {
  const calendar = createCalendar({ store: memoryStore(), clock: fixedClock('2026-03-04T12:00:00Z'), fields })
  await calendar.events.create({ ...choir, venues: [{ name: 'Hall', geoLat: 1, geoLng: 2 }], fields: { staffNote: 'hush' } })
  const { items } = await calendar.as(null, publicReadOnly()).events.list()
  const texts = [write(items), encode('csv', items), encode('geojson', items), ...items.map((item) => JSON.stringify(toJsonLd(item)))]
  expect(texts.filter((text) => /hush|staff/i.test(text))).toEqual([])
  expect(write((await calendar.events.list()).items)).toContain('X-KALENDS-STAFF-NOTE:hush')
})
