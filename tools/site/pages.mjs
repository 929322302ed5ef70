// Which documents are pages of the site, at which addresses, and how their links lead there.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { rewriteLinks } from '../../scripts/documents/links.mjs'

const patterns = ['*.md', 'docs/**/*.md', 'packages/*/{README,AGENTS}.md', 'bench/README.md', 'examples/*/README.md']

/**
 * The path of a document's page, below the top of the site: `docs/guide/filters.md` is `guide/filters.md`.
 * @param {string} path from the top of the repository
 */
export function pagePathOf(path) {
  if (path === 'README.md') return 'index.md'
  if (path === 'docs/README.md') return 'documentation.md'
  const inFolder = /^(packages|examples|bench)\/(?:([^/]+)\/)?(\w+)\.md$/.exec(path)
  if (inFolder !== null) {
    const [, folder = '', name = 'index', file = ''] = inFolder
    return `${folder}/${name}${file === 'README' ? '' : `-${file.toLowerCase()}`}.md`
  }
  if (!path.includes('/')) return `project/${path.toLowerCase().replaceAll('_', '-')}`
  return path.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
}

/**
 * Reads the documents, and makes their pages. A link to another file of the repository leads to its text, below `source/`.
 * @param {string} root the top of the repository
 * @returns pages by their paths, and the files that they link or show, by the paths from the top of the repository
 */
export function readPages(root) {
  const paths = globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
  const pages = new Map(paths.map((path) => [path, pagePathOf(path)]))
  /** @type {Map<string, string>} */
  const files = new Map()

  /** @param {string} target */
  const placeOf = (target) => {
    const page = pages.get(target) ?? pages.get(`${target}/README.md`)
    if (page !== undefined) return page
    if (!existsSync(join(root, target)) || statSync(join(root, target)).isDirectory()) return undefined
    const place = target.startsWith('docs/images/') ? target.slice('docs/'.length) : `source/${target}.txt`
    files.set(target, place)
    return place
  }

  const made = paths.map((path) => {
    const page = pagePathOf(path)
    const text = rewriteLinks({ path, text: readFileSync(join(root, path), 'utf8') }, (target, anchor) => {
      const place = placeOf(target)
      if (place === undefined) return undefined
      if (place === page) return anchor
      if (place.startsWith('images/')) return `/${place}`
      const address = relative(dirname(page), place)
      return `${address.startsWith('.') ? '' : './'}${address}${anchor}`
    })
    return { path, page, text }
  })
  return { pages: made, files, placeOf }
}

/**
 * The text of llms.txt with addresses of the site, each of the Markdown beside its page.
 * @param {string} text
 * @param {(target: string) => string | undefined} placeOf
 */
export const toSiteIndex = (text, placeOf) => rewriteLinks({ path: 'llms.txt', text }, (target, anchor) => `${placeOf(target)}${anchor}`)
