import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { pagePathOf } from '../../tools/site/pages.mjs'
import { pagePaths, read, root, site, toText } from './site.ts'

const documents = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md', 'packages/*/README.md', 'examples/*/README.md'], {
  cwd: root,
}).map((path) => path.replaceAll('\\', '/'))

/** The text without the spaces in which two renderings of it may differ. */
const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()

test.each(documents)('%s is a page of its own: every block of code, and every heading', (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const html = read(pagePathOf(path).replace(/\.md$/, '.html'))
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => squeeze(code))
  const shown = [...main.matchAll(/<pre[^>]*><code[^>]*>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) => squeeze(toText(code)))
  expect(shown).toEqual(blocks)
  const headings = text.replace(/^```[\s\S]*?^```$/gm, '').match(/^#{1,6} /gm) ?? []
  expect(main.match(/<h[1-6] id=/g) ?? []).toHaveLength(headings.length)
})

test.each(pagePaths.filter((path) => path !== '404.html'))('%s has its Markdown beside it', (path) => {
  const twin = path.replace(/\.html$/, '.md')
  expect(existsSync(join(site, twin))).toBe(true)
  expect(read(path)).toContain(`<link rel="alternate" type="text/markdown" href="${twin.replace(/^.*\//, '')}">`)
})

test('every link of every page leads somewhere, to its heading if it names one', () => {
  const ids = new Map(pagePaths.map((path) => [path, new Set([...read(path).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => toText(id)))]))
  const faults = pagePaths.flatMap((path) =>
    [...new Set([...read(path).matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, address = '']) => toText(address)))].filter((address) => {
      if (/^(?:https?|mailto|data):/.test(address)) return false
      const [file = '', anchor] = decodeURI(address).split('#')
      const target = file === '' ? path : file.startsWith('/') ? file.slice(1) : join(dirname(path), file)
      const found = target === '' || target.endsWith('/') ? `${target}index.html` : target
      const isThere =
        existsSync(join(site, found)) && (anchor === undefined || !found.endsWith('.html') || ids.get(found)?.has(anchor) === true)
      return !isThere && path !== '404.html'
    }),
  )
  expect(faults).toEqual([])
})

test('the API reference leads to pages of the site', () => {
  const targets = globSync('api/**/*.html', { cwd: site }).flatMap((path) =>
    [...read(path).matchAll(/ href="((?:\.\.\/)+(?:guide|http|operate|start|extend|internals)\/[^"#]+)/g)].map(([, address = '']) =>
      join(dirname(path), address),
    ),
  )
  expect(targets.length).toBeGreaterThan(20)
  expect(targets.filter((target) => !existsSync(join(site, target)))).toEqual([])
})

test('the links of the Markdown and of llms.txt lead to Markdown, files and pictures of the site', () => {
  const paths = [...globSync('**/*.md', { cwd: site }), 'llms.txt']
  const faults = paths.flatMap((path) => {
    const prose = read(path)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, '')
    return [...prose.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, address = '']) => (address.startsWith('/') ? address.slice(1) : join(dirname(path), address)))
      .filter((target) => !existsSync(join(site, target)))
      .map((target) => `${path}: ${target}`)
  })
  expect(faults).toEqual([])
  expect(read('llms.txt')).toContain('](guide/filters.md)')
})

test.each(pagePaths)('%s allows no script but those of the site', (path) => {
  expect(read(path)).toMatch(
    /<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'(?: 'sha256-[\w+/=]+')*; /,
  )
})
