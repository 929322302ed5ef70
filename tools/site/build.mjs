// Builds the site: the documents as pages, the playground, the Markdown beside each page, and the API reference.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build } from 'vitepress'
import { examples } from './examples.mjs'
import { readPages, toSiteIndex } from './pages.mjs'
import { moduleNames } from './playground/modules.mjs'
import { copyReference } from './reference.mjs'
import { toSidebar } from './sidebar.mjs'

const here = import.meta.dirname
const root = fileURLToPath(new URL('../..', import.meta.url))
const reference = join(root, 'tools/api-reference/dist')
if (!existsSync(reference)) throw new Error('There is no API reference: pnpm run build && pnpm run api-reference')

/** Writes a file into a folder that may be missing. */
function write(path, text) {
  mkdirSync(dirname(join(here, path)), { recursive: true })
  writeFileSync(join(here, path), text)
}

for (const folder of ['pages', 'made', 'dist']) rmSync(join(here, folder), { recursive: true, force: true })

const { pages, files, placeOf } = readPages(root)
const index = toSiteIndex(readFileSync(join(root, 'llms.txt'), 'utf8'), placeOf)
for (const { page, text } of pages) write(`pages/${page}`, text)
for (const [file, place] of files) {
  mkdirSync(dirname(join(here, 'pages/public', place)), { recursive: true })
  cpSync(join(root, file), join(here, 'pages/public', place))
}
cpSync(join(here, 'playground.md'), join(here, 'pages/playground.md'))
cpSync(join(here, 'icon.svg'), join(here, 'pages/public/icon.svg'))
write('made/sidebar.json', JSON.stringify(toSidebar(pages)))
write('made/examples.json', JSON.stringify(examples(root).map(({ title, code }) => ({ title, code: stripTypeScriptTypes(code) }))))

const modules = Object.entries(moduleNames).map(([name, file]) => [file, name === '@kalends/core' ? './playground/core.mjs' : name])
await bundle({
  absWorkingDir: here,
  entryPoints: [{ in: './playground/worker.mjs', out: 'worker' }, ...modules.map(([out, path]) => ({ in: path, out }))],
  outdir: 'pages/public/playground',
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['@kalends/source'],
  // Where the packages are found, from their sources.
  nodePaths: [join(root, 'examples/server/node_modules')],
})

await build(here)

for (const { page, text } of pages) write(`dist/${page}`, text)
cpSync(join(here, 'playground.md'), join(here, 'dist/playground.md'))
write('dist/llms.txt', index)
copyReference(reference, join(here, 'dist/api'), root, placeOf)
