import { spawnSync } from 'node:child_process'
import { type CalendarOptions, createCalendar, publicReadOnly } from '@kalends/core'
import { openTelemetry } from '@kalends/core/otel'
import { memoryStore } from '@kalends/memory'
import * as api from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { programEnvironment } from '../../../../tests/lanes/program-environment.ts'
import { createHandler } from '../../src/index.ts'
import { toRequest } from '../support.ts'

test('an application without @opentelemetry/api loads the entry', () => {
  const code = `import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) => {
    if (name.startsWith('@opentelemetry/')) throw new Error(name + ' is not installed')
    return next(name, context)
  },
})
const { openTelemetry } = await import('@kalends/core/otel')
try { openTelemetry() } catch (error) { console.log(error.message) }`
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@kalends/source', '--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    env: programEnvironment,
  })
  expect([stdout, stderr]).toEqual(["openTelemetry takes the module @opentelemetry/api: import * as api from '@opentelemetry/api'\n", ''])
})

test('without an SDK, responses are the same', async () => {
  const telemetry = openTelemetry(api)
  const responseOf = async (calendar = createCalendar({ store: memoryStore() }), use = [telemetry.handler].slice(1)) => {
    const response = await createHandler(calendar, { access: publicReadOnly(), use })(toRequest('GET', '/events'))
    return [response.status, Object.fromEntries(response.headers), await response.text()]
  }
  const observed = createCalendar({ store: memoryStore(), observe: telemetry.calendar })
  expect(await responseOf(observed, [telemetry.handler])).toEqual(await responseOf())
})

test.each<[unknown]>([[null], [{}], [{ store: () => memoryStore() }]])('an observer that is none is refused: %o', (observe) => {
  // Callers without types may pass anything.
  expect(() => createCalendar({ store: memoryStore(), observe: observe as CalendarOptions['observe'] })).toThrow(TypeError)
})
