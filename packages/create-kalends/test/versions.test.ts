import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testedVersions } from '../src/templates/versions.ts'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const lockfile = read('pnpm-lock.yaml')
const catalog = lockfile.slice(0, lockfile.indexOf('\nimporters:'))

/** What the applications of templates are tested with: the lockfile has the version of a range of the catalog. */
const locked = new Map(
  [...catalog.matchAll(/^ {4}'?([^\s']+)'?:\n {6}specifier: .*\n {6}version: (\S+)$/gm)].map(([, name = '', version = '']) => [
    name,
    version,
  ]),
)

/** The other places, with exact versions: frameworks and runtimes that few people install. */
const pinned = (path: string): ReadonlyMap<string, string> => {
  const { dependencies, devDependencies }: Record<string, Record<string, string>> = JSON.parse(read(path))
  return new Map(Object.entries({ ...dependencies, ...devDependencies }))
}
const mounts = pinned('tests/mounts/package.json')
const places = [pinned('tests/workerd/package.json'), mounts, pinned('examples/nuxt/package.json')]

test.each(Object.entries(testedVersions))('%s is %s in this repository', (key, version) => {
  // Nuxt has h3 1; version 2 of the catalog is that of an example.
  if (key === 'typescript-6') expect(version).toBe(mounts.get('typescript'))
  else if (key === 'h3') expect(version).toBe(mounts.get('h3'))
  else expect(version).toBe(locked.get(key) ?? places.map((place) => place.get(key)).find((found) => found !== undefined))
})
