import { type Connection, getRequest, openConnection, request } from '../measure/connection.ts'
import { base } from '../setting.ts'

/** Mixed requests, one after the other on each connection, until stopped. */
export interface Traffic {
  /** The number of responses so far. */
  answers(): number
  /** Waits for the pending requests. @throws Error a response was a server error */
  stop(): Promise<void>
}

const lists = ['', '?page=2', '?search=choir', '?categories=music', '?featured=true', '?ends_after=2026-01-01', '?order=desc&per_page=10']
const others = ['/venues?has_events=true', '/organizers', '/categories?hide_empty=false', '/tags', '/doc', '', '/events/999999999']

/** Reads lists and records, creates an event, updates it and deletes it, repeatedly. */
export async function startTraffic(port: number, connections: number): Promise<Traffic> {
  let answers = 0
  let isOver = false
  const ask = async (connection: Connection, asked: Buffer): Promise<string> => {
    const { status, location } = await connection.ask(asked)
    answers += 1
    if (status >= 500) throw new Error(`The server answers ${status}.`)
    return location
  }
  const work = async (number: number): Promise<void> => {
    const connection = await openConnection(port)
    for (let round = number; !isOver; round++) {
      for (const list of lists) await ask(connection, getRequest(`${base}/events${list}`))
      // A request that is never repeated, so the cache must evict entries.
      await ask(connection, getRequest(`${base}/events?search=round%20${round * connections + number}`))
      await ask(connection, getRequest(base + others[round % others.length]))
      const start = `2027-01-${10 + (round % 20)} 10:00`
      const event = {
        title: `Round ${round} of ${number}`,
        start_date: start,
        end_date: start,
        tags: ['Round'],
        venue: { venue: `Hall ${number}` },
      }
      const path = new URL(await ask(connection, request('POST', `${base}/events`, event))).pathname
      await ask(connection, request('POST', path, { title: `Round ${round} again` }))
      await ask(connection, getRequest(path))
      await ask(connection, request('DELETE', `${path}?force=true`))
    }
    connection.close()
  }
  const running = Array.from({ length: connections }, (_, number) => work(number))
  const all = Promise.all(running)
  // `stop` reports the error; until then it must not end the process as an unhandled rejection.
  all.catch(() => undefined)
  return {
    answers: () => answers,
    stop: async () => {
      isOver = true
      await all
    },
  }
}
