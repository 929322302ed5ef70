// The packages that are published: the core first, because the others ask for it, and last the program whose applications ask for them.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The top of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The manifests of the packages that are not private. */
export const publicPackages = () =>
  globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')))
    .filter((manifest) => manifest.private !== true)
    .sort((a, b) => placeOf(a) - placeOf(b))

const isOurs = (name) => name.startsWith('@kalends/')
const placeOf = ({ name, dependencies = {} }) => (isOurs(name) ? Object.keys(dependencies).filter(isOurs).length : Number.MAX_SAFE_INTEGER)
