import type { EngineName } from '../data/engine.ts'

/** A prepared response. */
export interface PrebuiltAnswer {
  readonly status: number
  readonly body: Uint8Array
}

/** The program of a server process. */
export type ServerPlan =
  /** The calendar's own handler over a database, for callers with permission to read public records, and to write if `isOpen`. */
  | {
      readonly kind: 'handler'
      readonly engine: EngineName
      readonly address: string
      readonly isCached: boolean
      readonly isOpen?: boolean
    }
  /** The calendar's own handler over an empty memory store. */
  | { readonly kind: 'memory'; readonly isCached: boolean }
  /** Hand-written statements and responses on `node:http`, over a SQLite file. */
  | { readonly kind: 'floor'; readonly address: string }
  /** Prepared responses by path, on `node:http`. */
  | { readonly kind: 'bytes'; readonly answers: ReadonlyMap<string, PrebuiltAnswer> }
  /** Another program over a SQLite file. */
  | { readonly kind: 'peer'; readonly program: string; readonly address: string }

/** The message to a server process: its plan at first, and then questions for its processor time. */
export type ServerMessage = { readonly plan: ServerPlan } | 'cpu'

/** The message from a server process: its port at first, and then its processor time so far in milliseconds. */
export type ServerAnswer = number
