import { createClient } from '@kalends/client'
import { publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { createWebhooks, memoryWebhooks } from '@kalends/webhooks'
import { calendar, type Town } from './declared-calendar.ts'

export const handler = createHandler(calendar, { access: publicReadOnly() })

export const listener = toNodeListener(handler)

export const client = createClient<Town>({ baseUrl: 'https://example.org', fetch: (request) => handler(request) })

export const event = () => client.events.get(1)

export const courses = () => client.events.list({ fields: { seats: { gte: 3 } } })

export const webhooks = createWebhooks(calendar, {
  store: memoryWebhooks(),
  access: publicReadOnly(),
  fetch: (url, init) => fetch(url, init),
})
