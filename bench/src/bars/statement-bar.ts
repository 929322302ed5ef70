import { createCalendar, publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { kyselyStore } from '@kalends/kysely'
import { countStatements } from '@kalends/testing'
import { openFilled } from '../data/databases.ts'
import { engineTitles } from '../data/engine.ts'
import { base, clock, publicUrl } from '../setting.ts'
import type { BarGroup } from './bench.ts'
import { atMost, type Figure } from './finding.ts'

const pageSizes = [1, 35, 100] as const

/** Bar 8: the number of statements for a page, uncached and cached. */
export const statementBar: BarGroup = {
  rows: [8],
  run: async ({ engines, sizes, progress }) => {
    const figures: Figure[] = []
    for (const engine of engines) {
      progress.say(`bar 8: statements on ${engineTitles[engine]}`)
      const { db, options, close } = await openFilled(engine, sizes[0] ?? 1_000, progress)
      try {
        const counter = countStatements(db)
        const calendar = createCalendar({ store: kyselyStore(db, options), clock })
        const handler = createHandler(calendar, { access: publicReadOnly(), publicUrl })
        const count = async (perPage: number): Promise<number> => {
          const request = new Request(`${publicUrl}${base}/events?per_page=${perPage}`)
          return (await counter.during(() => handler(request))).statements.length
        }
        for (const state of ['cold', 'warm'] as const) {
          const counts: number[] = []
          for (const perPage of pageSizes) counts.push(await count(perPage))
          figures.push({
            label: `${engineTitles[engine]}, ${state}`,
            value: Math.max(...counts),
            unit: '',
            limit: atMost(state === 'cold' ? 9 : 2),
            note: `${counts.join(', ')} for ${pageSizes.join(', ')} events`,
          })
        }
      } finally {
        await close()
      }
    }
    return [{ row: 8, figures }]
  },
}
