import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler, type Handler, type HandlerOptions } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { sqliteFile } from '../data/sqlite-file.ts'
import { interleave, ratio } from '../measure/interleave.ts'
import { processMsSoFar } from '../measure/processor-time.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'

const events = 10_000
const list = `${publicUrl}${base}/events`
const feed = `${list}.ics`

const options: HandlerOptions = { access: publicReadOnly(), publicUrl, use: [formats([icalendar()])] }

/** The number of revalidations in each round. */
const revalidations = 1_000

/** The processor time of this process that some work takes, in milliseconds. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = processMsSoFar()
  await work()
  return processMsSoFar() - before
}

/** Prepares a round of conditional requests for a document that the caller already has, each of which must return 304. */
async function revalidation(handler: Handler, url: string): Promise<() => Promise<void>> {
  const etag = (await handler(new Request(url))).headers.get('etag') ?? ''
  return async () => {
    for (let time = 0; time < revalidations; time++) {
      const { status } = await handler(new Request(url, { headers: { 'If-None-Match': etag } }))
      if (status !== 304) throw new Error(`${url} answers ${status} instead of 304.`)
    }
  }
}

async function revalidationFigure(handler: Handler, rounds: number): Promise<Figure> {
  const again = { json: await revalidation(handler, list), feed: await revalidation(handler, feed) }
  const found = await interleave(
    [
      { name: 'json' as const, measure: () => cpuMsOf(again.json) },
      { name: 'feed' as const, measure: () => cpuMsOf(again.feed) },
    ],
    rounds,
  )
  const value = ratio(found, 'feed', 'json', (ms) => ms)
  return { label: '304 of iCalendar / 304 of JSON', value, unit: 'x', limit: atMost(1.2) }
}

async function readAll(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of events);
}

/**
 * The cost of a document without a cache: the minimum of several, because other load on the machine only adds time; and its ratio to the cost
 * of reading the same events.
 */
async function documentFigures(calendar: Calendar, rounds: number): Promise<readonly Figure[]> {
  const handler = createHandler(calendar, options)
  const count = (await (await handler(new Request(feed))).text()).split('BEGIN:VEVENT').length - 1
  const found = await interleave(
    [
      { name: 'document' as const, measure: () => cpuMsOf(async () => (await handler(new Request(feed))).arrayBuffer()) },
      {
        name: 'events' as const,
        measure: () => cpuMsOf(() => readAll(calendar.events.each({ startsFrom: '-90 days' }, { by: 'start', limit: count }))),
      },
    ],
    10 * rounds,
  )
  return [
    { label: `document of ${count} events`, value: Math.min(...(found.get('document') ?? [])), unit: 'ms', limit: atMost(60) },
    { label: 'document / its events read', value: ratio(found, 'document', 'events', (ms) => ms), unit: 'x' },
  ]
}

/** Bar 28: iCalendar documents, revalidated and written anew. */
export const formatBar: BarGroup = {
  rows: [28],
  run: async ({ rounds, progress }) => {
    const path = await sqliteFile(events, progress)
    progress.say('bar 28: iCalendar')
    const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(path) })
    try {
      const store = kyselyStore(db)
      const cached = await revalidationFigure(createHandler(createCalendar({ store, clock }), options), rounds)
      const made = await documentFigures(createCalendar({ store, clock, cache: false }), rounds)
      return [{ row: 28, figures: [cached, ...made] }]
    } finally {
      await db.destroy()
    }
  },
}
