import { errorCodes } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import type { MessageKey, Messages } from '../messages/problems/translation.ts'
import { statusOf } from '../response/problem.ts'
import { refTo } from '../wire/property.ts'

const texts = {
  301: 'error301',
  400: 'error400',
  401: 'error401',
  403: 'error403',
  404: 'error404',
  405: 'error405',
  409: 'error409',
  410: 'error410',
  412: 'error412',
  413: 'error413',
  415: 'error415',
  421: 'error421',
  422: 'error422',
  428: 'error428',
  500: 'error500',
  503: 'error503',
} as const satisfies Record<number, MessageKey>

/** Refers to the response for an error of that status; `default` covers all others. */
export const refToError = (status: number | 'default'): { readonly $ref: string } => ({ $ref: `#/components/responses/${nameOf(status)}` })

const nameOf = (status: number | string): string => (status === 'default' ? 'Problem' : `Problem${status}`)

/**
 * The error responses that operations refer to: one for each status, and one for all others.
 * @param paths the operations of the document
 */
export function toResponses(messages: Messages, paths: JsonObject): JsonObject {
  const written = JSON.stringify(paths)
  const used = Object.entries(texts).filter(([status]) => written.includes(JSON.stringify(refToError(Number(status)).$ref)))
  const each = used.map(([status, text]): [string, JsonObject] => [
    nameOf(status),
    {
      description: messages[text],
      ...(status === '301' && {
        headers: { Location: { description: messages.headerLocation, required: true, schema: { type: 'string' } } },
      }),
      ...(mayBeRetried.has(status) && {
        headers: { 'Retry-After': { description: messages.headerRetryAfter, required: status === '503', schema: { type: 'integer' } } },
      }),
      content: toContent({ allOf: [refTo('Problem'), { properties: { code: { enum: codesOf(Number(status)) } } }] }),
    },
  ])
  return { ...Object.fromEntries(each), [nameOf('default')]: { description: messages.errorMessage, content: toContent(refTo('Problem')) } }
}

/** Statuses of errors with `Retry-After`; of those with 409, only `request_in_progress` has it. */
const mayBeRetried: ReadonlySet<string> = new Set(['409', '503'])

const codesOf = (status: number): readonly string[] => errorCodes.filter((code) => statusOf[code] === status)

const toContent = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })
