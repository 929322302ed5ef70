import { requireKnownOptions } from '@kalends/core'
import { assertEqual, assertTrue, fail, show } from '../assert.ts'
import { toAnswer, toRequest } from './mount-fetch.ts'
import type { MountAnswer, MountRequest, MountRow } from './mount-request.ts'
import { mountRows, toMountRequest } from './mount-requests.ts'
import { type MountSetting, mountSetting } from './mount-setting.ts'
import type { Mounted } from './mounted.ts'

/** What is mounted: a handler of `@kalends/fetch`. */
export interface MountHandler {
  /** Answers every request. */
  (request: Request): Promise<Response>
  /** Gives undefined when no route matches. */
  tryHandle(request: Request): Promise<Response | undefined>
}

/** Why an answer may be another one than the handler's. */
export interface MountDifference {
  /** What is answered instead. */
  readonly status: number
  /** Who answers, and why Kalends cannot. */
  readonly because: string
}

/** How a handler is mounted, and what runs the tests. */
export interface MountOptions<Handler extends MountHandler> {
  /** The mount's name, for titles. */
  readonly name: string
  /** What stands before the namespace. @default '/api' */
  readonly basePath?: string | undefined
  /** Makes a handler over an empty calendar, both with the options of the setting. */
  createHandler(setting: MountSetting): Handler | Promise<Handler>
  /** Mounts a handler, or one that was made in the same way where this one cannot go. */
  mount(handler: Handler): Promise<Mounted>
  /** The runner's function that groups tests. */
  describe(name: string, body: () => void): unknown
  /** The runner's function that declares a test; tests have to run in their order. */
  test(name: string, body: () => Promise<void>): unknown
  /** `parsed` when the framework hands over a URL in which dot segments are resolved. @default 'as sent' */
  readonly paths?: 'as sent' | 'parsed' | undefined
  /** Who answers what no route of Kalends matches: `both` when the host answers outside the base path alone. @default 'host' */
  readonly outside?: 'host' | 'kalends' | 'both' | undefined
  /** Requests, by key, that the framework answers by itself. */
  readonly differences?: Readonly<Record<string, MountDifference>> | undefined
  /** Headers that this mount cannot keep, such as `content-length`. @default none */
  readonly lostHeaders?: readonly string[] | undefined
}

/**
 * Declares a test for each request of a table that a mount often gets wrong: the framework has to give the same status, headers and bytes
 * as the handler that is asked directly.
 * @throws TypeError an option is unknown
 * @example
 * registerMount({
 *   name: 'node:http',
 *   createHandler: ({ calendar, handler }) => createHandler(createCalendar({ store: memoryStore(), ...calendar }), handler),
 *   mount: (handler) => listen(createServer(toNodeListener(handler))),
 *   outside: 'kalends',
 *   describe,
 *   test,
 * })
 */
export function registerMount<Handler extends MountHandler>(options: MountOptions<Handler>): void {
  requireKnownOptions('registerMount', options, optionNames)
  const { name, describe, test, differences = {} } = options
  const keys = new Set(mountRows.map(({ key }) => key))
  const strangers = Object.keys(differences).filter((key) => !keys.has(key))
  if (strangers.length > 0) throw new Error(`differences names no such requests: ${strangers.join(', ')}`)

  describe(`${name} gives what the handler gives`, () => {
    const run = createRun(options)
    for (const row of mountRows) {
      const difference = Object.hasOwn(differences, row.key) ? differences[row.key] : undefined
      if (difference === undefined) test(`${row.key} is ${row.status}`, () => run.compare(row))
      else test(`${row.key} is ${difference.status}: ${difference.because}`, () => run.compareStatus(row, difference))
    }
    test('and is closed', run.close)
  })
}

const optionNames: Readonly<Record<keyof MountOptions<MountHandler>, true>> = {
  name: true,
  basePath: true,
  createHandler: true,
  mount: true,
  describe: true,
  test: true,
  paths: true,
  outside: true,
  differences: true,
  lostHeaders: true,
}

interface Run {
  compare(row: MountRow): Promise<void>
  compareStatus(row: MountRow, difference: MountDifference): Promise<void>
  close(): Promise<void>
}

interface Outcome {
  readonly request: MountRequest
  readonly actual: MountAnswer
  readonly expected: MountAnswer
  /** Whether no route matches. */
  readonly isOutside: boolean
}

/** Both handlers are made before the first request, and get the same ones. */
function createRun<Handler extends MountHandler>(options: MountOptions<Handler>): Run {
  const { basePath = '/api', paths = 'as sent', outside = 'host', lostHeaders = [] } = options
  const tags = new Map<string, string>()
  let starting: Promise<{ mounted: Mounted; direct: Handler }> | undefined
  const start = async (): Promise<{ mounted: Mounted; direct: Handler }> => ({
    mounted: await options.mount(await options.createHandler(mountSetting(basePath))),
    direct: await options.createHandler(mountSetting(basePath)),
  })
  const isHosts = ({ target }: MountRequest): boolean => outside === 'host' || (outside === 'both' && !target.startsWith(`${basePath}/`))
  const ask = async (row: MountRow): Promise<Outcome> => {
    starting ??= start()
    const { mounted, direct } = await starting
    const request = toMountRequest(row, basePath, tags)
    const found = await direct.tryHandle(toRequest(request, paths))
    const expected = await toAnswer(found ?? (await direct(toRequest(request, paths))))
    if (expected.headers['etag'] !== undefined) tags.set(row.key, expected.headers['etag'])
    return { request, expected, actual: await mounted.send(request), isOutside: found === undefined }
  }
  return {
    compare: async (row) => {
      const { request, actual, expected, isOutside } = await ask(row)
      if (paths === 'as sent') assertEqual(expected.status, row.status, 'status of the handler')
      if (isOutside && isHosts(request)) return assertHost(actual)
      assertEqual(actual.status, expected.status, `status, with ${show(toText(actual.body))}`)
      for (const [header, value] of Object.entries(expected.headers)) {
        if (!lostHeaders.includes(header)) assertHeader(header, actual.headers[header], value)
      }
      assertEqual(toText(actual.body), toText(expected.body), 'body')
    },
    compareStatus: async (row, difference) => {
      const { actual, expected } = await ask(row)
      const isSame = actual.status === expected.status && toText(actual.body) === toText(expected.body)
      if (isSame) fail(`${row.key} is the same as the handler's now: take it out of differences`)
      assertEqual(actual.status, difference.status, `status, with ${show(toText(actual.body))}`)
    },
    close: async () => (await starting)?.mounted.close(),
  }
}

function assertHeader(header: string, actual: string | undefined, expected: string): void {
  // A host may have answers of its own that vary by more.
  const varied = header === 'vary' ? actual?.split(/, */).filter((name) => expected.split(', ').includes(name)) : undefined
  assertEqual(varied?.join(', ') ?? actual, expected, header)
}

/** Kalends names every answer of its own; a host's has another form. */
function assertHost({ status, body }: MountAnswer): void {
  assertEqual(status, 404, 'status of the host')
  assertTrue(!toText(body).includes('"code":"not_found"'), 'expected an answer of the host, got one of Kalends')
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
