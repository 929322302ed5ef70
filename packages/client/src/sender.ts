import type { requireKnownFilters } from './known-filters.ts'
import type { Send } from './transport.ts'

/** What `@kalends/client/copy` needs of a client. It does not import these functions: its bundle would have them twice. */
export interface Sender {
  /** Sends a request. */
  readonly send: Send
  /** Checks the names of filters. */
  readonly requireKnownFilters: typeof requireKnownFilters
}

/** The member of a client with its {@link Sender}. Copies of the package share the symbol. */
export const sender = Symbol.for('kalends.send')
