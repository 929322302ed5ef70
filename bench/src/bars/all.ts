import { fieldBars } from './field-bars.ts'
import type { BarGroup } from './finding.ts'
import { formatBar } from './format-bar.ts'
import { growthBars } from './growth-bars.ts'
import { handlerBars } from './handler-bars.ts'
import { importBars } from './import-bars.ts'
import { logBar } from './log-bar.ts'
import { memoryBars } from './memory-bars.ts'
import { peerBars } from './peer-bars.ts'
import { seriesBar } from './series-bar.ts'
import { sizeBar, tinyBar } from './size-bars.ts'
import { writeBars } from './write-bars.ts'

/** All bars (performance targets), in the order of measurement. */
export const allBars: readonly BarGroup[] = [
  ...[handlerBars, sizeBar, growthBars, memoryBars, tinyBar, writeBars, peerBars],
  ...[formatBar, fieldBars, logBar, seriesBar, importBars],
]

/** The requirement of each bar, by its number. */
export const barTexts: Readonly<Record<number, string>> = Object.assign({}, ...allBars.map(({ rows }) => rows))
