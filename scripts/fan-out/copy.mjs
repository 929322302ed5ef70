// A copy of the repository in a temporary folder, for programs that change it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'

/**
 * Copies all files that git knows or would add, and links the installed packages; packages of the workspace are linked within the copy.
 * @returns the folder of the copy, and the copied files relative to it
 */
export function copyRepository(root) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kalends-copy-')))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = [...new Set(listed.split('\n'))].filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(folder, file))
  const packages = new Set(files.filter((file) => /(?:^|\/)package\.json$/.test(file)).map(dirname))
  for (const name of packages) linkPackages(root, folder, join(name, 'node_modules'))
  return { folder, files }
}

function linkPackages(root, folder, modules) {
  if (!existsSync(join(root, modules))) return
  for (const name of readdirSync(join(root, modules))) {
    if (name.startsWith('.')) continue
    if (name.startsWith('@')) linkPackages(root, folder, join(modules, name))
    else link(root, folder, join(modules, name))
  }
}

function link(root, folder, path) {
  const target = realpathSync(join(root, path))
  const inside = relative(realpathSync(root), target)
  const isOwn = !inside.startsWith('..') && !inside.split(sep).includes('node_modules')
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(isOwn ? join(folder, inside) : target, join(folder, path), 'junction')
}
