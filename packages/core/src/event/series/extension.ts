import { trusted } from '../../access/decision.ts'
import type { CalendarContext, Extension } from '../../record/context.ts'
import type { EventFilter } from '../../store/filters.ts'
import { instantToLocal } from '../../time/wall-time.ts'
import { extendPortion, extendSeries } from './extend.ts'
import { dueBefore } from './horizon.ts'

/**
 * How long a revision is trusted to tell which series end soon, and how long a calendar does without one after its first call. New series are
 * stored for months, so only time makes one due, and each write would otherwise cost a statement more.
 */
const checkIntervalMs = 60 * 60_000

/** The time until the next attempt after a failed extension. */
const retryMs = 60_000

/**
 * Creates the extension of series by the calls of a calendar: after writes, and before lists that reach beyond the stored occurrences. It
 * never fails such a call: a list then has what is stored.
 * @param report receives its errors
 */
export function createExtension(report: (error: unknown) => void): Extension {
  const horizon = createHorizonCheck()
  const extendIf = createFlight(horizon, report)
  return {
    note: (context, { extendedTo }, nowMs) => {
      horizon.note(nowMs, extendedTo)
      return extendedTo !== null && isDueAt(context, nowMs, extendedTo)
    },
    afterWrite: async (context, nowMs) => {
      const always = (): boolean => true
      if (context.ownsTransactions) await extendIf(context, nowMs, always, () => extendPortion(context))
    },
    beforeList: async (op, filter) => {
      if (!op.ownsTransactions) return
      // Most calendars have no endless series, and their lists then wait for nothing here.
      if (horizon.isWhole(op.nowMs)) return
      const extend = (): Promise<boolean> =>
        extendIf(
          op,
          op.nowMs,
          (end) => reachesPast(filter, end, op.timeZone),
          () => extendSeries({ ...op, viewer: trusted, signal: undefined }, false, Number.MAX_SAFE_INTEGER),
        )
      // The first flight may be that of a write, which extends some series alone.
      if (await extend()) await extend()
    },
  }
}

/**
 * Runs an extension if one is due and wanted; calls that come meanwhile wait for the same one.
 * @param isWanted takes the wall time at which the stored occurrences of the first series end
 * @returns whether an extension ran
 */
type ExtendIf = (
  context: CalendarContext,
  nowMs: number,
  isWanted: (end: string) => boolean,
  extend: () => Promise<unknown>,
) => Promise<boolean>

/** Makes the function that runs at most one extension at a time. After a failure, it waits before the next attempt. */
function createFlight(horizon: HorizonCheck, report: (error: unknown) => void): ExtendIf {
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let flight: Promise<void> | undefined

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
      flight ??= attempt(nowMs, extend).finally(() => {
        flight = undefined
      })
      await flight
      await horizon.ask(context, nowMs)
      return true
    } catch (error) {
      report(error)
      return false
    }
  }
}

/** Up to when the occurrences of all series are stored, by the last revision. */
interface HorizonCheck {
  /** Remembers the `extendedTo` of a revision. */
  note(nowMs: number, extendedTo: string | null): void
  /** Reads the revision. */
  ask(context: CalendarContext, nowMs: number): Promise<void>
  /** Whether, by a recent revision, no series has occurrences still to be stored. */
  isWhole(nowMs: number): boolean
  /** The wall time at which the stored occurrences of the first series end, if its extension is due. */
  findDue(context: CalendarContext, nowMs: number): Promise<string | undefined>
}

function createHorizonCheck(): HorizonCheck {
  let known: { readonly checkedMs: number; readonly extendedTo: string | null } | undefined
  const note = (checkedMs: number, extendedTo: string | null): void => {
    known = { checkedMs, extendedTo }
  }
  const ask = async ({ store }: CalendarContext, nowMs: number): Promise<void> => note(nowMs, (await store.revision(nowMs)).extendedTo)
  const isRecent = (nowMs: number): boolean => known !== undefined && Math.abs(nowMs - known.checkedMs) < checkIntervalMs
  return {
    note,
    ask,
    isWhole: (nowMs) => isRecent(nowMs) && known?.extendedTo === null,
    findDue: async (context, nowMs) => {
      if (known === undefined) note(nowMs, null)
      else if (!isRecent(nowMs)) await ask(context, nowMs)
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
