import { version } from './package-version.ts'
import { testedVersions } from './versions.ts'

/** The members of a `package.json` that templates have. */
interface Manifest {
  readonly [name: string]: unknown
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * The version of a dependency. A template has `kalends` for packages of this repository, of which later fixes are taken as well, and `tested`
 * for all others, with the key of the version if that is not the name.
 */
function versionOf(name: string, range: string): string {
  if (range === 'kalends') return `^${version}`
  const [, key = name] = range.split(' ')
  const found = testedVersions[key]
  if (found === undefined) throw new Error(`There is no version of ${key} in versions.ts.`)
  return found
}

const withVersions = (dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(dependencies)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, range]) => [name, versionOf(name, range)]),
  )

/** Puts the parts of a `package.json` together: later scripts and dependencies are added. */
export function mergeManifests(texts: readonly string[]): string {
  let merged: Manifest = {}
  for (const text of texts) {
    const part: Manifest = JSON.parse(text)
    merged = {
      ...merged,
      ...part,
      scripts: { ...merged.scripts, ...part.scripts },
      dependencies: { ...merged.dependencies, ...part.dependencies },
      devDependencies: { ...merged.devDependencies, ...part.devDependencies },
    }
  }
  const { dependencies = {}, devDependencies = {} } = merged
  const manifest = { ...merged, dependencies: withVersions(dependencies), devDependencies: withVersions(devDependencies) }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
