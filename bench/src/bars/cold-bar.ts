import { cost, interleave, type Rounds, ratio } from '../measure/interleave.ts'
import type { BarGroup } from './bench.ts'
import { type ColdPrograms, type ColdRun, prepareColdPrograms } from './cold-programs.ts'
import { atMost, type Figure } from './finding.ts'

/** The least number of rounds: a process starts once in each. */
const leastRounds = 15

type Name = Parameters<ColdPrograms['run']>[0]

const cpuMsOf = ({ cpuMs }: ColdRun): number => cpuMs

/** In processor time, because a start is short and other load delays it by more than it takes. */
function startFigure(found: Rounds<Name, ColdRun>, name: 'files' | 'bundle', label: string, limit: number): Figure {
  const beyondBare = (costOf: (run: ColdRun) => number): number => ratio(found, name, 'bare', costOf) - 1
  const [bareMs, wholeMs] = [cost(found, 'bare', cpuMsOf), cost(found, name, cpuMsOf)]
  return {
    label: `${label}, beyond bare Node / bare Node`,
    value: beyondBare(cpuMsOf),
    unit: 'x',
    note: `${(wholeMs - bareMs).toFixed(0)} ms and ${bareMs.toFixed(0)} ms; elapsed time ${beyondBare(({ wallMs }) => wallMs).toFixed(1)}x`,
    limit: atMost(limit),
  }
}

/** Bar 25: the start of a process that answers one request, and the size of what it loads. */
export const coldBar: BarGroup = {
  rows: [25],
  run: async ({ rounds, progress }) => {
    progress.say('bar 25: building the packages')
    const programs = await prepareColdPrograms()
    try {
      progress.say('bar 25: cold starts')
      const names: readonly Name[] = ['bare', 'files', 'bundle']
      const found = await interleave(
        names.map((name) => ({ name, measure: async () => programs.run(name) })),
        Math.max(rounds, leastRounds),
      )
      return [
        {
          row: 25,
          figures: [
            startFigure(found, 'files', 'first list from files', 6.1),
            startFigure(found, 'bundle', 'first list from a bundle', 4.6),
            { label: 'handler, core and English by gzip', value: programs.handlerBytes, unit: 'bytes', limit: atMost(60_000) },
          ],
        },
      ]
    } finally {
      programs.remove()
    }
  },
}
