import { importsOfSources, placeOf, type Sources } from './sources.ts'

/** The packages of this repository that the sources of each may import. Every new package must be added here. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  cli: ['core', 'fetch', 'formats', 'import', 'kysely'],
  client: ['core'],
  core: [],
  'create-kalends': [],
  elements: [],
  mcp: ['core'],
  memory: ['core'],
  kysely: ['core'],
  fetch: ['core'],
  formats: ['core'],
  import: ['core'],
  testing: ['core'],
  'the-events-calendar': ['core', 'fetch'],
  webhooks: ['core'],
}

/** The entry of the core that is no public API. */
const internalEntry = '@kalends/core/internal'

/** The packages whose sources may import it. */
const insiders = new Set(['fetch', 'import', 'mcp', 'the-events-calendar', 'webhooks'])

/**
 * Entries for Node alone, and a file that two of them share. Each entry is a subpath of its package, so that other runtimes do not load it.
 */
const nodeEntries = new Set([
  'packages/fetch/src/node.ts',
  'packages/kysely/src/better-sqlite3.ts',
  'packages/kysely/src/bun-sqlite.ts',
  'packages/kysely/src/drivers/file-dialect.ts',
  'packages/kysely/src/drivers/sqlite-file.ts',
  'packages/kysely/src/libsql.ts',
  'packages/kysely/src/node-sqlite.ts',
  'packages/webhooks/src/node.ts',
])

/** Whether a file is an entry for Node alone, or a part of one: those of `node.ts` are in the folder `node` beside it. The programs are as a whole. */
const isForNode = (path: string): boolean =>
  path.startsWith('packages/cli/') ||
  path.startsWith('packages/create-kalends/') ||
  nodeEntries.has(path) ||
  [...nodeEntries].some((entry) => path.startsWith(`${entry.slice(0, -'.ts'.length)}/`))

/** Reports forbidden imports between packages. */
export function checkPackages(sources: Sources): readonly string[] {
  return [...new Set([...unknownPackages(sources), ...strayArrows(sources), ...strayPaths(sources)])]
}

/** Reports Node's modules outside the entries for Node, and imports of those entries from other files. */
export function checkNodeImports(sources: Sources): readonly string[] {
  return importsOfSources(sources).flatMap(({ from, specifier, target }) => {
    if (specifier.startsWith('node:') && !isForNode(from)) {
      return [`${from} imports ${specifier}: only ${[...nodeEntries].join(' and ')} are for Node alone.`]
    }
    if (target !== undefined && isForNode(target) && !isForNode(from)) {
      return [`${from} imports ${target}: that is an entry for Node alone, and would take the rest of the package with it.`]
    }
    return []
  })
}

function unknownPackages(sources: Sources): readonly string[] {
  return Object.keys(sources).flatMap((path) => {
    const { packageName } = placeOf(path)
    if (Object.hasOwn(arrows, packageName)) return []
    return [`packages/${packageName} is new: say in tests/repository/architecture/packages.ts what it may import.`]
  })
}

function strayArrows(sources: Sources): readonly string[] {
  return importsOfSources(sources).flatMap(({ from, specifier }) => {
    const other = /^@kalends\/([^/]+)/.exec(specifier)?.[1]
    const { packageName } = placeOf(from)
    if (specifier === internalEntry && !insiders.has(packageName)) return [`${from} imports ${specifier}, which is no public API.`]
    if (other === undefined || arrows[packageName] === undefined || arrows[packageName].includes(other)) return []
    const may = arrows[packageName].map((name) => `@kalends/${name}`).join(', ') || 'no package of this repository'
    return [`${from} imports ${specifier}: @kalends/${packageName} may import ${may}.`]
  })
}

function strayPaths(sources: Sources): readonly string[] {
  return importsOfSources(sources).flatMap(({ from, target }) => {
    const { packageName } = placeOf(from)
    if (target === undefined || target.startsWith(`packages/${packageName}/src/`)) return []
    return [`${from} imports ${target}: relative imports stay inside the sources of their package.`]
  })
}
