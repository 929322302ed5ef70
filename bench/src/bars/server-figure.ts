import type { ServerSample } from '../measure/load.ts'
import { ratio } from '../measure/statistics.ts'
import type { PrebuiltAnswer } from '../serve/server-plan.ts'
import type { RunningServer } from '../serve/start-server.ts'
import type { Figure, Limit } from './finding.ts'

/** The ratio of the costs of two servers by time, with the same ratio by processor time as a remark. */
export function serverFigure(label: string, side: readonly ServerSample[], other: readonly ServerSample[], limit?: Limit): Figure {
  const by = (part: keyof ServerSample): number =>
    ratio(
      side.map((sample) => sample[part]),
      other.map((sample) => sample[part]),
    )
  return { label, value: by('wallMs'), unit: 'x', limit, note: `processor time ${by('cpuMs').toFixed(2)}x` }
}

/** The responses of a server to some paths, ready to be served unchanged. */
export async function answersOf({ port }: RunningServer, paths: readonly string[]): Promise<ReadonlyMap<string, PrebuiltAnswer>> {
  const answers = new Map<string, PrebuiltAnswer>()
  for (const path of paths) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    answers.set(path, { status: response.status, body: new Uint8Array(await response.arrayBuffer()) })
  }
  return answers
}

/**
 * Checks that servers return these responses byte for byte. Otherwise the comparison of costs would not be fair.
 * @throws Error a response differs
 */
export async function ensureSameAnswers(
  servers: Readonly<Record<string, RunningServer>>,
  answers: ReadonlyMap<string, PrebuiltAnswer>,
): Promise<void> {
  for (const [name, server] of Object.entries(servers)) {
    for (const [path, { status, body }] of await answersOf(server, [...answers.keys()])) {
      const wanted = answers.get(path)
      if (status !== wanted?.status || !Buffer.from(wanted.body).equals(body))
        throw new Error(`The server ${name} answers ${path} with ${status} and ${body.byteLength} bytes, and not as the handler does.`)
    }
  }
}
