import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { programEnvironment } from '../../../tests/lanes/program-environment.ts'
import { run } from '../src/run.ts'

/** The program. */
export const program = fileURLToPath(new URL('../src/kalends.ts', import.meta.url))

/** A call of the program that has ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The JSON document on stdout. */
  json(): unknown
}

/** How a call is made. */
export interface CallOptions {
  /** The working directory. */
  readonly folder: string
  /** The whole of stdin. */
  readonly input?: string
  /** Variables beside those of every program. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts the program; its stdin stays open. */
export const start = (words: readonly string[], { folder, environment }: CallOptions): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ['--conditions=@kalends/source', program, ...words], {
    cwd: folder,
    env: { ...programEnvironment, ...environment },
  })

/** Waits for the end of a call. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, ...written, json: () => JSON.parse(written.stdout) }
}

/** Calls the program, and waits for its end. */
export async function kalends(words: readonly string[], options: CallOptions): Promise<Ended> {
  const child = start(words, options)
  child.stdin.end(options.input ?? '')
  return ended(child)
}

/** Runs the program in this process, which is faster. Its stdin is none of the test, and it must not take a signal. */
export async function runHere(words: readonly string[], environment: CallOptions['environment'] = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  // Of a stream of a terminal the program uses only `isTTY`, which this one lacks.
  const code = await run({ words, environment, stdout, stderr: stderr as unknown as NodeJS.WriteStream })
  return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
}

/** An empty folder, and calls in it with the database `calendar.db`. */
export async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-cli-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const environment = { DATABASE_URL: 'sqlite:calendar.db' }
  const pathOf = (name: string): string => join(folder, name)
  const here = async (...words: readonly string[]): Promise<Ended> => {
    const result = await runHere(words, { DATABASE_URL: `sqlite:${pathOf('calendar.db')}` })
    return { ...result, json: () => JSON.parse(result.stdout) }
  }
  return {
    folder,
    environment,
    pathOf,
    call: (words: readonly string[], options: Partial<CallOptions> = {}) => kalends(words, { folder, environment, ...options }),
    /** A call in this process, with whole paths of files. */
    here,
    /** Prepares a test in this process. */
    prepare: async (...words: readonly string[]) => {
      const { code, stderr } = await here(...words)
      if (code !== 0) throw new Error(stderr)
    },
  }
}

/** A folder with a calendar without records. */
export async function openCalendar() {
  const opened = await openFolder()
  await opened.prepare('migrate')
  return opened
}

/** A folder with a calendar that has the events of {@link clubFile}. */
export async function openClub() {
  const opened = await openCalendar()
  const file = opened.pathOf('club.ics')
  await writeFile(file, clubFile())
  await opened.prepare('import', file)
  return opened
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A file of iCalendar with an event, a series of five dates and, if wanted, an event without a start. */
export const clubFile = ({ isBroken = false }: { readonly isBroken?: boolean } = {}): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT', 'UID:1@club.example', 'DTSTAMP:20310101T000000Z'],
    ...['DTSTART;TZID=Europe/Berlin:20310531T193000', 'DTEND;TZID=Europe/Berlin:20310531T210000', 'SUMMARY:Choir'],
    ...['CATEGORIES:Music', 'LOCATION:Old Brewery', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:2@club.example', 'DTSTAMP:20310101T000000Z'],
    ...['DTSTART;TZID=Europe/Berlin:20310601T180000', 'DURATION:PT2H', 'RRULE:FREQ=WEEKLY;COUNT=5', 'SUMMARY:Chess', 'END:VEVENT'],
    ...(isBroken ? ['BEGIN:VEVENT', 'UID:3@club.example', 'SUMMARY:Broken', 'END:VEVENT'] : []),
    ...['END:VCALENDAR', ''],
  ].join('\r\n')
