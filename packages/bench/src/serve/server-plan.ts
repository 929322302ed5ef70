import type { EngineName } from '../data/engine.ts'

/** An answer that is ready. */
export interface PrebuiltAnswer {
  /** Its status. */
  readonly status: number
  /** Its body. */
  readonly body: Uint8Array
}

/**
 * What a calendar keeps: finished answers, as it does when nobody says; totals alone, because it has room for no answer; or nothing.
 */
export type Keeping = 'answers' | 'totals' | 'nothing'

/** What a server process serves. */
export type ServerPlan =
  /** The calendar's own handler over a SQLite file. */
  | { readonly kind: 'handler'; readonly path: string; readonly keeps: Keeping }
  /** The calendar's own handler, and the feed beside it, over a filled database of an engine. */
  | { readonly kind: 'filled'; readonly engine: EngineName; readonly events: number; readonly keeps: Keeping }
  /** The calendar's own handler over an empty memory store. */
  | { readonly kind: 'memory'; readonly keeps: Keeping }
  /** Statements and answers written by hand, on `node:http`. */
  | { readonly kind: 'floor'; readonly path: string }
  /** Answers that are ready, by path, on `node:http`. */
  | { readonly kind: 'bytes'; readonly answers: ReadonlyMap<string, PrebuiltAnswer> }
  /** Another program over the same data. */
  | { readonly kind: 'peer'; readonly program: string; readonly path: string }

/** What a server process is told. */
export type ServerMessage = { readonly say: 'serve'; readonly plan: ServerPlan } | { readonly say: 'usage' }

/** What a server process says. */
export type ServerAnswer =
  | { readonly said: 'listening'; readonly port: number }
  | { readonly said: 'usage'; readonly cpuMs: number; readonly residentBytes: number; readonly heapBytes: number }
