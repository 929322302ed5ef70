import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./heap-process.ts', import.meta.url))

/** The heap of a memory store per event, with its share of venues, organizers, terms and indexes, in bytes. */
export function heapPerEvent(events: number): Promise<number> {
  const execArgv = ['--conditions=@kalends/source', '--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning']
  const child = fork(program, [String(events)], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', ({ bytes }: { bytes: number }) => resolve(bytes))
    child.once('exit', (code) => reject(new Error(`A process that fills a store ended with ${code}.`)))
  })
}
