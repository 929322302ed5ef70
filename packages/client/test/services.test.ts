import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AccessPolicy, type Actor, allowAll } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { afterEach, describe, expect, test } from 'vitest'
import { openCalendar } from '../../core/test/open-calendar.ts'
import type { ServiceOpener } from '../../core/test/services/open-service.ts'
import { services } from '../../core/test/services/services.ts'
import { createClient } from '../src/index.ts'
import { remoteWays, use } from './open-client.ts'

/** The cases of the core's own service tests, with the same expectations, through clients. */

const closers: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))))

/** The quick lane leaves out the way over Node's HTTP server, which takes twice as long. */
const ways = process.env['KALENDS_LANE'] === 'quick' ? remoteWays.filter(({ name }) => name !== 'over HTTP') : remoteWays

describe.each(ways)('$name', ({ connect }) => {
  const open: ServiceOpener = async (calendarOptions) => {
    const { calendar, clock, memory } = openCalendar(calendarOptions)
    const as = async (actor: Actor | null, access: AccessPolicy) => {
      const { options, close } = await connect(createHandler(calendar, { access, authenticate: () => actor, authorIds: 'text', use }))
      closers.push(close)
      return createClient(options)
    }
    return { calendar: await as(null, allowAll()), clock, memory, as }
  }

  describe.each(Object.entries(services))('%s', (_, describeService) => describeService(open))
})

test('every service test of the core is here, and has no case that runs in process alone', () => {
  const cwd = fileURLToPath(new URL('../../core/src/', import.meta.url))
  const files = globSync('**/service.test.ts', { cwd })
  expect(files.map((file) => basename(dirname(file))).sort()).toEqual(Object.keys(services).sort())
  for (const file of files) expect(readFileSync(`${cwd}${file}`, 'utf8')).not.toMatch(/\b(?:test|expect)[.(]/)
})
