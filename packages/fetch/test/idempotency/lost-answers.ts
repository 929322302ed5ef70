import type { CalendarStore } from '@kalends/core'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stores } from '../stores.ts'
import { concert, type Reply } from '../support.ts'
import { serve } from './support.ts'

/** What happens to one request of a client. */
type Cut =
  | 'none'
  | 'the request is lost'
  | 'the response is lost'
  | 'the client sends it twice at once'
  | 'the transaction fails before its commit'
  | 'the connection ends after the commit'

const cuts = fc.constantFrom<Cut>(
  'none',
  'the request is lost',
  'the response is lost',
  'the client sends it twice at once',
  'the transaction fails before its commit',
  'the connection ends after the commit',
)

/** A store whose next transaction is cut. */
function cutStore(store: CalendarStore, next: () => Cut | undefined): CalendarStore {
  return {
    ...store,
    transaction: async (work) => {
      const cut = next()
      const result = await store.transaction(async (tx) => {
        const done = await work(tx)
        if (cut === 'the transaction fails before its commit') throw new Error(cut)
        return done
      })
      if (cut === 'the connection ends after the commit') throw new Error(cut)
      return result
    },
  }
}

/** The number of requests that run at once. */
const clients = 8

/**
 * Creates records whose requests, responses and commits are lost at random, until each client has its response.
 * @param count the number of records
 * @param names the stores
 */
export function describeLostAnswers(count: number, names: readonly string[]): void {
  describe.each(stores.filter(({ name }) => names.includes(name)))('on $name', { timeout: 600_000 }, ({ open }) => {
    test(`${count} creations with lost requests, responses and commits make ${count} records`, async () => {
      const { store, close } = await open()
      onTestFinished(async () => void (await close()))
      const waiting: Cut[] = []
      const { post, events } = serve({ store: cutStore(store, () => waiting.pop()), onError: () => undefined })
      const plans = fc.sample(fc.array(cuts, { maxLength: 4 }), count)

      /** Sends a request, and returns the responses that reach the client. */
      const send = async (key: string, cut: Cut): Promise<readonly Reply[]> => {
        if (cut === 'the request is lost') return []
        if (cut === 'the transaction fails before its commit' || cut === 'the connection ends after the commit') waiting.push(cut)
        const times = cut === 'the client sends it twice at once' ? 2 : 1
        const replies = await Promise.all(Array.from({ length: times }, () => post('/events', { ...concert, title: key }, key)))
        return cut === 'the response is lost' ? [] : replies
      }

      const ids = new Set<number>()
      const create = async (at: number): Promise<void> => {
        const plan = plans[at] ?? []
        const texts = new Set<string>()
        // A cut can meet the transaction of another client, so the number of requests is not known.
        for (let step = 0; step < plan.length || texts.size === 0; step++) {
          for (const { status, body, text } of await send(`key-${at}`, plan[step] ?? 'none')) {
            expect([201, 500]).toContain(status)
            if (status === 201) texts.add(text)
            if (status === 201) ids.add(body.id)
          }
        }
        expect([at, texts.size]).toEqual([at, 1])
      }
      let next = 0
      const client = async (): Promise<void> => {
        while (next < count) await create(next++)
      }
      await Promise.all(Array.from({ length: clients }, client))
      expect([ids.size, await events()]).toEqual([count, count])
    })
  })
}
