import type { EngineName } from '../data/engine.ts'

/** A prepared response. */
export interface PrebuiltAnswer {
  /** Its status. */
  readonly status: number
  /** Its body. */
  readonly body: Uint8Array
}

/** The content of a calendar's cache: finished responses, the default; totals alone, because it has no room for a response; or nothing. */
export type Keeping = 'answers' | 'totals' | 'nothing'

/** The program of a server process. */
export type ServerPlan =
  /** The calendar's own handler over a SQLite file. */
  | { readonly kind: 'handler'; readonly path: string; readonly keeps: Keeping }
  /** The calendar's own handler over a filled database of an engine. */
  | { readonly kind: 'filled'; readonly engine: EngineName; readonly events: number; readonly keeps: Keeping }
  /** The calendar's own handler over an empty memory store. */
  | { readonly kind: 'memory'; readonly keeps: Keeping }
  /** Hand-written statements and responses on `node:http`. */
  | { readonly kind: 'floor'; readonly path: string }
  /** Prepared responses by path, on `node:http`. */
  | { readonly kind: 'bytes'; readonly answers: ReadonlyMap<string, PrebuiltAnswer> }
  /** Another program over the same data. */
  | { readonly kind: 'peer'; readonly program: string; readonly path: string }

/** The message to a server process. */
export type ServerMessage = { readonly say: 'serve'; readonly plan: ServerPlan } | { readonly say: 'usage' }

/** The message from a server process. */
export type ServerAnswer =
  | { readonly said: 'listening'; readonly port: number }
  | { readonly said: 'usage'; readonly cpuMs: number; readonly residentBytes: number; readonly heapBytes: number }
