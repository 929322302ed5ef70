import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { site } from './site.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}

/** The site on a port of its own, with a browser. */
export interface OpenSite {
  /** Opens a page of the site, in a new window. */
  open(path: string, options?: { readonly width?: number; readonly dark?: boolean }): Promise<Page>
  /** What the consoles of all pages have complained about: scripts that fail, and what the policy of a page refuses. */
  readonly complaints: readonly string[]
  close(): Promise<void>
}

/** Serves the files of the site, and starts a browser. */
export async function openSite(executablePath: string): Promise<OpenSite> {
  const server = createServer((request, response) => {
    const path = decodeURI((request.url ?? '/').replace(/[?#].*$/, ''))
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain; charset=utf-8' }).end(readFileSync(file))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address.')
  const baseURL = `http://127.0.0.1:${address.port}`
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] })
  const complaints: string[] = []
  const contexts: BrowserContext[] = []
  return {
    complaints,
    open: async (path, { width = 1280, dark = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        baseURL,
      })
      contexts.push(context)
      context.setDefaultTimeout(30_000)
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(`${path}: ${message.text()}`)
      })
      context.on('weberror', (error) => complaints.push(`${path}: ${error.error()}`))
      const page = await context.newPage()
      await page.goto(path, { waitUntil: 'load' })
      return page
    },
    close: async () => {
      for (const context of contexts) await context.close()
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
