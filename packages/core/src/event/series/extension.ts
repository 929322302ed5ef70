import { trusted } from '../../access/decision.ts'
import type { CalendarContext, Extension } from '../../record/context.ts'
import type { EventFilter } from '../../store/filters.ts'
import { instantToLocal } from '../../time/wall-time.ts'
import { extendBatch, extendSeries } from './extend.ts'
import { dueBefore } from './horizon.ts'

/**
 * How long the last revision tells whether an extension is due; the first one is read this long after the first call. A series becomes due only
 * months after it was stored, and reading a revision with each write would cost a statement more.
 */
const checkIntervalMs = 60 * 60_000

/** The time until the next attempt after a failed extension. */
const retryMs = 60_000

/**
 * Creates the automatic extension of series: after writes, and before lists that reach beyond the stored occurrences. A failed extension does
 * not fail the call: a list then has only the stored occurrences.
 * @param report receives the errors
 */
export function createExtension(report: (error: unknown) => void): Extension {
  const horizon = createHorizonCheck()
  const extendIf = createExtendIf(horizon, report)
  return {
    note: (context, { extendedTo }, nowMs) => {
      horizon.note(nowMs, extendedTo)
      return extendedTo !== null && isDueAt(context, nowMs, extendedTo)
    },
    afterWrite: async (context, nowMs) => {
      const always = (): boolean => true
      if (context.ownsTransactions) await extendIf(context, nowMs, always, () => extendBatch(context))
    },
    beforeList: async (op, filter) => {
      if (!op.ownsTransactions) return
      // Most calendars have no endless series: their lists need not wait here.
      if (horizon.isWhole(op.nowMs)) return
      const extend = (): Promise<boolean> =>
        extendIf(
          op,
          op.nowMs,
          (end) => reachesPast(filter, end, op.timeZone),
          () => extendSeries({ ...op, viewer: trusted, signal: undefined }, false, Number.MAX_SAFE_INTEGER),
        )
      // The first extension may be that of a concurrent write, which extends only some series.
      if (await extend()) await extend()
    },
  }
}

/**
 * Runs an extension if one is due and wanted. Concurrent calls wait for the same extension.
 * @param isWanted takes the wall time at which the stored occurrences of the first series end
 * @returns whether an extension ran
 */
type ExtendIf = (
  context: CalendarContext,
  nowMs: number,
  isWanted: (end: string) => boolean,
  extend: () => Promise<unknown>,
) => Promise<boolean>

/** Creates the function that runs at most one extension at a time. After a failure, none runs for {@link retryMs}. */
function createExtendIf(horizon: HorizonCheck, report: (error: unknown) => void): ExtendIf {
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  const attempt = async (nowMs: number, extend: () => Promise<unknown>): Promise<void> => {
    try {
      await extend()
    } catch (error) {
      pausedUntilMs = nowMs + retryMs
      report(error)
    }
  }

  return async (context, nowMs, isWanted, extend) => {
    try {
      const end = nowMs < pausedUntilMs ? undefined : await horizon.findDue(context, nowMs)
      if (end === undefined || !isWanted(end)) return false
      running ??= attempt(nowMs, extend).finally(() => {
        running = undefined
      })
      await running
      await horizon.refresh(context, nowMs)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }
}

/** The `extendedTo` of the last known revision: the wall time up to which the occurrences of every series are stored; null for no end. */
interface HorizonCheck {
  /** Remembers the `extendedTo` of a revision. */
  note(nowMs: number, extendedTo: string | null): void
  /** Reads the revision and remembers its `extendedTo`. */
  refresh(context: CalendarContext, nowMs: number): Promise<void>
  /** Whether a recent revision says that every series is stored whole. */
  isWhole(nowMs: number): boolean
  /** The wall time at which the stored occurrences of the first series end, if its extension is due. */
  findDue(context: CalendarContext, nowMs: number): Promise<string | undefined>
}

function createHorizonCheck(): HorizonCheck {
  let known: { readonly checkedMs: number; readonly extendedTo: string | null } | undefined
  const note = (checkedMs: number, extendedTo: string | null): void => {
    known = { checkedMs, extendedTo }
  }
  const refresh = async ({ store }: CalendarContext, nowMs: number): Promise<void> => note(nowMs, (await store.revision(nowMs)).extendedTo)
  const isRecent = (nowMs: number): boolean => known !== undefined && Math.abs(nowMs - known.checkedMs) < checkIntervalMs
  return {
    note,
    refresh,
    isWhole: (nowMs) => isRecent(nowMs) && known?.extendedTo === null,
    findDue: async (context, nowMs) => {
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
