import type { RequestListener, ServerResponse } from 'node:http'
import { type AccessPolicy, type CalendarStore, createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { toNodeListener } from '@kalends/fetch/node'
import { kyselyStore } from '@kalends/kysely'
import { memoryStore } from '@kalends/memory'
import { openAt } from '../data/databases.ts'
import { sqlFloor } from '../floors/sql-floor.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { PrebuiltAnswer, ServerPlan } from './server-plan.ts'

const everybodyWrites: AccessPolicy = { ...publicReadOnly(), may: () => true }

/** The listener of a plan. */
export function listenerOf(plan: ServerPlan): RequestListener {
  switch (plan.kind) {
    case 'handler': {
      const { db, options } = openAt(plan.engine, plan.address)
      return handlerListener(kyselyStore(db, options), plan.isCached, plan.isOpen ? everybodyWrites : publicReadOnly())
    }
    case 'memory':
      return handlerListener(memoryStore(), plan.isCached, publicReadOnly())
    case 'floor':
      return floorListener(plan.address)
    case 'bytes':
      return bytesListener(plan.answers)
    case 'peer':
      throw new TypeError('Other programs have processes of their own.')
  }
}

function handlerListener(store: CalendarStore, isCached: boolean, access: AccessPolicy): RequestListener {
  const calendar = createCalendar({ store, clock, ...(!isCached && { cache: false }) })
  return toNodeListener(createHandler(calendar, { access, publicUrl }))
}

function send(response: ServerResponse, status: number, body: Uint8Array): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.byteLength })
  response.end(body)
}

const nothing = Buffer.from('{}')

function floorListener(path: string): RequestListener {
  const floor = sqlFloor(path)
  const events = `${base}/events`
  return ({ url = '' }, response) => {
    const body = url === events ? floor.list() : floor.event(Number(url.slice(events.length + 1)))
    send(response, body === undefined ? 404 : 200, body ?? nothing)
  }
}

function bytesListener(answers: ReadonlyMap<string, PrebuiltAnswer>): RequestListener {
  return ({ url = '' }, response) => {
    const { status, body } = answers.get(url) ?? { status: 404, body: nothing }
    send(response, status, body)
  }
}
