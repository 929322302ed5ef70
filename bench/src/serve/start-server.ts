import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ServerMessage, ServerPlan } from './server-plan.ts'

/** A server in its own process, so that it shares no thread with its clients. */
export interface RunningServer {
  /** Its port on 127.0.0.1. */
  readonly port: number
  /** Its processor time so far, in milliseconds. */
  cpuMs(): Promise<number>
  /** Ends it. */
  stop(): Promise<unknown>
}

const program = fileURLToPath(new URL('./server-process.ts', import.meta.url))

/** Starts a server. @throws Error it ends before it listens */
export async function startServer(plan: ServerPlan): Promise<RunningServer> {
  const child = fork(plan.kind === 'peer' ? plan.program : program, [], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: ['--conditions=@kalends/source', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const ask = async (message: ServerMessage): Promise<number> => {
    const answered = Promise.race([once(child, 'message'), ended.then(() => [])])
    child.send(message)
    const [answer] = await answered
    if (answer === undefined) throw new Error('A server ended before it answered.')
    return answer
  }
  return {
    port: await ask({ plan }),
    cpuMs: () => ask('cpu'),
    stop: () => {
      child.disconnect()
      return ended
    },
  }
}

/** Starts servers for some work, and stops them after it. */
export async function withServers<Name extends string, T>(
  plans: Readonly<Record<Name, ServerPlan>>,
  work: (servers: Readonly<Record<Name, RunningServer>>) => Promise<T>,
): Promise<T> {
  const servers: Record<string, RunningServer> = {}
  try {
    for (const [name, plan] of Object.entries<ServerPlan>(plans)) servers[name] = await startServer(plan)
    // One for each plan.
    return await work(servers as Record<Name, RunningServer>)
  } finally {
    for (const server of Object.values(servers)) await server.stop()
  }
}
