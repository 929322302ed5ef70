import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocuments, root } from './documents.ts'

const documents = [...readDocuments(), { path: 'llms.txt', text: readFileSync(join(root, 'llms.txt'), 'utf8') }]

/** A link to a file of the project: from where, to which file, to which heading in it. */
interface Link {
  readonly path: string
  readonly target: string
  readonly anchor: string | undefined
}

const linksOf = ({ path, text }: (typeof documents)[number]): readonly Link[] => {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, target = '', anchor]) => ({
    path,
    target: target === '' ? path : join(dirname(path), target).replaceAll('\\', '/'),
    anchor,
  }))
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** Headings that stand twice are numbered, as GitHub does it. */
function anchorsOf(path: string): readonly string[] {
  const prose = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const slugs = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length
    return earlier === 0 ? slug : `${slug}-${earlier}`
  })
}

describe('links in documents', () => {
  const links = documents.flatMap(linksOf)

  test('are there', () => {
    expect(links.length).toBeGreaterThan(100)
  })

  test.each(links)('$path leads to $target#$anchor', ({ target, anchor }) => {
    expect(existsSync(join(root, target))).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor)
  })
})

describe('paths in code spans', () => {
  const folders = ['packages', 'docs', 'scripts', 'tests', 'tools', 'bench', 'examples/\\w+/(?!data)', '\\.ci', '\\.github']
  const pattern = new RegExp(`\`((?:${folders.join('|')})/[\\w./-]+)\``, 'g')
  const spans = documents.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, target = '']) => ({ path, target })))

  test.each(spans)('$path: $target exists', ({ target }) => {
    expect(existsSync(join(root, target))).toBe(true)
  })
})

describe('every page can be found', () => {
  const pages = globSync('docs/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const targets = (path: string): readonly string[] =>
    documents
      .filter((one) => one.path === path)
      .flatMap(linksOf)
      .map(({ target }) => target)

  test.each(['docs/README.md', 'llms.txt'])('from %s, all pages of docs', (index) => {
    const isIndex = (page: string) => page.endsWith('/README.md')
    expect(pages.filter((page) => !isIndex(page) && !targets(index).includes(page))).toEqual([])
  })

  test.each(globSync('docs/*/README.md', { cwd: root }))('from %s, all pages of its folder', (index) => {
    const folder = dirname(index.replaceAll('\\', '/'))
    expect(pages.filter((page) => page !== `${folder}/README.md` && dirname(page) === folder).sort()).toEqual([...targets(index)].sort())
    expect(targets('docs/README.md')).toContain(`${folder}/README.md`)
  })

  test('from llms.txt, the packages and the examples', () => {
    const folders = globSync(['packages/*/package.json', 'examples/*/package.json'], { cwd: root })
    const readMes = folders.map((path) => `${dirname(path).replaceAll('\\', '/')}/README.md`).filter((path) => existsSync(join(root, path)))
    expect(readMes.length).toBeGreaterThan(4)
    expect(readMes.filter((path) => !targets('llms.txt').includes(path))).toEqual([])
  })
})

describe('the questions of a first reader', () => {
  const all = documents.flatMap(linksOf)
  /** The places that links of some documents lead to, with the heading and without. */
  const reachedFrom = (paths: readonly string[]): readonly string[] =>
    all
      .filter(({ path }) => paths.includes(path))
      .flatMap(({ target, anchor }) => (anchor === undefined ? [target] : [target, `${target}#${anchor}`]))

  test.each([
    ['what is on this week', 'docs/guide/filters.md#this-week-today-now'],
    ['who may read and write', 'docs/http/access-policies.md#a-policy-of-your-own'],
    ['what links to events look like', 'docs/http/page-addresses.md'],
    ['this date, the following ones, or all', 'docs/guide/repeating-events.md#changing-one-date-later-ones-or-all'],
    ['how to move to another engine', 'docs/operate/archives.md#from-sqlite-to-postgresql'],
  ])('%s: the answer is one link from the README, and two from the list of all documents', (_question, answer) => {
    expect(reachedFrom(['README.md'])).toContain(answer)
    expect(reachedFrom(['docs/README.md', ...reachedFrom(['docs/README.md'])])).toContain(answer)
  })
})
