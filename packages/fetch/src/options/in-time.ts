import { CalendarError } from '@kalends/core'
import { isPromise } from './is-promise.ts'

/** How long a function of the host may take, in milliseconds. */
const maxMs = 5_000

/**
 * The result of a function of the host.
 * @param name the function, for the message to the host
 * @throws unavailable it has not ended in time
 */
export async function inTime<T>(name: string, answer: T | Promise<T>): Promise<T> {
  if (!isPromise(answer)) return answer
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    // The message makes it one for `onError`.
    const error = new CalendarError('unavailable', {}, { message: `${name} took longer than ${maxMs} ms.` })
    timer = setTimeout(reject, maxMs, error)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
