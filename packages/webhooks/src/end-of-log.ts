import type { Calendar } from '@kalends/core'

/** The highest number of the log of a calendar. */
export const endOfLog = async ({ changes }: Calendar): Promise<number> => (await changes.rows({ after: 0, limit: 1 })).head
