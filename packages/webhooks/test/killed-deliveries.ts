import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import { nodeSqliteDialect } from '@kalends/kysely/node-sqlite'
import { Kysely } from 'kysely'
import { createWebhooks } from '../src/index.ts'
import { kyselyWebhooks, migrateWebhooks } from '../src/kysely.ts'
import { verifyWebhook } from '../src/verify.ts'
import { eventInput } from './setting.ts'

/** How deliveries are disturbed. */
export interface Disturbance {
  /** The number of messages. */
  readonly messages: number
  /** How many times a delivering process is killed. */
  readonly kills: number
  /** The number of processes that deliver at the same time. */
  readonly processes: number
  /** How much faster the clock of the deliveries is than the machine's: with 20, the lease of a dead process ends after 3 s. */
  readonly speed: number
  /** The share of messages that are answered with 500. */
  readonly refused: number
  /** A number from 0 up to 1. */
  random(): number
}

/** What a receiver has seen. */
export interface Witnessed {
  /** The ids of the messages that it has taken, in order, repetitions included. */
  readonly ids: readonly string[]
  /** How many messages came while another one was being answered. */
  readonly overlaps: number
  /** How many messages had no valid signature. */
  readonly invalid: number
  /** How many messages it has refused. */
  readonly refused: number
}

/** Delivers over HTTP on the loopback interface from processes that are killed between a message and its cursor. */
export async function deliverWithKills({ messages, kills, processes, speed, refused, random }: Disturbance): Promise<Witnessed> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  const path = join(folder, 'calendar.db')
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(path) })
  await migrateToLatest(db)
  await migrateWebhooks(db)
  const calendar = createCalendar({ store: kyselyStore(db) })
  const hooks = createWebhooks(calendar, { store: kyselyWebhooks(db), access: publicReadOnly(), fetch, allowInsecure: true })
  const seen = { ids: [] as string[], overlaps: 0, invalid: 0, refused: 0 }
  let open = 0
  let secret = ''
  let onMessage = (): void => undefined
  const server = createServer(async (request, response) => {
    if (open++ > 0) seen.overlaps++
    let body = ''
    for await (const chunk of request) body += String(chunk)
    // The clock of the sender is too fast on purpose.
    const received = await verifyWebhook({ headers: request.headers, body }, secret, { toleranceMs: Number.MAX_SAFE_INTEGER })
    if (!received.isValid) seen.invalid++
    const isTaken = random() >= refused
    if (isTaken && received.isValid) seen.ids.push(received.id)
    if (!isTaken) seen.refused++
    open--
    response.writeHead(isTaken ? 204 : 500).end()
    onMessage()
  })
  const children = new Set<ChildProcess>()
  try {
    secret = (await hooks.endpoints.create({ url: await listen(server), actor: null })).secret
    await calendar.events.createMany(Array.from({ length: messages }, (_, i) => eventInput(`Event ${i}`)))
    const originMs = Date.now()
    for (let killed = 0; killed < kills; killed++) {
      const goal = seen.ids.length + Math.ceil((messages / (kills + 1)) * random())
      const reached = new Promise<void>((resolve) => {
        onMessage = () => void (seen.ids.length >= goal && resolve())
      })
      for (let i = 0; i < processes; i++) children.add(start(path, originMs, speed))
      await Promise.race([reached, ...[...children].map((child) => once(child, 'exit'))])
      for (const child of children) if (child.exitCode === null) await kill(child)
      children.clear()
      open = 0
    }
    const last = Array.from({ length: processes }, () => start(path, originMs, speed))
    for (const child of last) children.add(child)
    for (const code of await Promise.all(last.map(async (child) => (await once(child, 'exit'))[0]))) {
      if (code !== 0) throw new Error(`a delivery ended with ${String(code)}`)
    }
    return seen
  } finally {
    for (const child of children) if (child.exitCode === null) await kill(child)
    server.closeAllConnections()
    server.close()
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

function start(path: string, originMs: number, speed: number): ChildProcess {
  const file = fileURLToPath(new URL('./children/deliver.ts', import.meta.url))
  const options = ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', file, path, String(originMs), String(speed)]
  return spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
