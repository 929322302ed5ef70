import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of the built site. */
export const site = join(root, 'tools/site/dist')

if (!existsSync(site)) throw new Error('There is no site: npm run site')

/** Reads a file of the site. */
export const read = (path: string): string => readFileSync(join(site, path), 'utf8')

/** The paths of the pages, without those of the API reference. */
export const pagePaths: readonly string[] = globSync('**/*.html', { cwd: site, exclude: ['api'] })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The text of HTML. */
export const toText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|([a-z]+));/g, (_, decimal, hex, name) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
        : (entities[name] ?? ''),
    )
