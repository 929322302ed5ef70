// The API reference inside the site: what it links among the documents are pages of the site, and not copies of its own.
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { relative } from 'node:path/posix'

/**
 * Copies the reference, and turns its links to copies of documents into links to their pages.
 * @param {string} from the folder that typedoc wrote
 * @param {string} to the folder `api` of the site
 * @param {string} root the top of the repository
 * @param {(target: string) => string | undefined} placeOf the place of a document in the site
 */
export function copyReference(from, to, root, placeOf) {
  cpSync(from, to, { recursive: true })
  rmSync(join(to, 'media'), { recursive: true, force: true })
  const documents = globSync('docs/*/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  const pages = new Map(
    globSync('media/*.md', { cwd: from }).map((path) => {
      const copy = readFileSync(join(from, path), 'utf8')
      const document = documents.find((one) => readFileSync(join(root, one), 'utf8') === copy)
      if (document === undefined) throw new Error(`The API reference is older than the documents: ${path}. Run pnpm run api-reference.`)
      return [basename(path), placeOf(document)?.replace(/\.md$/, '.html') ?? '']
    }),
  )
  for (const file of globSync('**/*.html', { cwd: to })) {
    const html = readFileSync(join(to, file), 'utf8')
    const linked = html.replace(/href="(?:\.\.\/)*media\/([^"#]+)/g, (_, name) => {
      return `href="${relative(join('api', dirname(file)).replaceAll('\\', '/'), pages.get(name) ?? '')}`
    })
    if (linked !== html) writeFileSync(join(to, file), linked)
  }
}
