import type { BarGroup } from './bench.ts'
import { handlerBars } from './handler-bars.ts'
import { tinyBars } from './tiny-bars.ts'

/** All bars, in the order in which they are measured. */
export const allBars: readonly BarGroup[] = [handlerBars, tinyBars]
