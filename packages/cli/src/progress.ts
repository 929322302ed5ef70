import { createLogUpdate } from 'log-update'

/** Shows how far a long step is. */
export interface Progress {
  /** Shows a step with the number of what is done, and of what there is in all where that is known. */
  show(step: string, done: number, total?: number): void
  /** Removes what is shown. */
  end(): void
}

/** The pause between two changes of what is shown, in milliseconds: a terminal over a slow line must not slow the work. */
const pauseMs = 100

const numbers = new Intl.NumberFormat('en')

function toLine(step: string, done: number, total: number | undefined): string {
  if (total === undefined) return `${step}: ${numbers.format(done)}`
  const percent = Math.floor((100 * Math.min(done, total)) / Math.max(total, 1))
  return `${step}: ${numbers.format(done)} of ${numbers.format(total)} (${percent} %)`
}

/** Shows progress on a line of a terminal; shows nothing on a pipe or in a file. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, end: () => undefined }
  const update = createLogUpdate(stream)
  let nextMs = 0
  return {
    show: (step, done, total) => {
      const nowMs = performance.now()
      if (nowMs < nextMs) return
      nextMs = nowMs + pauseMs
      update(toLine(step, done, total))
    },
    end: () => {
      update.clear()
      update.done()
    },
  }
}
