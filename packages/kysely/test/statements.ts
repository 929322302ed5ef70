import type { LogConfig } from 'kysely'

/** The statements that a database received, as text. */
export interface StatementLog {
  /** For Kysely's `log`. */
  readonly log: LogConfig
  /** Runs some work; returns its result and the statements that ran meanwhile, without those that begin and end transactions. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: readonly string[] }>
}

const ofTransactions = /^(?:begin|commit|rollback|set transaction|start transaction|pragma)\b/

/** Creates a log for the statements of a Kysely instance. */
export function statementLog(): StatementLog {
  let sent: string[] = []
  return {
    log: (event) => {
      sent.push(event.query.sql)
    },
    during: async (work) => {
      sent = []
      const result = await work()
      return { result, statements: sent.filter((statement) => !ofTransactions.test(statement)) }
    },
  }
}
