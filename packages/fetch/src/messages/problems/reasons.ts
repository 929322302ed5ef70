import { listReasonMessages } from '@kalends/core/internal'

/** The messages of the reasons why a list lacks an event, in English: those of the core, and what only the interface adds to them. */
export const enReasons = {
  ...listReasonMessages,
  before_window: 'It starts at {value}; without other times the list begins at {wanted}.',
  after_window: 'It starts at {value}; without other times the list ends at {wanted}.',
} as const
