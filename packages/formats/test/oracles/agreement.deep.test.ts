import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvents, createSeries, type RandomCalendar, randomEvents, randomSeries, readUntil } from '../random-calendars.ts'
import { write } from '../support.ts'
import type { ReaderName } from './defects.ts'
import { expectDates } from './expect-dates.ts'
import { findOracles } from './find-oracles.ts'
import { datesOf, type Oracle, type ReadCalendar, startOracle } from './start-oracle.ts'
import type { Written } from './write-and-read.ts'

/** The time zones of the host. */
const hostZones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']

/** Documents of each test: 500 in all in the full lane, 10,000 in the long one. */
const count = Number(process.env['KALENDS_TIMES']) > 1 ? 1_000 : 50

const commands = findOracles('libical', 'sabre', 'icalendar', 'vobject')

const octets = (line: string): number => new TextEncoder().encode(line).length

describe.each(hostZones)('in %s', (zone) => {
  const options = { numRuns: count, seed: Number(process.env['KALENDS_SEED']) + hostZones.indexOf(zone) }
  let node: Oracle<Written>
  let readers: ReadonlyMap<ReaderName, Oracle<ReadCalendar>>
  beforeAll(() => {
    node = startOracle([process.execPath, '--conditions=@kalends/source', 'write-and-read.ts'], zone)
    readers = new Map([...commands].map(([name, command]) => [name, startOracle(command, zone)]))
  })
  afterAll(() => {
    for (const oracle of [node, ...readers.values()]) oracle.stop()
  })

  const expectAgreement = async (calendar: RandomCalendar): Promise<void> => {
    const text = write(calendar.items)
    expect(text.split('\r\n').filter((line) => octets(line) > 75)).toEqual([])
    const asked = [...readers].map(async ([name, oracle]) => [name, await oracle.ask(text, readUntil)] as const)
    const [written, ...answers] = await Promise.all([node.ask(JSON.stringify(calendar.items), readUntil), ...asked])
    expect(written.text).toBe(text)
    expectDates('ical.js', text, written['ical.js'], calendar)
    expectDates('node-ical', text, written['node-ical'], calendar)
    for (const [name, read] of answers) {
      expect(read.errors, `${name} reads ${text}`).toEqual([])
      expectDates(name, text, datesOf(read), calendar)
    }
  }

  test('all readers find the same dates of events', async () => {
    const property = fc.asyncProperty(randomEvents, async (given) => expectAgreement(await createEvents(given)))
    await fc.assert(property, options)
  }, 1_800_000)

  test('all readers find the same dates of series', async () => {
    const property = fc.asyncProperty(randomSeries, async (given) => {
      const calendar = await createSeries(given)
      fc.pre(calendar !== undefined)
      await expectAgreement(calendar)
    })
    await fc.assert(property, options)
  }, 1_800_000)
})
