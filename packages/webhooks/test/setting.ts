import { type Actor, type Calendar, createCalendar, roles } from '@kalends/core'
import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import {
  createWebhooks,
  type EndpointInput,
  memoryWebhooks,
  type WebhookFetch,
  type WebhookMessage,
  type Webhooks,
  type WebhooksOptions,
} from '../src/index.ts'

/** A message as a receiver gets it. */
export interface Received {
  readonly url: string
  readonly id: string
  readonly message: WebhookMessage
}

/** How a receiver responds: a status, or a response, or an error that is thrown. */
export type Respond = (received: Received) => number | Response | Error | Promise<number | Response | Error>

/** A receiver without a network. */
export interface FakeReceiver {
  readonly fetch: WebhookFetch
  /** The messages to which it has responded with 204. */
  readonly taken: Received[]
  /** All attempts. */
  readonly attempts: Received[]
  /** What it responds to the next messages. */
  respond: Respond
}

/** Creates a receiver that takes everything. */
export function fakeReceiver(): FakeReceiver {
  const receiver: FakeReceiver = {
    taken: [],
    attempts: [],
    respond: () => 204,
    fetch: async (url, { headers, body }) => {
      // The sender has written it.
      const received: Received = { url, id: headers['webhook-id'] ?? '', message: JSON.parse(body) as WebhookMessage }
      receiver.attempts.push(received)
      const answer = await receiver.respond(received)
      if (answer instanceof Error) throw answer
      if (answer === 204) receiver.taken.push(received)
      return typeof answer === 'number' ? new Response(null, { status: answer }) : answer
    },
  }
  return receiver
}

/** Everyone reads published records; editors see and do everything, authors see their own drafts. */
export const access = roles({ editors: ['editor'], authors: ['author'] })

/** An actor that sees everything. */
export const editor: Actor = { id: '1', roles: ['editor'] }

/** A calendar with webhooks and a receiver. */
export interface Setting {
  readonly calendar: Calendar
  readonly clock: FixedClock
  readonly hooks: Webhooks
  readonly receiver: FakeReceiver
  /** Adds an endpoint for public records. */
  add(input?: Partial<EndpointInput>): Promise<string>
  /** Delivers, and returns the types and titles of the messages that were taken. */
  reported(): Promise<readonly string[]>
}

/** Opens a calendar in memory. */
export function open(options: Partial<WebhooksOptions> = {}): Setting {
  const clock = fixedClock('2031-05-31T12:00:00Z')
  const calendar = createCalendar({ store: memoryStore(), clock })
  const receiver = fakeReceiver()
  const hooks = createWebhooks(calendar, { store: memoryWebhooks(), access, fetch: receiver.fetch, ...options })
  return {
    ...{ calendar, clock, receiver, hooks },
    add: async (input = {}) => (await hooks.endpoints.create({ url: 'https://example.org/hooks', actor: null, ...input })).id,
    reported: async () => {
      receiver.taken.length = 0
      await hooks.deliver()
      return receiver.taken.map(toLine)
    },
  }
}

/** The type of a message with the title, or the name, of its record: `event.updated Choir`. */
export function toLine({ message: { type, data } }: Pick<Received, 'message'>): string {
  const { record } = data
  if (typeof record !== 'object' || record === null) return `${type} #${data.id}`
  return `${type} ${'title' in record ? record.title : 'name' in record ? record.name : ''}`
}

/** The input of an event. */
export const eventInput = (title: string, more: object = {}) => ({
  ...{ title, startDate: '2031-06-10 19:30', endDate: '2031-06-10 21:00' },
  ...more,
})
