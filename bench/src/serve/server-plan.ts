import type { EngineName } from '../data/engine.ts'

/** A prepared response. */
export interface PrebuiltAnswer {
  /** Its status. */
  readonly status: number
  /** Its body. */
  readonly body: Uint8Array
}

/** The content of a calendar's cache: complete responses (the default), only totals (if it is too small for a response), or nothing. */
export type CacheContent = 'responses' | 'totals' | 'nothing'

/** The program of a server process. */
export type ServerPlan =
  /** The calendar's own handler over a SQLite file. */
  | { readonly kind: 'handler'; readonly path: string; readonly cached: CacheContent }
  /** The calendar's own handler over a filled database of an engine. */
  | { readonly kind: 'filled'; readonly engine: EngineName; readonly events: number; readonly cached: CacheContent }
  /** The same over a scratch database, for callers who read what is public and may write. */
  | { readonly kind: 'site'; readonly engine: EngineName; readonly address: string }
  /** The calendar's own handler over an empty memory store. */
  | { readonly kind: 'memory'; readonly cached: CacheContent }
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
