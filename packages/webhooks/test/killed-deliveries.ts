import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore, migrateToLatest } from '@kalends/kysely'
import type { TestEngine } from '../../kysely/test/engines.ts'
import { createWebhooks } from '../src/index.ts'
import { kyselyWebhooks, migrateWebhooks } from '../src/kysely.ts'
import { verifyWebhook } from '../src/verify.ts'
import { eventInput } from './setting.ts'

/** How deliveries are disturbed. */
export interface Disturbance {
  /** The engine of the calendar and of the endpoints. Several processes must be able to open one database of it. */
  readonly engine: TestEngine
  /** The number of messages. */
  readonly messages: number
  /** How many times all delivering processes are killed. */
  readonly kills: number
  /** The number of processes that deliver at the same time. */
  readonly processes: number
  /** The share of messages that are answered with 500, each of them once. */
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

/** A server that receives messages. */
interface Witness extends Disposable {
  readonly url: string
  /** The secret of its endpoint. */
  secret: string
  readonly ids: string[]
  readonly counts: { overlaps: number; invalid: number; refused: number }
  /** Passes once it has taken as many messages. */
  reached(goal: number): Promise<void>
  /** Forgets requests whose sender was killed. */
  forget(): void
}

/** Delivers over HTTP on the loopback interface from processes that are killed between a message and its cursor. */
export async function deliverWithKills({ engine, messages, kills, processes, refused, random }: Disturbance): Promise<Witnessed> {
  const { db, options, path, close } = await engine.openEmpty()
  using witness = await startWitness(refused, random)
  const children = new Set<ChildProcess>()
  try {
    await migrateToLatest(db, options)
    await migrateWebhooks(db, options)
    const calendar = createCalendar({ store: kyselyStore(db, options) })
    const hooks = createWebhooks(calendar, { store: kyselyWebhooks(db, options), access: publicReadOnly(), fetch, allowInsecure: true })
    witness.secret = (await hooks.endpoints.create({ url: witness.url, actor: null })).secret
    await calendar.events.createMany(Array.from({ length: messages }, (_, i) => eventInput(`Event ${i}`)))
    const address = path ?? engine.address ?? ''
    const startAll = (round: number): readonly ChildProcess[] => {
      for (let i = 0; i < processes; i++) children.add(start([address, options.prefix, String(round)]))
      return [...children]
    }
    for (let round = 0; round < kills; round++) {
      const goal = witness.ids.length + Math.ceil((messages / (kills + 1)) * random())
      const started = startAll(round)
      await Promise.race([witness.reached(goal), ...started.map((child) => once(child, 'exit'))])
      await killAll(children)
      witness.forget()
    }
    for (const code of await Promise.all(startAll(kills).map(async (child) => (await once(child, 'exit'))[0]))) {
      if (code !== 0) throw new Error(`a delivery ended with ${String(code)}`)
    }
    return { ids: witness.ids, ...witness.counts }
  } finally {
    await killAll(children)
    await db.schema.dropTable(`${options.prefix}endpoints`).ifExists().execute()
    await close()
  }
}

async function startWitness(refused: number, random: () => number): Promise<Witness> {
  const ids: string[] = []
  const counts = { overlaps: 0, invalid: 0, refused: 0 }
  const refusedIds = new Set<string>()
  let open = 0
  let onMessage = (): void => undefined
  const server: Server = createServer(async (request, response) => {
    if (open++ > 0) counts.overlaps++
    let body = ''
    for await (const chunk of request) body += String(chunk)
    // The clock of the sender is too fast on purpose.
    const received = await verifyWebhook({ headers: request.headers, body }, witness.secret, { toleranceMs: Number.MAX_SAFE_INTEGER })
    if (!received.isValid) counts.invalid++
    const id = received.isValid ? received.id : ''
    const isTaken = refusedIds.has(id) || random() >= refused
    if (isTaken) ids.push(id)
    else counts.refused++
    if (!isTaken) refusedIds.add(id)
    open--
    response.writeHead(isTaken ? 204 : 500).end()
    onMessage()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const witness: Witness = {
    // A server that listens on a port has an address of this type.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    secret: '',
    ids,
    counts,
    reached: (goal) =>
      new Promise((resolve) => {
        onMessage = () => void (ids.length >= goal && resolve())
      }),
    forget: () => {
      open = 0
    },
    [Symbol.dispose]: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return witness
}

function start(args: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL('./children/deliver.ts', import.meta.url))
  const options = ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning', file, ...args]
  return spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function killAll(children: Set<ChildProcess>): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  children.clear()
}
