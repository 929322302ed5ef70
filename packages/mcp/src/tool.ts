import type { Calendar } from '@kalends/core'
import type { ConfirmationStore } from './confirmations.ts'
import { type InputOf, type InputSchema, readInput } from './schema.ts'
import { toToolError } from './tool-error.ts'
import { type Now, nowIn } from './when.ts'

/** What a tool answers: a result of MCP's `tools/call`. */
export interface ToolResult {
  [member: string]: unknown
  /** The answer as JSON, for programs that pass texts to the model. */
  content: { type: 'text'; text: string }[]
  /** The same answer as data. */
  structuredContent: { [member: string]: unknown }
  /** Whether the answer is `{ error: { code, message, field, ... } }`. */
  isError: boolean
}

/** A tool as any server of tools takes it: a definition of MCP's `tools/list`, and its function. */
export interface Tool {
  /** Its name, such as `search_events`. */
  name: string
  /** Its name for people. */
  title: string
  /** For the model: what it does, and what to observe. */
  description: string
  /** What it takes, as JSON Schema. */
  inputSchema: { type: 'object'; properties: { [name: string]: object }; required: string[]; additionalProperties: false }
  /** Hints of MCP, by which hosts decide whether to ask the person. */
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  /**
   * Answers a call. It never throws: what goes wrong is in the answer.
   * @param input checked by the tool itself, whatever the server has checked
   */
  handler(input: unknown): Promise<ToolResult>
}

/** What all tools of a caller share. */
export interface ToolContext {
  /** The calendar as the caller sees it. */
  readonly calendar: Calendar
  /** The current instant in milliseconds since 1970. */
  readonly nowMs: () => number
  /** The tokens of dry runs. */
  readonly confirmations: ConfirmationStore
  /** Receives errors that Kalends does not know. */
  readonly onError: (error: unknown) => void
}

/** A tool before it knows its calendar. */
export interface ToolDefinition<S extends InputSchema = InputSchema> {
  /** Its name. */
  readonly name: string
  /** Its name for people. */
  readonly title: string
  /** For the model. */
  readonly description: string
  /** What it takes. */
  readonly input: S
  /** What it may do. */
  readonly effect: 'reads' | 'adds' | 'changes'
  /** Answers with plain data. */
  readonly run: (context: ToolContext, input: InputOf<S>) => Promise<object>
}

/** Makes the tool of a definition. */
export type ToolMaker = (context: ToolContext) => Tool

/** A maker of a tool. */
export function defineTool<const S extends InputSchema>(definition: ToolDefinition<S>): ToolMaker {
  const { name, title, description, input, effect, run } = definition
  return (context) => ({
    name,
    title,
    description,
    inputSchema: { type: 'object', properties: { ...input.properties }, required: [...input.required], additionalProperties: false },
    annotations: {
      readOnlyHint: effect === 'reads',
      destructiveHint: effect === 'changes',
      idempotentHint: effect === 'reads',
      openWorldHint: false,
    },
    handler: async (given) => {
      try {
        const answer = await run(context, readInput(input, given))
        return toResult({ now: nowOf(context), ...answer }, false)
      } catch (error) {
        return toResult({ error: toToolError(error, context.onError) }, true)
      }
    },
  })
}

/** The present time in the calendar's zone. */
const nowOf = ({ nowMs, calendar }: ToolContext): Now => nowIn(nowMs(), calendar.timeZone)

const toResult = (answer: object, isError: boolean): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: { ...answer },
  isError,
})
