import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler, type Handler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { kyselyStore } from '@kalends/kysely'
import { openFilled } from '../data/databases.ts'
import { interleave } from '../measure/interleave.ts'
import { processMsSoFar } from '../measure/processor-time.ts'
import { ratio } from '../measure/statistics.ts'
import { say } from '../progress.ts'
import { base, clock, publicUrl } from '../setting.ts'
import { atMost, type BarGroup } from './finding.ts'

const list = `${publicUrl}${base}/events`
const feed = `${list}.ics`

/** The number of revalidations in each round. */
const revalidations = 1_000

/** The processor time of this process that some work takes, in milliseconds. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = processMsSoFar()
  await work()
  return processMsSoFar() - before
}

/** Prepares a round of conditional requests for a document that the caller already has, each of which must return 304. */
async function revalidation(handler: Handler, url: string): Promise<() => Promise<number>> {
  const etag = (await handler(new Request(url))).headers.get('etag') ?? ''
  const ask = async (): Promise<void> => {
    for (let time = 0; time < revalidations; time++) {
      const { status } = await handler(new Request(url, { headers: { 'If-None-Match': etag } }))
      if (status !== 304) throw new Error(`${url} answers ${status} instead of 304.`)
    }
  }
  return () => cpuMsOf(ask)
}

/** Bar 28: iCalendar documents, revalidated and written anew. */
export const formatBar: BarGroup = {
  rows: {
    28: 'iCalendar on SQLite, 10k events, processor time: a 304 at most 1.2x that of JSON; 1,000 events without a cache at most 60 ms',
  },
  run: async ({ rounds }) => {
    say('bar 28: iCalendar')
    const { db, close } = await openFilled('sqlite', 10_000)
    try {
      const handlerOver = (options: { cache?: false }): Handler =>
        createHandler(createCalendar({ store: kyselyStore(db), clock, ...options }), {
          ...{ access: publicReadOnly(), publicUrl, use: [formats([icalendar()])] },
        })
      const [cached, uncached] = [handlerOver({}), handlerOver({ cache: false })]
      const again = await interleave({ json: await revalidation(cached, list), feed: await revalidation(cached, feed) }, rounds)
      const readFeed = async () => (await uncached(new Request(feed))).text()
      const count = (await readFeed()).split('BEGIN:VEVENT').length - 1
      const { made } = await interleave({ made: () => cpuMsOf(readFeed) }, 10 * rounds)
      return [
        {
          row: 28,
          figures: [
            { label: '304 of iCalendar / 304 of JSON', value: ratio(again.feed, again.json), unit: 'x', limit: atMost(1.2) },
            // The least, because other load on the machine only adds time.
            { label: `document of ${count} events`, value: Math.min(...made), unit: 'ms', limit: atMost(60) },
          ],
        },
      ]
    } finally {
      await close()
    }
  },
}
