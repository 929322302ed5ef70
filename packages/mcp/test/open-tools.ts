import { type AccessPolicy, type Actor, allowAll, type Calendar, createCalendar } from '@kalends/core'

import { memoryStore } from '@kalends/memory'
import { type FixedClock, fixedClock } from '@kalends/testing'
import { createTools, type Tool, type ToolsOptions } from '../src/index.ts'

/** An answer of a tool, as these tests read it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read members of plain data by name
export type Answer = Record<string, any>

/** Calls a tool by its name. */
export type Call = (name: string, input: unknown) => Promise<Answer>

/** The call of some tools. */
export const callOf =
  (tools: readonly Tool[]): Call =>
  async (name, input) => {
    const tool = tools.find((other) => other.name === name)
    if (tool === undefined) throw new TypeError(`There is no tool ${name}.`)
    return (await tool.handler(input)).structuredContent
  }

/** A calendar with a hall, and the tools of an actor. */
export async function openTools(options: ToolsOptions = {}, access: AccessPolicy = allowAll(), actor: Actor | null = { id: '7' }) {
  const clock: FixedClock = fixedClock('2031-03-01T12:00:00Z')
  const calendar: Calendar = createCalendar({ store: memoryStore(), timeZone: 'Europe/Berlin', clock })
  const hall = await calendar.venues.create({ name: 'Hall', city: 'Ulm' })
  const tools = createTools(calendar.as(actor, access), { write: true, ...options })
  return { clock, calendar, hall, tools, call: callOf(tools) }
}
