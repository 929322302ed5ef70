import type { Event } from '@kalends/core'
import type { Reason } from '@kalends/core/internal'
import type { InputSchema } from '../schema.ts'
import { tokenSchema } from './two-steps.ts'

/** The members of inputs that name an event to change. */
export const namedSchema = {
  properties: {
    id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of search_events.' },
    scope: {
      type: 'string',
      enum: ['this', 'following', 'all'],
      description:
        'Required for an event that repeats: this date alone, this and all later dates, or all dates, past ones too. Ask the person which one they mean.',
    },
    token: tokenSchema,
  },
  required: ['id', 'timeZone'],
} as const satisfies InputSchema

/** How much of a series a write is for. */
export type Scope = 'this' | 'following' | 'all'

/**
 * Checks that a write says how much of a series it is for.
 * @param issues receives the reason for a refusal
 */
export function checkScope(event: Event, scope: Scope | undefined, issues: Record<string, Reason>): void {
  if (event.recurrence !== null && scope === undefined) issues['scope'] = { code: 'required' }
}

/** The reason why a zone is refused that is not the one of the event. */
export const notZoneOf = ({ timeZone }: Event): Reason => ({ code: 'other_time_zone', name: `the event, which is in ${timeZone}` })

/** The options of a change of an event as it is now. */
export const optionsOf = ({ version }: Event, scope: Scope | undefined) => ({ version, ...(scope !== undefined && { scope }) })
