import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AccessPolicy, type CalendarOptions, type CalendarStore, createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { kyselyStore } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { memoryStore } from '@kalends/memory'
import { Kysely } from 'kysely'
import { openFilled, openScratchAt } from '../data/databases.ts'
import { sqlFloor } from '../floors/sql-floor.ts'
import { silentProgress } from '../progress.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { CacheContent, PrebuiltAnswer, ServerPlan } from './server-plan.ts'

/** Answers a request of `node:http`. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The listener of a plan. */
export async function listenerOf(plan: Exclude<ServerPlan, { kind: 'peer' }>): Promise<Listener> {
  switch (plan.kind) {
    case 'filled': {
      const { db, options } = await openFilled(plan.engine, plan.events, silentProgress)
      return handlerListener(kyselyStore(db, options), plan.cached)
    }
    case 'handler':
      return handlerListener(kyselyStore(new Kysely<unknown>({ dialect: nodeSqliteDialect(plan.path) })), plan.cached)
    case 'site': {
      const { db, options } = openScratchAt(plan.engine, plan.address)
      return handlerListener(kyselyStore(db, options), 'responses', { ...publicReadOnly(), may: () => true })
    }
    case 'memory':
      return handlerListener(memoryStore(), plan.cached)
    case 'floor':
      return floorListener(plan.path)
    case 'bytes':
      return bytesListener(plan.answers)
  }
}

/** Room for some totals, but less than a page of 35 events, which takes 100 kB. */
const roomForTotals = { maxBytes: 65_536 }

const caches: Readonly<Record<CacheContent, Pick<CalendarOptions, 'cache'>>> = {
  responses: {},
  totals: { cache: roomForTotals },
  nothing: { cache: false },
}

function handlerListener(store: CalendarStore, cached: CacheContent, access: AccessPolicy = publicReadOnly()): Listener {
  const calendar = createCalendar({ store, clock, ...caches[cached] })
  return toNodeListener(createHandler(calendar, { access, publicUrl }))
}

function send(response: ServerResponse, status: number, body: Uint8Array): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.byteLength })
  response.end(body)
}

const nothing = Buffer.from('{}')

function floorListener(path: string): Listener {
  const floor = sqlFloor(path)
  const events = `${base}/events`
  return ({ url = '' }, response) => {
    const body = url === events ? floor.list() : floor.event(Number(url.slice(events.length + 1)))
    send(response, body === undefined ? 404 : 200, body ?? nothing)
  }
}

function bytesListener(answers: ReadonlyMap<string, PrebuiltAnswer>): Listener {
  return ({ url = '' }, response) => {
    const { status, body } = answers.get(url) ?? { status: 404, body: nothing }
    send(response, status, body)
  }
}
