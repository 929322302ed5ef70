import type { Calendar } from '@kalends/core'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect } from 'vitest'
import type { Dialogue } from './dialogues.ts'
import { readSentence } from './sentence.ts'

/** What these tests read of an answer. */
interface Answer {
  readonly sentence: string
  readonly token: string
  readonly event: { readonly id: number; readonly series?: { readonly id: number }; readonly when: { readonly sentence: string } }
  readonly dates?: { readonly total: number; readonly first: readonly { readonly sentence: string }[] }
}

/** The two sides of a dialogue: a client, and the calendar behind the server, in which the test looks up what is stored. */
interface Sides {
  readonly client: Client
  readonly calendar: Calendar
}

async function call({ client }: Sides, name: string, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  const { structuredContent, isError } = await client.callTool({ name, arguments: input })
  if (isError === true) throw new Error(JSON.stringify(structuredContent))
  // The tools answer with these members, or with an error.
  return structuredContent as unknown as Answer
}

/** Makes a write as a person would who reads the sentence and agrees, and compares what is stored with what they have read. */
async function confirm(sides: Sides, tool: string, input: Readonly<Record<string, unknown>>, timeZone: string): Promise<Answer> {
  const dry = await call(sides, tool, input)
  const said = dry.event.when.sentence
  expect(dry.sentence.startsWith(said)).toBe(true)
  const stored = await call(sides, tool, { ...input, token: dry.token })
  expect(stored.sentence).toBe(dry.sentence)
  const events = dry.dates === undefined ? [await sides.calendar.events.get(stored.event.id)] : await datesOf(sides, stored)
  const sentences = dry.dates === undefined ? [said] : dry.dates.first.map(({ sentence }) => sentence)
  expect(events.map(({ startMs, endMs }) => ({ startMs, endMs }))).toEqual(sentences.map((sentence) => readSentence(sentence, timeZone)))
  if (dry.dates !== undefined) expect(sentences).toContain(said)
  return stored
}

const datesOf = async ({ calendar }: Sides, { event }: Answer) =>
  (await calendar.events.list({ seriesIds: event.series?.id ?? 0, orderBy: 'startInstant', perPage: 20 })).items

/**
 * Holds a dialogue.
 * @throws an error with the name of the dialogue: an event is stored at another instant than the sentence that was confirmed
 */
export async function holdDialogue(sides: Sides, { name, create, update, scope }: Dialogue): Promise<void> {
  try {
    const { timeZone } = create
    const created = await confirm(sides, 'create_event', create, timeZone)
    if (update === undefined) return
    const id = created.event.series === undefined ? created.event.id : (await datesOf(sides, created))[1]?.id
    await confirm(sides, 'update_event', { id, timeZone, ...update, ...(scope !== undefined && { scope }) }, timeZone)
  } catch (error) {
    throw new Error(name, { cause: error })
  }
}
