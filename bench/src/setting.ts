import { nowMs } from './data/shape.ts'

/** The public URL of every server in a comparison, so that all of them send the same links. */
export const publicUrl = 'http://bench.example'

/** The URL of the interface under {@link publicUrl}. */
export const base = '/calendar/events/v1'

/** The clock of every calendar over the data: it is fixed, so that the default window is always the same. */
export const clock = { nowMs: (): number => nowMs }

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const [year = '', ...rest] = day(nowMs).split('-')

/** The window of a list without dates, in the text format of the interface: two years from today, both days included. */
export const defaultWindow = {
  start: `${day(nowMs)} 00:00:00`,
  end: `${[Number(year) + 2, ...rest].join('-')} 23:59:59`,
} as const

/** The same window in milliseconds: its wall times taken as UTC, with the end excluded. */
export const defaultWindowMs = {
  from: Date.parse(`${defaultWindow.start.replace(' ', 'T')}Z`),
  to: Date.parse(`${defaultWindow.end.replace(' ', 'T')}Z`) + 1_000,
} as const
