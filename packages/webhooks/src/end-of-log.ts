import type { Calendar } from '@kalends/core'
import { internals } from '@kalends/core/internal'

/** The highest number of the log of a calendar. */
export const endOfLog = async (calendar: Calendar): Promise<number> => (await internals(calendar).log.rows({ after: 0, limit: 1 })).head
