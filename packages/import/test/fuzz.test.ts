import fc from 'fast-check'
import { expect, test } from 'vitest'
import { change, changed } from './changed-file.ts'
import { calendar, type NastyFile, nastyFiles } from './nasty-files.ts'
import { inParts, readAll, toRow } from './support.ts'

/** Scales the number of cases to the lane: a tenth in the quick lane, ten times as many in the long one. */
const times = Number(process.env['KALENDS_TIMES'] ?? 1)

const encoder = new TextEncoder()

const octetsOf = ({ file }: NastyFile): Uint8Array =>
  file instanceof Uint8Array ? file : encoder.encode(typeof file === 'string' ? file : calendar(...file))

/** A file with zones, single events, a series and overrides, in all of which a cut can be. */
const mixed = encoder.encode(
  calendar(
    ...['X-WR-TIMEZONE:Europe/Berlin', 'BEGIN:VTIMEZONE', 'TZID:Custom', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE'],
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Chöre\\, 🎉', 'DTSTART;TZID=Custom:20260531T193000', 'DESCRIPTION:One', ' \ttwo', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Series', 'DTSTART:20260531T193000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:2', 'RECURRENCE-ID:20260601T193000Z', 'SUMMARY:Moved', 'DTSTART:20260601T203000Z', 'END:VEVENT'],
    ...['BEGIN:VEVENT', 'UID:3', 'SUMMARY:Day', 'DTSTART;VALUE=DATE:20260531', 'END:VEVENT'],
  ),
)

test('a file that is cut at any octet has the events before the cut, unchanged, and is not complete', async () => {
  const whole = (await readAll(inParts(mixed, mixed.length))).map(toRow)
  expect(whole.at(-1)).toBe('end: complete')
  // The line end behind the file can be missing.
  for (let length = 0; length < mixed.length - 2; length++) {
    const rows = (await readAll(inParts(mixed.subarray(0, length), 100))).map(toRow)
    const events = rows.filter((row) => !/^(?:unreadable|end)/.test(row))
    expect(rows.at(-1)).toMatch(/^end: (?!complete)/)
    expect(whole, `${length} octets`).toEqual(expect.arrayContaining(events))
  }
})

test('a changed file throws nothing, and has one end', async () => {
  const files = [mixed, ...nastyFiles.filter(({ options }) => options?.maxLineBytes === undefined).map(octetsOf)]
  const property = fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 6 }), async (file, changes) => {
    const items = await readAll(inParts(changes.reduce(changed, file), 64))
    expect(items.findIndex(({ kind }) => kind === 'end')).toBe(items.length - 1)
  })
  await fc.assert(property, { numRuns: Math.ceil(20_000 * times) })
})

test('any octets throw nothing', async () => {
  const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), async (octets, size) => {
    expect((await readAll(inParts(octets, size))).at(-1)).toMatchObject({ kind: 'end', complete: false })
  })
  await fc.assert(property, { numRuns: Math.ceil(1_000 * times) })
})
