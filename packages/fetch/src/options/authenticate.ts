import { type Actor, CalendarError } from '@kalends/core'
import type { HandlerOptions } from './handler-options.ts'
import { isPromise } from './is-promise.ts'

/** How long `authenticate` may take, in milliseconds. */
const maxMs = 5_000

/** @throws unavailable it has not ended in time */
export async function authenticateInTime(
  authenticate: NonNullable<HandlerOptions['authenticate']>,
  request: Request,
): Promise<Actor | null | undefined> {
  const answer = authenticate(request)
  if (!isPromise(answer)) return answer
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    // The message makes it one for `onError`.
    const error = new CalendarError('unavailable', {}, { message: `authenticate took longer than ${maxMs} ms.` })
    timer = setTimeout(reject, maxMs, error)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
