import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ReadDate, ReadTime } from '../readers.ts'

/** A VEVENT as a reader understands it. */
export interface ReadEvent extends ReadDate {
  readonly uid: string
  /** The date that it replaces; null when it replaces none. */
  readonly recurrenceId: ReadTime | null
  /** Start and end of each date of a rule; null without a rule, and for readers that expand none. */
  readonly dates: readonly (readonly [start: ReadTime, end: ReadTime])[] | null
}

/** What a reader understands of a document. */
export interface ReadCalendar {
  /** What it complains about. */
  readonly errors: readonly string[]
  readonly events: readonly ReadEvent[]
}

/** A program that reads documents: it gets one after the other, and answers each with what it understands. */
export interface Oracle<Answer> {
  /** @param until rules are expanded up to this time, in seconds since 1970 */
  ask(document: string, until: number): Promise<Answer>
  /** Ends the program. */
  stop(): void
}

interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(reason: Error): void
}

/**
 * Starts a program of this folder in a time zone. It gets each document on its standard input: a line with the length in octets and the
 * time up to which rules are expanded, then the document. It prints each answer as a line of JSON.
 */
export function startOracle<Answer>([program = '', ...args]: readonly string[], timeZone: string): Oracle<Answer> {
  const env = { ...process.env, TZ: timeZone, PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn(program, args, { cwd: import.meta.dirname, env, stdio: 'pipe' })
  const waiting: Waiting<Answer>[] = []
  let complaints = ''
  let ended: Error | undefined
  const end = (reason: string): void => {
    ended ??= new Error(`${[program, ...args].join(' ')} ended: ${reason} ${complaints}`)
    for (const { reject } of waiting.splice(0)) reject(ended)
  }
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints += text))
  createInterface(child.stdout).on('line', (line) => {
    try {
      waiting.shift()?.resolve(JSON.parse(line))
    } catch {
      end(`it printed ${line}`)
      child.kill()
    }
  })
  child.on('error', ({ message }) => end(message)).on('close', (code) => end(`code ${code}`))
  child.stdin.on('error', ({ message }) => end(message))
  return {
    ask: (document, until) =>
      new Promise((resolve, reject) => {
        // A program that has ended would never answer.
        if (ended !== undefined) return reject(ended)
        waiting.push({ resolve, reject })
        const body = Buffer.from(document)
        child.stdin.write(`${body.length} ${until}\n`)
        child.stdin.write(body)
      }),
    stop: () => {
      child.stdin.end()
    },
  }
}

/** The dates of a calendar, with overrides in place of the dates that they replace. */
export function datesOf({ events }: ReadCalendar): readonly ReadDate[] {
  const replaced = new Set(events.filter(({ recurrenceId }) => recurrenceId !== null).map((one) => `${one.uid} ${one.recurrenceId}`))
  return events.flatMap((event) => {
    if (event.dates === null) return [event]
    const left = event.dates.filter(([start]) => !replaced.has(`${event.uid} ${start}`))
    return left.map(([start, end]) => ({ ...event, start, end }))
  })
}
