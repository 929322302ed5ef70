// Prints the rules that take longest to expand: node --conditions=@kalends/source packages/core/test/recurrence/rank-rules.ts
import { expandRule } from '../../src/recurrence/expand-rule.ts'
import { dateutilLines } from './dateutil-fixture.ts'
import { ruleOf } from './rule-of.ts'

const start = Date.UTC(1900, 0, 1, 19)
const month = { from: Date.UTC(1936, 4, 1), before: Date.UTC(1936, 5, 1) }
const years = Array.from({ length: 366 }, (_, index) => index + 1)
const texts = [
  'FREQ=DAILY',
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1',
  'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  `FREQ=YEARLY;BYYEARDAY=${years.slice(0, 200).join(',')}`,
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=${years.slice(0, 200).join(',')}`,
  'FREQ=YEARLY;BYWEEKNO=1,20,53,-1;BYDAY=MO,TU,WE,TH,FR,SA,SU',
  ...dateutilLines.slice(0, 2_000).map((line) => line.split(' ')[1] ?? ''),
]

/** The shortest time of five, in milliseconds: other programs make single times longer. */
function shortestMs(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now()
    run()
    return performance.now() - begin
  })
  return Math.min(...times)
}

const measured = texts.map((text) => {
  const rule = { ...ruleOf(text), count: undefined, until: undefined }
  return { text, wholeMs: shortestMs(() => expandRule(rule, start)), monthMs: shortestMs(() => expandRule(rule, start, month)) }
})

for (const key of ['wholeMs', 'monthMs'] as const) {
  console.info(`\n${key === 'wholeMs' ? 'From 1900 to 2200' : 'A month, 36 years after the start'}, ${measured.length} rules`)
  for (const one of measured.toSorted((a, b) => b[key] - a[key]).slice(0, 5))
    console.info(`${one[key].toFixed(3)} ms  ${one.text.slice(0, 100)}`)
}
