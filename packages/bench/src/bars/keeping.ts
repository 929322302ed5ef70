import type { Keeping } from '../serve/server-plan.ts'
import { base } from '../setting.ts'

const list = `${base}/events`

/**
 * The first page of the default window, asked for in ways that are answered with the same events and the same total. Each is a
 * question of its own, because links repeat what was asked: whoever asks at the same time makes an answer, instead of waiting
 * for that of another.
 */
const waysToAsk = ['page=1', 'per_page=35', 'order=asc', 'orderby=start_date', 'page=1&per_page=35', 'page=1&order=asc']

/** What is asked for to measure what it is worth to keep something. */
export const pathsFor: Readonly<Record<Keeping, readonly string[]>> = {
  answers: [list],
  totals: waysToAsk.map((query) => `${list}?${query}`),
  nothing: [list],
}
