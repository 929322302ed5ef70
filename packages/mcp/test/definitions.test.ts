import { allowAll, createCalendar } from '@kalends/core'
import { createReadOnlyCalendar } from '@kalends/core/read-only'
import { memoryStore } from '@kalends/memory'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { createTools } from '../src/index.ts'
import { openTools } from './open-tools.ts'

const readers = ['now_and_zone', 'search_events', 'get_event', 'list_places', 'find_free_time', 'why_not_listed']
const writers = ['create_event', 'update_event', 'cancel_event']

describe('the definitions', () => {
  test('are those that read, and with write those that write', async () => {
    const namesOf = async (write?: boolean) => (await openTools({ write })).tools.map(({ name }) => name)
    expect([await namesOf(undefined), await namesOf(false), await namesOf(true)]).toEqual([readers, readers, [...readers, ...writers]])
  })

  test('are plain data with a handler, whose schemas are those of JSON Schema without a choice at the top', async () => {
    for (const { handler, ...definition } of (await openTools()).tools) {
      expect(handler).toBeTypeOf('function')
      expect(JSON.parse(JSON.stringify(definition))).toEqual(definition)
      const { inputSchema, name, annotations } = definition
      expect(() => new Ajv({ strict: true }).compile(inputSchema)).not.toThrow()
      expect(Object.keys(inputSchema)).toEqual(['type', 'properties', 'required', 'additionalProperties'])
      expect(annotations.readOnlyHint).toBe(readers.includes(name))
      expect(inputSchema.required.includes('timeZone')).toBe(writers.includes(name))
    }
  })

  test('refuse in their handlers what their schemas refuse, and never throw', async () => {
    const { tools } = await openTools()
    const values: readonly unknown[] = [undefined, '', 'x', 'x'.repeat(70_000), 0, -1, 1.5, true, [], [1, 'x'], ['x'], [0], {}, Number.NaN]
    for (const { name, inputSchema, handler } of tools) {
      const fits = new Ajv({ strict: true }).compile(inputSchema)
      const members = [...Object.keys(inputSchema.properties), 'unknown', '__proto__']
      const inputs = [undefined, null, 7, 'text', [], ...members.flatMap((member) => values.map((value) => ({ [member]: value })))]
      for (const input of inputs) {
        const { isError, structuredContent, content } = await handler(input)
        expect(JSON.parse(content[0]?.text ?? '')).toEqual(JSON.parse(JSON.stringify(structuredContent)))
        const given = JSON.parse(JSON.stringify(input ?? null))
        if (!fits(given))
          expect([name, input, isError, structuredContent['error']]).toMatchObject([name, input, true, { code: 'invalid_input' }])
      }
    }
  })
})

describe('tools', () => {
  const calendar = createCalendar({ store: memoryStore() })
  test.each<[string, () => unknown]>([
    ['of the own code of the host', () => createTools(calendar)],
    ['of a calendar that only reads', () => createTools(createReadOnlyCalendar({ store: memoryStore() }).as(null, allowAll()) as never)],
    ['with a misspelt option', () => createTools(calendar.as(null, allowAll()), { writes: true } as never)],
    ['with a time instead of a function', () => createTools(calendar.as(null, allowAll()), { now: 5 } as never)],
    ['with an object that keeps no tokens', () => createTools(calendar.as(null, allowAll()), { confirmations: {} } as never)],
  ])('%s are refused', (_name, make) => expect(make).toThrow(TypeError))
})
