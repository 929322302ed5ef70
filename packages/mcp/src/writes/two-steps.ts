import { type Calendar, CalendarError } from '@kalends/core'
import { internals, randomToken, sha256 } from '@kalends/core/internal'
import type { ToolContext } from '../tool.ts'
import { notice } from '../untrusted.ts'
import type { EventView } from '../views.ts'
import { utcOf } from '../when.ts'
import type { ConflictView } from './conflicts.ts'
import type { SeriesDates } from './dates.ts'

/** What a write has stored, or in a dry run would store. */
export interface Written {
  /** What a person confirms. */
  readonly sentence: string
  /** The event after the write. */
  readonly event: EventView
  /** The dates that the write is for; absent for a single event. */
  readonly dates: SeriesDates | undefined
  /** The events that are in the way, and do not stop the write. */
  readonly conflicts: readonly ConflictView[]
  /** The event before the write; null for a new one. */
  readonly before: { readonly version: number; readonly sentence: string } | null
}

/** How long a token may be used. */
const lifetimeMs = 10 * 60_000

/** The description of `token` in the inputs of writes. */
export const tokenSchema = {
  type: 'string',
  maxLength: 64,
  description: 'The token of the dry run. Leave it out at first. With it, and with otherwise the same input, the write is made.',
} as const

/**
 * Makes a write in two calls: the first one rehearses it and returns a token, and the second one, with the token and the same input, makes it.
 * It stores exactly what the first one has said, or nothing.
 * @param tool the name of the tool
 * @param work makes the write by the calendar that it gets
 * @throws token_expired there is no such token for this actor, tool and input, or it is too old
 * @throws version_conflict the write would store something else than the first call has said
 */
export async function inTwoSteps<Input extends { readonly token?: string | undefined }>(
  context: ToolContext,
  tool: string,
  { token, ...input }: Input,
  work: (tx: Calendar) => Promise<Written>,
): Promise<object> {
  const request = await requestOf(context, tool, input)
  if (token !== undefined) return toAnswer(await confirm(context, token, request, work), { stored: true })
  const written = await internals(context.calendar).rehearse(work)
  const untilMs = context.nowMs() + lifetimeMs
  const issued = randomToken()
  await context.confirmations.put(issued, { request, promise: promiseOf(written), untilMs })
  const next = `Nothing is stored yet. Show the sentence to the person. If they agree, call ${tool} again with the same input and this token.`
  return toAnswer(written, { stored: false, token: issued, tokenUntil: utcOf(untilMs), next })
}

async function confirm(
  { calendar, confirmations, nowMs }: ToolContext,
  token: string,
  request: string,
  work: (tx: Calendar) => Promise<Written>,
): Promise<Written> {
  const confirmation = await confirmations.take(token)
  if (confirmation === undefined || confirmation.request !== request || confirmation.untilMs <= nowMs())
    throw new CalendarError('token_expired', {}, { message: unusable })
  return calendar.transaction(async (tx) => {
    const written = await work(tx)
    if (promiseOf(written) !== confirmation.promise) throw new CalendarError('version_conflict', {}, { message: changed })
    return written
  })
}

const unusable =
  'The token is used, older than 10 minutes, or belongs to another input. Nothing was written by this call. Call again without a token.'
const changed = 'The event or its series was changed since the dry run. Nothing was written. Call again without a token.'

/** Identifies a call: a token is for one actor, one tool and one input. The order of members makes no difference. */
function requestOf({ calendar }: ToolContext, tool: string, input: object): Promise<string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const sorted = given.sort(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify([internals(calendar).viewer().actor?.id ?? null, tool, sorted]))
}

/** What the second call has to store. The conflicts are not part of it, because they do not change the event. */
const promiseOf = ({ sentence, event, dates, before }: Written): string => JSON.stringify([sentence, event.when, dates ?? null, before])

function toAnswer(
  { sentence, event, dates, conflicts, before }: Written,
  step: { readonly stored: boolean; readonly [member: string]: unknown },
): object {
  return {
    notice,
    ...step,
    sentence,
    ...(before !== null && { before: before.sentence }),
    event: step.stored || before !== null ? event : withoutIds(event),
    ...(dates !== undefined && { dates }),
    conflicts,
  }
}

/** The ids of a rehearsed creation are undone with it. */
const withoutIds = ({ series, ...event }: EventView): EventView => ({
  ...event,
  id: null,
  ...(series !== undefined && { series: { ...series, id: null } }),
})
