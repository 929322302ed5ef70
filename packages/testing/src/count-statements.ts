/** The required part of a Kysely instance; every instance fits. */
export interface ObservedDatabase {
  /** Kysely's own method. */
  getExecutor(): object
}

/** Counts the statements that a database receives. */
export interface StatementCounter {
  /** How many statements were sent up to now. */
  total(): number
  /** Runs work. Returns its result, and the statements sent meanwhile, as SQL without values. Concurrent work counts, too. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly statements: readonly string[] }>
  /** Stops counting. */
  stop(): void
}

type Method = (this: unknown, ...given: readonly unknown[]) => unknown

/** The methods that run a statement, which is their first argument. */
const runners = ['executeQuery', 'stream']

/** The methods that return another executor over the same connections: for plugins, schemas and transactions. */
const derivers = ['withPlugin', 'withPlugins', 'withPluginAtFront', 'withoutPlugins', 'withConnectionProvider']

/**
 * Counts the statements that a calendar, or any other code, sends through a Kysely instance, so that a host's own tests can assert the cost
 * of a page. Statements that begin or end a transaction do not count; statements inside it do.
 *
 * Call it before you create the store: it counts only for the instance itself, and for executors derived from it after the call.
 * @param db a Kysely instance
 * @throws TypeError `db` is no Kysely instance
 * @example
 * const counter = countStatements(db)
 * const calendar = createCalendar({ store: kyselyStore(db) })
 * const { statements } = await counter.during(() => calendar.events.list({ perPage: 50 }))
 * expect(statements.length).toBeLessThanOrEqual(9)
 */
export function countStatements(db: ObservedDatabase): StatementCounter {
  const sent: string[] = []
  let isListening = true
  listen(db.getExecutor(), (text) => {
    if (isListening) sent.push(text)
  })
  return {
    total: () => sent.length,
    during: async (work) => {
      const first = sent.length
      const result = await work()
      return { result, statements: sent.slice(first) }
    },
    stop: () => {
      isListening = false
    },
  }
}

/** Wraps the methods of an executor, and those of all executors derived from it. */
function listen(executor: object, hear: (text: string) => void): void {
  for (const name of runners) {
    replace(executor, name, (run) => (...given) => {
      hear(textOf(given[0]))
      return run(...given)
    })
  }
  for (const name of derivers) {
    replace(executor, name, (derive) => (...given) => {
      const derived = derive(...given)
      if (typeof derived === 'object' && derived !== null && derived !== executor) listen(derived, hear)
      return derived
    })
  }
}

function replace(executor: object, name: string, wrap: (method: (...given: readonly unknown[]) => unknown) => Method): void {
  const method: unknown = Reflect.get(executor, name)
  if (typeof method !== 'function') throw new TypeError(`Statements can be counted on a Kysely instance only: there is no ${name}.`)
  Reflect.set(
    executor,
    name,
    wrap((...given) => Reflect.apply(method, executor, given)),
  )
}

function textOf(statement: unknown): string {
  const text: unknown = typeof statement === 'object' && statement !== null ? Reflect.get(statement, 'sql') : undefined
  return typeof text === 'string' ? text : ''
}
