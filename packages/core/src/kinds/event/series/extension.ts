import { CalendarError } from '../../../errors/calendar-error.ts'
import type { CalendarContext, Extension, Operation } from '../../../record/context.ts'
import type { EventFilter } from '../../../store/filters.ts'
import { dayMs } from '../../../time/clock.ts'
import { instantToLocal } from '../../../time/wall-time.ts'
import { extendBatch, findDueAt } from './extend.ts'
import { dueBefore } from './horizon.ts'

/**
 * How long the last revision decides whether an extension is due; the first one is read this long after the first call. A series becomes due only
 * months after it was stored, and reading a revision with each write would cost a statement more.
 */
const checkIntervalMs = 60 * 60_000

/** The time until the next attempt after a failed extension. */
const retryMs = 60_000

/**
 * How far the clock may be ahead of everything that was written before a list extends series, in milliseconds. A clock that is wrong by years
 * would store occurrences for all of them, which stay.
 */
const maxIdleMs = 366 * dayMs

/**
 * Creates the automatic extension of series: after writes, and before lists that reach beyond the stored occurrences. Each of them runs or
 * waits for one transaction; what is left is for the next ones. A list has the occurrences that are stored then, also after a failure.
 * @param report receives the errors
 */
export function createExtension(report: (error: unknown) => void): Extension {
  const horizon = createHorizonCheck()
  const extendIf = createExtendIf(horizon, report)
  const isClockAhead = createClockCheck(report)
  return {
    note: (context, { extendedTo }, nowMs) => {
      horizon.note(nowMs, extendedTo)
      return extendedTo !== null && isDueAt(context, nowMs, extendedTo)
    },
    afterWrite: async (context, nowMs) => {
      const always = (): Promise<boolean> => Promise.resolve(true)
      if (context.ownsTransactions) await extendIf(context, nowMs, always, () => extendBatch(context))
    },
    beforeList: async (op, filter) => {
      if (!op.ownsTransactions) return
      // Most calendars have no endless series: their lists need not wait here.
      if (horizon.isWhole(op.nowMs)) return
      await extendIf(
        op,
        op.nowMs,
        async (end) => reachesPast(filter, end, op.timeZone) && !(await isClockAhead(op)),
        () => extendBatch(op),
      )
    },
  }
}

/** Creates the test whether the clock is more than a year ahead of the last write and of the last extension, which is then reported once. */
function createClockCheck(report: (error: unknown) => void): (op: Operation) => Promise<boolean> {
  let isReported = false
  return async (op) => {
    const { log } = op.store
    const fromMs = op.nowMs - maxIdleMs
    // An extension is an update of its series.
    const isExtended = (await findDueAt(op)).some(({ updatedMs }) => updatedMs >= fromMs)
    const head = isExtended ? 0 : await log.number().then(() => log.head())
    const [last] = head === 0 ? [] : await log.read({ after: head - 1, limit: 1 })
    const isAhead = !isExtended && !(last !== undefined && last.atMs >= fromMs)
    if (isAhead && !isReported)
      report(
        new Error(
          'The clock is more than a year ahead of the last write: lists extend no series until a write or maintenance.extendSeries().',
        ),
      )
    isReported = isAhead
    return isAhead
  }
}

/**
 * Runs an extension if one is due and wanted. Concurrent calls wait for the same extension.
 * @param isWanted takes the wall time at which the stored occurrences of the first series end
 */
type ExtendIf = (
  context: CalendarContext,
  nowMs: number,
  isWanted: (end: string) => Promise<boolean>,
  extend: () => ReturnType<typeof extendBatch>,
) => Promise<void>

/** Creates the function that runs at most one extension at a time. After a failure, none runs for {@link retryMs}. */
function createExtendIf(horizon: ReturnType<typeof createHorizonCheck>, report: (error: unknown) => void): ExtendIf {
  let failedMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  const attempt = async (nowMs: number, extend: () => ReturnType<typeof extendBatch>): Promise<void> => {
    try {
      const { busy = [] } = await extend()
      for (const { id = 0, detail } of busy) report(toBusy(id, detail))
    } catch (error) {
      failedMs = nowMs
      report(error)
    }
  }

  return async (context, nowMs, isWanted, extend) => {
    try {
      // A clock that was set back must not prolong the pause.
      const end = Math.abs(nowMs - failedMs) < retryMs ? undefined : await horizon.findDue(context, nowMs)
      if (end === undefined || !(await isWanted(end))) return
      running ??= attempt(nowMs, extend).finally(() => {
        running = undefined
      })
      await running
      await horizon.refresh(context, nowMs)
    } catch (error) {
      report(error)
    }
  }
}

/** A date of a series that was stored although it overlaps others. */
const toBusy = (id: number, start = ''): Error =>
  new CalendarError(
    'venue_busy',
    { conflicts: [] },
    { message: `A new date of a series, event ${id} at ${start}, overlaps others at its venue.` },
  )

/**
 * Remembers the `extendedTo` of the last known revision: the wall time up to which the occurrences of every series are stored; null for no end.
 */
function createHorizonCheck() {
  let known: { readonly checkedMs: number; readonly extendedTo: string | null } | undefined
  const note = (checkedMs: number, extendedTo: string | null): void => {
    known = { checkedMs, extendedTo }
  }
  const refresh = async ({ store }: CalendarContext, nowMs: number): Promise<void> => note(nowMs, (await store.revision(nowMs)).extendedTo)
  const isRecent = (nowMs: number): boolean => known !== undefined && Math.abs(nowMs - known.checkedMs) < checkIntervalMs
  return {
    note,
    refresh,
    /** Whether a recent revision says that every series is stored whole. */
    isWhole: (nowMs: number): boolean => isRecent(nowMs) && known?.extendedTo === null,
    /** The wall time at which the stored occurrences of the first series end, if its extension is due. */
    findDue: async (context: CalendarContext, nowMs: number): Promise<string | undefined> => {
      if (known === undefined) note(nowMs, null)
      else if (!isRecent(nowMs)) await refresh(context, nowMs)
      const extendedTo = known?.extendedTo ?? null
      return extendedTo !== null && isDueAt(context, nowMs, extendedTo) ? extendedTo : undefined
    },
  }
}

const isDueAt = ({ timeZone, horizonMonths }: CalendarContext, nowMs: number, extendedTo: string): boolean =>
  extendedTo < dueBefore(nowMs, timeZone, horizonMonths)

/** Whether a list may have events that start at or after a wall time. */
function reachesPast({ ids, startLocal, startMs }: EventFilter, end: string, timeZone: string): boolean {
  if (ids !== undefined) return false
  const isBeyond = startLocal?.lt === undefined || startLocal.lt > end
  return isBeyond && (startMs?.lt === undefined || instantToLocal(startMs.lt, timeZone) > end)
}
