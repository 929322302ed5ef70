// Puts what programs and people read beside the code into the package of the core, before it is packed: the user documentation, AGENTS.md and skills.
// `--remove` takes it away again.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'
import { rewriteLinks } from './links.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url)).replaceAll('\\', '/')
const target = join(root, 'packages/core')
const shipped = ['docs', 'skills', 'AGENTS.md']
/** The page that is AGENTS.md in the package. */
const agents = 'docs/start/for-agents.md'

/** Where a document is in the package; undefined for those that are not shipped. */
function placeOf(path) {
  if (path === 'README.md' || /^packages\/core(?:\/README\.md)?$/.test(path)) return 'README.md'
  if (path === agents) return 'AGENTS.md'
  if (/^docs\/internals(?:\/|$)/.test(path) || !/^(?:docs\/.+\.md|skills\/[^/]+\/SKILL\.md)$/.test(path)) return undefined
  return existsSync(join(root, path)) ? path : undefined
}

for (const name of shipped) rmSync(join(target, name), { recursive: true, force: true })

if (!process.argv.includes('--remove')) {
  for (const path of globSync(['docs/**/*.md', 'skills/*/SKILL.md'], { cwd: root }).map((one) => one.replaceAll('\\', '/'))) {
    const place = placeOf(path)
    if (place === undefined) continue
    const text = readFileSync(join(root, path), 'utf8').replace(/^## (?:\[Internals\]|The project)[\s\S]*?(?=^## |$(?![\s\S]))/gm, '')
    const rewritten = rewriteLinks({ path, text }, (linked, anchor) => {
      const there = placeOf(linked)
      if (there === undefined) return undefined
      return there === place ? anchor || undefined : `${relative(dirname(place), there)}${anchor}`
    })
    mkdirSync(dirname(join(target, place)), { recursive: true })
    writeFileSync(join(target, place), rewritten.trimEnd().concat('\n'))
  }
}
