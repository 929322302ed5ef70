import type { RunningServer } from '../serve/start-server.ts'
import { interleave, type Rounds } from './interleave.ts'
import { type LoadPlan, type LoadResult, load } from './load.ts'

/** The cost of a server's response. */
export interface ServerSample extends LoadResult {
  /** The wall time per response, in milliseconds. */
  readonly wallMs: number
  /** The processor time of the server's process per response, in milliseconds: more reliable when the machine has other load. */
  readonly cpuMs: number
}

/** Compares servers under the same load, in rotation. */
export function compareServers<Name extends string>(
  servers: Readonly<Record<Name, RunningServer>>,
  plan: LoadPlan,
  rounds: number,
): Promise<Rounds<Name, ServerSample>> {
  // The type of the record names all of its keys.
  const names = Object.keys(servers) as Name[]
  return interleave(
    names.map((name) => ({ name, measure: () => sampleOf(servers[name], plan) })),
    rounds,
  )
}

/** Puts a server under load once. */
export async function sampleOf(server: RunningServer, plan: LoadPlan): Promise<ServerSample> {
  const before = await server.usage()
  const result = await load(server.port, plan)
  const after = await server.usage()
  return { ...result, wallMs: 1_000 / result.perSecond, cpuMs: (after.cpuMs - before.cpuMs) / result.answers }
}

/** Wall time, which the stated ratios use. */
export const wallMs = (sample: ServerSample): number => sample.wallMs

/** Processor time of the server. */
export const cpuMs = (sample: ServerSample): number => sample.cpuMs
