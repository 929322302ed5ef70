import { isCalendarError } from '@kalends/client'
import { changesOf } from '@kalends/client/copy'
import { client } from './api.ts'
import { currentPerson } from './person.ts'

/** How long the service waits for a change before it answers, in milliseconds. */
const waitMs = 25_000

/** An answer without changes that comes sooner did not wait, because too many others do; in milliseconds. */
const soonMs = 1_000

/** The pause between two requests in milliseconds: changes in quick succession are shown together. It doubles with each failure. */
const [pauseMs, longestPauseMs] = [1_000, 60_000]

/** What the page knows. */
interface Progress {
  /** The place in the log of changes up to which they are known; undefined when it has to be read anew. */
  token: string | undefined
  /** Whether the page has still to show changes. */
  isStale: boolean
}

/** The place in the log of changes, to be read before the events; undefined if it cannot be read now. */
export async function readToken(): Promise<string | undefined> {
  try {
    return await changesOf(client).token()
  } catch (error) {
    if (mayPass(error)) return undefined
    throw error
  }
}

/**
 * Has changes of events shown while the page is visible. A page in the background waits for nothing, because a browser opens few
 * connections to a server; it catches up when it is shown again.
 * @param token the place in the log before the events were read
 * @param show shows the present events. @returns whether it could
 * @throws CalendarError the service refuses the request, so that asking again is of no use
 */
export async function watchEvents(token: string | undefined, show: () => Promise<boolean>): Promise<never> {
  const progress: Progress = { token, isStale: token === undefined }
  for (;;) {
    while (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
    const hidden = new AbortController()
    document.addEventListener('visibilitychange', () => hidden.abort(), { once: true })
    await watchUntil(hidden.signal, progress, show)
  }
}

async function watchUntil(signal: AbortSignal, progress: Progress, show: () => Promise<boolean>): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    const isDone = await step(signal, progress, show)
    failures = isDone ? 0 : failures + 1
    // Pages that have lost the service at the same moment come back at different ones.
    await pause(Math.min(longestPauseMs, pauseMs * 2 ** failures) * (1 - Math.random() / 2), signal)
  }
}

/** Shows changes that are known, and waits for the next ones. @returns false after a failure that may pass */
async function step(signal: AbortSignal, progress: Progress, show: () => Promise<boolean>): Promise<boolean> {
  const changes = changesOf(client)
  try {
    progress.token ??= await changes.token(undefined, { signal })
    if (progress.isStale && !(await show())) return false
    progress.isStale = false
    const begunMs = performance.now()
    // The page reads what it shows by itself, so a few changes are enough.
    const events = currentPerson().token === '' ? {} : { status: 'any' as const }
    const { items, more, token } = await changes.since(progress.token, { events, limit: 10 }, { waitMs, signal })
    progress.isStale = items.length > 0 || more
    progress.token = more ? undefined : token
    return progress.isStale || performance.now() - begunMs >= soonMs
  } catch (error) {
    if (signal.aborted) return true
    progress.isStale = true
    const isExpired = isCalendarError(error, 'token_expired')
    if (isExpired) progress.token = undefined
    else if (!mayPass(error)) throw error
    return isExpired
  }
}

/** Whether a failure is one of the network or of the server. */
const mayPass = (error: unknown): boolean => isCalendarError(error, 'unavailable') || isCalendarError(error, 'internal')

/** Waits, at most until the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const end = new AbortController()
  await new Promise((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', resolve, { signal: end.signal })
  })
  end.abort()
}
