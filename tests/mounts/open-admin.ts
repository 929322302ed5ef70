import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { output } from '../packages/run.ts'
import { serve } from './serve.ts'

const here = import.meta.dirname
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The example of an admin, built and served, with a browser. */
export interface OpenAdmin {
  /** Opens a page of the admin in a window of somebody who is signed in, and closes the one before. */
  open(path: string): Promise<Page>
  /** Opens a page in a window of a stranger. */
  openAsStranger(path: string): Promise<Page>
  /** Asks the service, as somebody who is signed in, and gives the JSON of its answer. */
  ask(method: string, path: string, data?: object): Promise<AnyJson>
  /** What the consoles of all pages have complained about. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** What the service answers. */
// biome-ignore lint/suspicious/noExplicitAny: tests read members of many kinds of answers
export type AnyJson = any

/** What the consoles may say: the browser reports each refusal of the service by itself. */
const isRefusal = (text: string): boolean => /^Failed to load resource: .* status of (?:400|401|409|410|412) /.test(text)

/**
 * Checks the types of the example, builds and serves it.
 * @param apps the folder with the copies of the examples
 */
export async function openAdmin(executablePath: string, apps: string): Promise<OpenAdmin> {
  const folder = join(apps, 'admin')
  const tool = (path: string): string => join(here, 'node_modules', path)
  await output(process.execPath, [tool('typescript/bin/tsc'), '-p', '.'], folder)
  await output(process.execPath, [tool('vite/bin/vite.js'), 'build'], folder)
  const env = { ADMIN_PASSWORD: 'open sesame', DATABASE: ':memory:', NODE_NO_WARNINGS: '1' }
  const server = await serve({ file: process.execPath, toArguments: () => ['server.ts'], folder, env })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  const complaints: string[] = []
  const newContext = async (): Promise<BrowserContext> => {
    const context = await browser.newContext({ baseURL: server.origin, timezoneId: 'America/New_York', locale: 'en-GB' })
    context.setDefaultTimeout(60_000)
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !isRefusal(message.text())) complaints.push(message.text())
    })
    context.on('weberror', (error) => complaints.push(String(error.error())))
    return context
  }
  const [context, strangers] = [await newContext(), await newContext()]
  await context.request.post('/session', { data: { password: env.ADMIN_PASSWORD } })
  const openIn = async (windows: BrowserContext, path: string): Promise<Page> => {
    for (const page of windows.pages()) await page.close()
    const page = await windows.newPage()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  return {
    complaints,
    open: (path) => openIn(context, path),
    openAsStranger: (path) => openIn(strangers, path),
    // Node closes a connection after five idle seconds, perhaps while a request is on its way: that one is sent again.
    ask: async (method, path, data) =>
      (await context.request.fetch(`/calendar/events/v1${path}`, { method, maxRetries: 3, ...(data && { data }) })).json(),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** The rules of WCAG 2 A and AA that a page breaks, each with the elements that break it. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  // A string, because the policy of the page refuses a script that is added to it.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> = Reflect.get(window, 'axe').run
    const { violations } = await run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`)
  })
}
