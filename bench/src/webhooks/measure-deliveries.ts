import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Calendar, createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { createWebhooks, memoryWebhooks, type WebhookStore } from '@kalends/webhooks'
import { kyselyWebhooks, migrateWebhooks } from '@kalends/webhooks/kysely'
import { Agent } from 'undici'
// The guarded fetch without its guard, which refuses the loopback interface.
import { createDispatcherFetch } from '../../../packages/webhooks/src/node/dispatcher-fetch.ts'
import { openScratch } from '../data/databases.ts'
import { type EngineName, engineTitles } from '../data/engine.ts'
import { processMsSoFar } from '../measure/processor-time.ts'
import { median } from '../measure/statistics.ts'
import type { Progress } from '../progress.ts'

/** What deliveries on the loopback interface cost. */
export interface DeliverySample {
  /** Where the calendar and the endpoints are stored. */
  readonly store: string
  /** The number of endpoints, which get their messages beside each other. */
  readonly endpoints: number
  /** Deliveries in a second, all endpoints together. */
  readonly perSecond: number
  /** The processor time of this process for one of them, in milliseconds. */
  readonly processMs: number
}

/** The options of {@link measureDeliveries}. */
export interface DeliveriesPlan {
  /** The engines, besides the stores in memory. */
  readonly engines: readonly EngineName[]
  /** How often all messages are sent; the median counts. */
  readonly rounds: number
  /** Reports progress. */
  readonly progress: Progress
}

/** The number of messages of a round, for all endpoints together. */
const messages = 3_200

/** An empty log, and where its endpoints are stored. */
interface Subject {
  readonly calendar: Calendar
  readonly endpoints: WebhookStore
  close(): Promise<void>
}

async function openMemory(): Promise<Subject> {
  return { calendar: createCalendar({ store: memoryStore() }), endpoints: memoryWebhooks(), close: async () => undefined }
}

async function openEngine(engine: EngineName, progress: Progress): Promise<Subject> {
  const { db, options, close } = await openScratch(engine, 1_000, progress)
  await migrateWebhooks(db, options)
  return { calendar: createCalendar({ store: kyselyStore(db, options) }), endpoints: kyselyWebhooks(db, options), close }
}

/** Measures deliveries of events to a server in another process. */
export async function measureDeliveries({ engines, rounds, progress }: DeliveriesPlan): Promise<readonly DeliverySample[]> {
  const receiver = await startReceiver()
  const subjects = [
    { store: 'memory', open: openMemory },
    ...engines.map((engine) => ({ store: engineTitles[engine], open: () => openEngine(engine, progress) })),
  ]
  const samples: DeliverySample[] = []
  try {
    for (const { store, open } of subjects) {
      for (const endpoints of [1, 16]) {
        progress.say(`${store}: ${endpoints} endpoints`)
        const subject = await open()
        const costs = await measureSubject(subject, { url: receiver.url, count: endpoints, rounds }).finally(() => subject.close())
        samples.push({ store, endpoints, ...costs })
      }
    }
    return samples
  } finally {
    receiver.stop()
  }
}

/** Sends the same messages in each round; the first one warms up. */
async function measureSubject(
  { calendar, endpoints }: Subject,
  { url, count, rounds }: { readonly url: string; readonly count: number; readonly rounds: number },
): Promise<Pick<DeliverySample, 'perSecond' | 'processMs'>> {
  const agent = new Agent()
  const options = { store: endpoints, access: publicReadOnly(), fetch: createDispatcherFetch(agent), allowInsecure: true }
  const { endpoints: manage, deliver } = createWebhooks(calendar, options)
  const created = await Promise.all(Array.from({ length: count }, () => manage.create({ url, events: ['event.created'] })))
  const fromMs = calendar.clock.nowMs()
  await calendar.events.createMany(Array.from({ length: messages / count }, (_, i) => eventInput(i)))
  const found: { readonly perSecond: number; readonly processMs: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const [began, processBegan] = [performance.now(), processMsSoFar()]
    const { sent } = await deliver({ maxMs: Number.MAX_SAFE_INTEGER })
    if (sent !== messages) throw new Error(`${sent} messages were sent, not ${messages}.`)
    if (round > 0)
      found.push({ perSecond: (sent / (performance.now() - began)) * 1_000, processMs: (processMsSoFar() - processBegan) / sent })
    for (const { id } of created) await manage.replay(id, { fromMs })
  }
  await agent.close()
  return {
    perSecond: median(found.map(({ perSecond }) => perSecond)),
    processMs: median(found.map(({ processMs }) => processMs)),
  }
}

const eventInput = (i: number) => ({
  title: `Market ${i}`,
  description: 'Cheese, bread and flowers from the farms around the town.',
  ...{ startDate: '2031-06-02 10:00', endDate: '2031-06-02 12:00', venues: { name: 'Market square' }, categories: 'Markets' },
})

async function startReceiver(): Promise<{ readonly url: string; stop(): void }> {
  const file = fileURLToPath(new URL('./receiver-process.ts', import.meta.url))
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  return { url: `http://127.0.0.1:${String(port).trim()}/hooks`, stop: () => void child.kill() }
}
