import { assertEqual, assertTrue, fail, show } from '../../../packages/testing/src/assert.ts'
import { toAnswer, toRequest } from './mount-fetch.ts'
import type { MountAnswer, MountRequest, MountRow } from './mount-request.ts'
import { mountRows, toMountRequest } from './mount-requests.ts'
import { type MountSetting, mountSetting } from './mount-setting.ts'
import type { Mounted } from './mounted.ts'

/** The handler to mount, from `@kalends/fetch`. */
export interface MountHandler {
  /** Responds to every request. */
  (request: Request): Promise<Response>
  /** Returns undefined when no route matches. */
  tryHandle(request: Request): Promise<Response | undefined>
}

/** An expected difference between the mount's response and the handler's. */
export interface MountDifference {
  /** The status of the mount's response. */
  readonly status: number
  /** Which component responds instead, and why Kalends cannot. */
  readonly because: string
}

/** Options of a mount, and the functions of the test runner. */
export interface MountOptions<Handler extends MountHandler> {
  /** The mount's name, for titles. */
  readonly name: string
  /** Path prefix of the namespace. @default '/api' */
  readonly basePath?: string | undefined
  /** Creates a handler over an empty calendar, both with the given options, which uses `cors` and `forms`. */
  createHandler(setting: MountSetting): Handler | Promise<Handler>
  /** Mounts the handler. If the mount cannot take this handler, it must create another one with the same options. */
  mount(handler: Handler): Promise<Mounted>
  /** The runner's function that groups tests. */
  describe(name: string, body: () => void): unknown
  /** The runner's function that declares a test; the tests must run in order. */
  test(name: string, body: () => Promise<void>): unknown
  /** `parsed` when the framework passes on a URL with resolved dot segments. @default 'as sent' */
  readonly paths?: 'as sent' | 'parsed' | undefined
  /** Which side responds when no route of Kalends matches; `both` means Kalends inside the base path, the host elsewhere. @default 'host' */
  readonly outside?: 'host' | 'kalends' | 'both' | undefined
  /** Requests, by key, to which the framework itself responds. */
  readonly differences?: Readonly<Record<string, MountDifference>> | undefined
  /** Headers that this mount loses, such as `content-length`. @default none */
  readonly lostHeaders?: readonly string[] | undefined
}

/**
 * Declares a test for each request of a table that mounts often get wrong: the framework must return the same status, headers and bytes as
 * a direct call of the handler.
 * @example
 * registerMount({
 *   name: 'node:http',
 *   createHandler: ({ calendar, handler, cors: options }) =>
 *     createHandler(createCalendar({ store: memoryStore(), ...calendar }), { ...handler, use: [cors(options), forms()] }),
 *   mount: (handler) => listen(createServer(toNodeListener(handler))),
 *   outside: 'kalends',
 *   describe,
 *   test,
 * })
 */
export function registerMount<Handler extends MountHandler>(options: MountOptions<Handler>): void {
  const { name, describe, test, differences = {} } = options
  const keys = new Set(mountRows.map(({ key }) => key))
  const unknownKeys = Object.keys(differences).filter((key) => !keys.has(key))
  if (unknownKeys.length > 0) throw new Error(`differences has keys of no request: ${unknownKeys.join(', ')}`)

  describe(`${name} responds as the handler does`, () => {
    const run = createRun(options)
    for (const row of mountRows) {
      const difference = Object.hasOwn(differences, row.key) ? differences[row.key] : undefined
      if (difference === undefined) test(`${row.key} is ${row.status}`, () => run.compare(row))
      else test(`${row.key} is ${difference.status}: ${difference.because}`, () => run.compareStatus(row, difference))
    }
    test('the mount closes', run.close)
  })
}

/** The state of one run of the table. */
interface Run {
  compare(row: MountRow): Promise<void>
  compareStatus(row: MountRow, difference: MountDifference): Promise<void>
  close(): Promise<void>
}

/** The responses of the mount (`actual`) and of the handler (`expected`) to one request. */
interface Outcome {
  readonly request: MountRequest
  readonly actual: MountAnswer
  readonly expected: MountAnswer
  /** Whether no route of Kalends matches. */
  readonly isOutside: boolean
}

/** Creates both handlers before the first request; both get the same requests. */
function createRun<Handler extends MountHandler>(options: MountOptions<Handler>): Run {
  const { basePath = '/api', paths = 'as sent', outside = 'host', lostHeaders = [] } = options
  const tags = new Map<string, string>()
  let starting: Promise<{ mounted: Mounted; direct: Handler }> | undefined
  const start = async (): Promise<{ mounted: Mounted; direct: Handler }> => ({
    mounted: await options.mount(await options.createHandler(mountSetting(basePath))),
    direct: await options.createHandler(mountSetting(basePath)),
  })
  const isForHost = ({ target }: MountRequest): boolean => outside === 'host' || (outside === 'both' && !target.startsWith(`${basePath}/`))
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
      if (isOutside && isForHost(request)) return assertHost(actual)
      assertEqual(actual.status, expected.status, `status, with ${show(toText(actual.body))}`)
      for (const [header, value] of Object.entries(expected.headers)) {
        if (!lostHeaders.includes(header)) assertHeader(header, actual.headers[header], value)
      }
      assertEqual(toText(actual.body), toText(expected.body), 'body')
    },
    compareStatus: async (row, difference) => {
      const { actual, expected } = await ask(row)
      const isSame = actual.status === expected.status && toText(actual.body) === toText(expected.body)
      if (isSame) fail(`${row.key} now has the handler's response: remove it from differences`)
      assertEqual(actual.status, difference.status, `status, with ${show(toText(actual.body))}`)
    },
    close: async () => (await starting)?.mounted.close(),
  }
}

function assertHeader(header: string, actual: string | undefined, expected: string): void {
  // A host may have responses of its own that vary by more headers.
  const varied = header === 'vary' ? actual?.split(/, */).filter((name) => expected.split(', ').includes(name)) : undefined
  assertEqual(varied?.join(', ') ?? actual, expected, header)
}

/** Kalends adds a code to each of its own errors; a host's response has another form. */
function assertHost({ status, body }: MountAnswer): void {
  assertEqual(status, 404, 'status of the host')
  assertTrue(!toText(body).includes('"code":"not_found"'), 'expected a response of the host, got one of Kalends')
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
