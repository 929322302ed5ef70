import { api, personHeaders } from './api.ts'
import { currentPerson } from './person.ts'

/** How long the service holds a request back while nothing changes, in seconds. */
const waitSeconds = 25

/** The pause between two requests in milliseconds: many changes at once are shown together. */
const pauseMs = 1_000

/** The pause after a failure in milliseconds. */
const longPauseMs = 5_000

/** A response about changes. The client has no such call. */
interface Changes {
  readonly changes: readonly unknown[]
  /** The place in the log of changes up to which this response tells them. */
  readonly token: string
}

/** The place in the log of changes before events are read; undefined if it cannot be read. */
export const readToken = async (): Promise<string | undefined> => (await readChanges(undefined)).answer?.token

/**
 * Calls back when events have changed, as long as the page is open and visible. A page in the background waits for nothing: browsers open few
 * connections to a server. When it is visible again, it learns what it missed.
 * @param token the place in the log before events were read
 */
export async function watchEvents(token: string | undefined, onChange: () => void): Promise<never> {
  let since = token
  for (;;) {
    while (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    const { answer, status } = await readChanges(since)
    // Without a place in the log, changes may have been missed.
    if (answer && (since === undefined || answer.changes.length > 0)) onChange()
    // An expired token is of no use any more; after other failures it is.
    since = status === 410 ? undefined : (answer?.token ?? since)
    await new Promise((resolve) => setTimeout(resolve, answer ? pauseMs : longPauseMs))
  }
}

/** @param since undefined to read the place in the log alone */
async function readChanges(since: string | undefined): Promise<{ readonly status: number; readonly answer?: Changes }> {
  // All dates: the page can show any, and the list of the service without these is one of coming events.
  const query = new URLSearchParams({ kinds: 'event', start_date: '1970-01-01', end_date: '9999-12-31' })
  if (currentPerson().token !== '') query.set('status', 'any')
  if (since !== undefined) {
    query.set('since', since)
    query.set('wait', String(waitSeconds))
  }
  const stop = new AbortController()
  document.addEventListener('visibilitychange', () => stop.abort(), { signal: stop.signal })
  try {
    const response = await fetch(`${api}/changes?${query}`, { headers: personHeaders(), signal: stop.signal })
    return response.ok ? { status: response.status, answer: await response.json() } : { status: response.status }
  } catch {
    return { status: 0 }
  } finally {
    stop.abort()
  }
}
