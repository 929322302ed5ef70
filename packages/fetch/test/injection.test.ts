import { createCalendar, publicReadOnly } from '@kalends/core'
import { kyselyStore } from '@kalends/kysely'
import { fixedClock } from '@kalends/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, type OpenOptions } from '../../kysely/test/engines.ts'
import { createHandler } from '../src/index.ts'
import { now, toRequest } from './support.ts'

/** Each engine with its default settings, and MariaDB and MySQL also with `NO_BACKSLASH_ESCAPES`. */
const settings = engines.flatMap((engine): readonly { name: string; engine: typeof engine; options: OpenOptions }[] => {
  const plain = { name: engine.name, engine, options: {} }
  if (engine.dialect !== 'mysql') return [plain]
  const session = `set session sql_mode = 'NO_BACKSLASH_ESCAPES'`
  return [plain, { name: `${engine.name} under NO_BACKSLASH_ESCAPES`, engine, options: { session, ownPool: true } }]
})

/** Strings that close a quoted SQL string early and then match every row, for each way in which an engine or driver may quote. */
const injections = [
  `x') > 0 or 1 = 1 -- `,
  `x') > 0 or 1 = 1 # `,
  `\\') > 0 or 1 = 1 -- `,
  `') > 0 or 1 = 1 or locate('x`,
  `") > 0 or 1 = 1 -- `,
  `' or ''='`,
  `'/**/or/**/1=1#`,
  '\\',
]

describe.each(settings)('a search over HTTP on $name', ({ engine, options }) => {
  test('finds the texts that it names, and no drafts', async () => {
    const database = await engine.open(options)
    onTestFinished(() => database.close())
    const calendar = createCalendar({ store: kyselyStore(database.db, database.options), clock: fixedClock(now) })
    const handler = createHandler(calendar, { access: publicReadOnly() })
    await calendar.events.create({ title: 'Secret draft', status: 'draft', startDate: '2026-06-01', endDate: '2026-06-02' })
    await calendar.venues.create({ name: 'Secret hall', status: 'draft' })
    for (const [index, text] of injections.entries()) {
      const title = `Shown ${index} ${text}`
      await calendar.events.create({ title, startDate: '2026-06-01', endDate: '2026-06-02' })
    }
    for (const path of ['events', 'venues', 'organizers', 'categories', 'tags']) {
      for (const text of injections) {
        // Also without spaces, because a search is split into words at spaces.
        for (const search of [text, text.replaceAll(' ', '/**/'), text.replaceAll(' ', '\t')]) {
          const response = await handler(toRequest('GET', `/${path}?search=${encodeURIComponent(search)}`))
          expect([path, search, response.status]).toEqual([path, search, 200])
          expect(await response.text()).not.toContain('Secret')
        }
      }
    }
    for (const [index, text] of injections.entries()) {
      const response = await handler(
        toRequest('GET', `/events?search=${encodeURIComponent(`Shown ${index} ${text.replaceAll('"', ' ')}`)}`),
      )
      expect((await response.json()).events.map(({ title }: { title: string }) => title)).toContain(`Shown ${index} ${text}`.trim())
    }
  })
})
