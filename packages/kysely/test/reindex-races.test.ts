import { createCalendar } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'
import { pause } from './faults/outcomes.ts'
import { skipWithout } from './skip-without.ts'

/** A Standard Schema that takes any text. */
const schema = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value: String(value) }) } } as const
const record = { name: 'Hall', fields: { key: 'red' } }

/** Engines on which transactions run at the same time. */
const servers = engines.filter(({ address }) => address !== undefined)

describe('a reindex of declared fields', () => {
  skipWithout(servers)

  test.each(servers.flatMap((engine) => (['venues', 'organizers'] as const).map((kind) => ({ engine, kind, name: engine.name }))))(
    'stays when an update of texts waits for it: $kind on $name',
    async ({ engine, kind }) => {
      const { db, options, close } = await engine.open()
      onTestFinished(close)
      const declared = { key: { schema, filter: 'is' } } as const
      const own = createCalendar({
        store: kyselyStore(db, options),
        fields: { venue: { key: { schema } }, organizer: { key: { schema } } },
      })
      const indexed = createCalendar({ store: kyselyStore(db, options), fields: { venue: declared, organizer: declared } })
      const { id } = await own[kind].create(record)
      const reindexing = await db.startTransaction().setIsolationLevel('read committed').execute()
      await indexed.using(kyselyStore(reindexing, options)).maintenance.reindexFields()
      const writing = await db.startTransaction().setIsolationLevel('read committed').execute()
      const updating = own.using(kyselyStore(writing, options))[kind].update(id, { description: 'new' })
      // By then, the update has read the record, and waits for its lock.
      await pause(200)
      await reindexing.commit().execute()
      await updating
      await writing.commit().execute()
      expect((await indexed[kind].list({ fields: { key: 'red' } })).items).toMatchObject([{ id, description: 'new' }])
    },
  )
})
