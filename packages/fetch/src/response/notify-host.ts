import { isPromise } from '../options/is-promise.ts'
import type { Settings } from '../options/settings.ts'
import { isUnexpected } from './problem.ts'

/** Reports an unexpected failure to the host. A failing `onError` must not break the response. */
export function notifyHost(
  error: unknown,
  request: Request,
  requestId: string,
  { onError, withoutSecrets }: Pick<Settings, 'onError' | 'withoutSecrets'>,
): void {
  if (!isUnexpected(error)) return
  try {
    const result: unknown = onError(error, withoutSecrets(request), requestId)
    // An unhandled rejection would end the process.
    if (isPromise(result)) result.then(undefined, () => undefined)
  } catch {
    // There is no further place to report to.
  }
}
