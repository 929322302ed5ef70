import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServerAnswer, ServerMessage, ServerPlan } from './server-plan.ts'

/** The resources that a server process has used so far. */
export type Usage = Extract<ServerAnswer, { readonly said: 'usage' }>

/** A server in its own process, so that it shares no thread with its clients. */
export interface RunningServer {
  /** Its port on 127.0.0.1. */
  readonly port: number
  /** Reads the resources that it has used so far. */
  usage(): Promise<Usage>
  /** Ends it. */
  stop(): Promise<void>
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
  const { port } = await asked(child, { say: 'serve', plan }, 'listening')
  return {
    port,
    usage: () => asked(child, { say: 'usage' }, 'usage'),
    stop: () => {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.disconnect()
      return ended
    },
  }
}

/** Sends a message and waits for the reply of that kind. */
function asked<Said extends ServerAnswer['said']>(
  child: ChildProcess,
  message: ServerMessage,
  said: Said,
): Promise<Extract<ServerAnswer, { said: Said }>> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('A server ended before it answered.'))
    const take = (answer: ServerAnswer): void => {
      if (!isSaid(answer, said)) return
      child.off('message', take).off('exit', ended)
      resolve(answer)
    }
    child.on('message', take).once('exit', ended)
    child.send(message)
  })
}

const isSaid = <Said extends ServerAnswer['said']>(answer: ServerAnswer, said: Said): answer is Extract<ServerAnswer, { said: Said }> =>
  answer.said === said
