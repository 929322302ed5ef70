import { createCalendar } from '@kalends/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { kyselyStore } from '../src/index.ts'
import { engines } from './engines.ts'

describe.each(engines)('ping on $name', (engine) => {
  test('asks for the migrations if the tables are missing', async () => {
    const { db, close } = await engine.open()
    onTestFinished(close)
    const calendar = createCalendar({ store: kyselyStore(db, { prefix: 'missing_' }) })
    await expect(calendar.ping()).rejects.toThrow('call migrateToLatest(db) first')
  })

  test('runs one statement, and fails after the connection is destroyed', async () => {
    const statements: string[] = []
    const { another, db, options, close } = await engine.open({ log: ({ query }) => void statements.push(query.sql) })
    onTestFinished(close)
    const calendar = createCalendar({ store: kyselyStore(db, options) })
    statements.length = 0
    await calendar.ping()
    await calendar.ping()
    expect(statements).toHaveLength(2)
    if (!engine.isShared) return
    const gone = await another()
    const other = createCalendar({ store: kyselyStore(gone, options) })
    await other.ping()
    await gone.destroy()
    await expect(other.ping()).rejects.toThrow()
  })
})
