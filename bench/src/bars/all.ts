import type { BarGroup } from './bench.ts'
import { coldBar } from './cold-bar.ts'
import { dateBar } from './date-bar.ts'
import { fieldBar } from './field-bar.ts'
import { fieldCostBar } from './field-cost-bar.ts'
import { formatBar } from './format-bar.ts'
import { growthBars } from './growth-bars.ts'
import { handlerBars } from './handler-bars.ts'
import { logBar } from './log-bar.ts'
import { memoryBar } from './memory-bar.ts'
import { peerBars } from './peer-bars.ts'
import { sizeBar } from './size-bar.ts'
import { statementBar } from './statement-bar.ts'
import { tinyBars } from './tiny-bars.ts'
import { unaskedBar } from './unasked-bar.ts'
import { writeBar } from './write-bar.ts'

/** All bars (performance targets), in the order of measurement. */
export const allBars: readonly BarGroup[] = [
  handlerBars,
  sizeBar,
  growthBars,
  statementBar,
  memoryBar,
  dateBar,
  tinyBars,
  formatBar,
  fieldBar,
  fieldCostBar,
  logBar,
  writeBar,
  peerBars,
  unaskedBar,
  coldBar,
]
