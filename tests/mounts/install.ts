import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { output } from '../packages/run.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A temporary folder with copies of the examples, so that builds leave no files behind. Packages and frameworks resolve from there. */
    apps: string
  }
}

const here = import.meta.dirname
const examples = join(here, '../../examples')

/** Unpacks the tarballs of the packages beside the frameworks, and copies the examples. */
export async function setup(project: TestProject): Promise<() => void> {
  const tarballs = globSync('kalends-*.tgz', { cwd: join(here, '../../tarballs') })
  if (tarballs.length === 0) throw new Error('There is nothing to install before the packages are packed: npm run tarballs')
  for (const tarball of tarballs) {
    const folder = join(here, 'node_modules/@kalends', /^kalends-([a-z]+)-/.exec(tarball)?.[1] ?? basename(tarball))
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await output('tar', ['-xzf', join(here, '../../tarballs', tarball), '-C', folder, '--strip-components=1'], here)
  }
  const apps = mkdtempSync(join(here, 'apps-'))
  for (const name of ['admin', 'next', 'nuxt', 'sveltekit', 'worker']) {
    cpSync(join(examples, name), join(apps, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  }
  project.provide('apps', apps)
  return () => rmSync(apps, { recursive: true, force: true })
}
