import { createIdempotency } from './idempotency/extension.ts'
import type { Extension } from './options/extension.ts'

/**
 * Lets a creation with the header `Idempotency-Key` happen once, however often it is sent: for 24 hours, the response to the same request
 * is the current record. Without this extension the header is ignored.
 * @example
 * import { idempotency } from '@kalends/fetch/idempotency'
 *
 * const handler = createHandler(calendar, { access: publicReadOnly(), use: [idempotency()] })
 */
export const idempotency = (): Extension => createIdempotency(5_000)
