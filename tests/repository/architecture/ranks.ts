import { importsOfSources, isTest, placeOf, type Sources } from './sources.ts'

/**
 * The layers of each package (folders and top-level files of its `src`, folders of `kinds/`) with their ranks: a file imports from lower ranks and from its own
 * layer. Every new layer must be added here, at the lowest rank that its imports allow.
 */
const ranks: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  core: {
    errors: 0,
    text: 0,
    time: 0,
    recurrence: 1,
    store: 1,
    cache: 2,
    input: 2,
    paging: 2,
    access: 2,
    fields: 3,
    money: 3,
    record: 4,
    'kinds/term': 5,
    'kinds/organizer': 6,
    'kinds/venue': 7,
    'kinds/event': 8,
    changes: 9,
    format: 9,
    calendar: 10,
    index: 11,
    'store-entry': 11,
    'format-entry': 11,
    'sanitize-html': 11,
    internal: 12,
  },
  kysely: {
    drivers: 0,
    schema: 0,
    engine: 1,
    'node-sqlite': 1,
    'better-sqlite3': 1,
    pg: 1,
    mysql2: 1,
    query: 2,
    'event-filter': 3,
    counts: 4,
    search: 4,
    write: 5,
    migrations: 6,
    events: 6,
    profiles: 6,
    venues: 7,
    organizers: 7,
    terms: 7,
    'kysely-store': 8,
    index: 9,
  },
  fetch: {
    json: 0,
    messages: 0,
    options: 1,
    parameters: 2,
    body: 3,
    wire: 3,
    response: 3,
    routing: 4,
    openapi: 5,
    extension: 5,
    idempotency: 6,
    routes: 7,
    changes: 8,
    cors: 8,
    forms: 8,
    formats: 8,
    fullcalendar: 8,
    hosts: 8,
    observe: 8,
    answer: 8,
    handler: 9,
    index: 10,
    internal: 10,
    node: 10,
  },
  formats: {
    addresses: 0,
    'event-status': 0,
    'field-value': 0,
    place: 0,
    uid: 0,
    jsonld: 1,
    'jsonld-lint': 2,
    csv: 1,
    feed: 1,
    geojson: 1,
    icalendar: 1,
    atom: 2,
    jsonfeed: 2,
    rss: 2,
  },
  memory: {
    'stored-copy': 0,
    layer: 0,
    'log-rows': 0,
    ordering: 0,
    'sorted-list': 0,
    indexes: 1,
    'event-plan': 2,
    tables: 2,
    'event-scan': 3,
    search: 3,
    series: 3,
    transaction: 3,
    'event-search': 4,
    revision: 4,
    kinds: 5,
    collection: 6,
    snapshot: 6,
    requests: 4,
    log: 4,
    'memory-store': 7,
    index: 8,
  },
  testing: {
    assert: 0,
    clock: 0,
    'count-statements': 0,
    'deep-freeze': 0,
    fixtures: 0,
    'naive-match': 0,
    'nasty-texts': 0,
    'script-texts': 0,
    'sorted-member': 0,
    'wrap-store': 0,
    factories: 1,
    conformance: 2,
    'failing-store': 2,
    mounts: 2,
    mutants: 2,
    'strict-store': 2,
    differential: 3,
    node: 3,
    index: 4,
  },
  client: {
    'etag-cache': 0,
    host: 0,
    names: 0,
    options: 0,
    sender: 0,
    times: 0,
    limit: 1,
    encode: 1,
    errors: 1,
    decode: 1,
    transport: 2,
    records: 3,
    changes: 3,
    client: 4,
    'local-copy': 4,
    index: 5,
    copy: 5,
  },
  'the-events-calendar': {
    addresses: 0,
    'basic-auth': 0,
    dates: 0,
    entities: 0,
    paragraphs: 0,
    parameters: 0,
    problems: 0,
    values: 0,
    'whole-days': 1,
    members: 1,
    lists: 1,
    wordpress: 1,
    document: 2,
    fields: 2,
    'json-ld': 2,
    queries: 2,
    records: 3,
    endpoints: 4,
    table: 5,
    index: 6,
  },
  webhooks: {
    address: 0,
    base64: 0,
    clock: 0,
    'end-of-log': 0,
    'fetch-like': 0,
    message: 0,
    node: 1,
    patterns: 1,
    record: 1,
    secret: 1,
    store: 1,
    kysely: 2,
    endpoint: 2,
    'held-log': 2,
    signing: 2,
    options: 3,
    verify: 3,
    delivery: 4,
    management: 4,
    webhooks: 5,
    index: 6,
  },
}

/** Packages without ranks: the benchmark is not published. */
const unranked = new Set(['bench'])

/** The layers of the core with the same set of files, and the order in which those files depend on each other. */
const entityLayers = new Set(['term', 'organizer', 'venue', 'event'].map((kind) => `core/kinds/${kind}`))
const steps = ['schema', 'query', 'record', 'relations', 'view', 'service', 'items']

/** Parts of a step that have a file or a folder of their own; they rank just before their step. */
const parts: Readonly<Record<string, string>> = {
  window: 'query',
  times: 'record',
  'profile-links': 'relations',
  'term-links': 'relations',
  links: 'view',
  'publish-linked': 'view',
  tree: 'view',
  exceptions: 'service',
  writes: 'service',
}

/** Reports imports that prevent reading a package from bottom to top. */
export function checkRanks(sources: Sources): readonly string[] {
  return [...new Set([...unknownLayers(sources), ...uphillImports(sources)])]
}

/** Reports layers that have a rank and no files. */
export function checkUnusedRanks(sources: Sources): readonly string[] {
  const files = Object.keys(sources).filter((path) => !isTest(path))
  const used = new Set(files.map((path) => nameOfLayer(layerOf(path))))
  return Object.entries(ranks).flatMap(([packageName, layers]) =>
    Object.keys(layers).flatMap((layer) =>
      used.has(nameOfLayer({ packageName, layer }))
        ? []
        : [`${layer} is no layer of packages/${packageName}/src: remove it from ${ownPath}.`],
    ),
  )
}

const ownPath = 'tests/repository/architecture/ranks.ts'

function unknownLayers(sources: Sources): readonly string[] {
  return Object.keys(sources).flatMap((path) => {
    const { packageName, layer } = layerOf(path)
    if (isTest(path) || unranked.has(packageName) || rankOf(path) !== undefined) return []
    return [
      `${layer} is a new layer of packages/${packageName}/src: give it a rank in ${ownPath}, or put ${path} into a layer that exists.`,
    ]
  })
}

function uphillImports(sources: Sources): readonly string[] {
  return importsOfSources(sources).flatMap(({ from, target }) => {
    if (target === undefined || placeOf(target).packageName !== placeOf(from).packageName) return []
    const layer = nameOfLayer(layerOf(from))
    if (layer === nameOfLayer(layerOf(target))) return entityLayers.has(layer) ? uphillInside(from, target) : []
    const [rank, otherRank] = [rankOf(from), rankOf(target)]
    if (rank === undefined || otherRank === undefined || otherRank < rank) return []
    return [`${from} (rank ${rank}) imports ${target} (rank ${otherRank}): a file imports from lower layers and from its own.`]
  })
}

/** Files beside the steps and their parts, like `by-start.ts`, rank below them all. */
function uphillInside(from: string, target: string): readonly string[] {
  const place = placeInside(from)
  const otherPlace = placeInside(target)
  if (otherPlace < 0 || otherPlace < place || (isFolder(from) && stepOf(from) === stepOf(target))) return []
  return [`${from} imports ${target}: in this layer the order is ${steps.join(' < ')}, and other files are below them all.`]
}

function placeInside(path: string): number {
  const name = stepOf(path)
  const part = parts[name]
  return part === undefined ? steps.indexOf(name) : steps.indexOf(part) - 0.5
}

/** The step or part of a file: its folder, where that is a part, or the file itself. */
const stepOf = (path: string): string => (isFolder(path) ? folderOf(path) : nameOf(path))

const folderOf = (path: string): string => path.split('/').at(-2) ?? ''

const isFolder = (path: string): boolean => Object.hasOwn(parts, folderOf(path))

/** The layer of a file: the folder of its package's `src` in which it is, or the file itself. Each folder of `kinds/` is one. */
interface Layer {
  readonly packageName: string
  readonly layer: string
}

function layerOf(path: string): Layer {
  const { packageName, file } = placeOf(path)
  const layer = /^(?:kinds\/)?[^/]*/.exec(file)?.[0] ?? ''
  return { packageName, layer: layer.replace(/\.ts$/, '') }
}

const nameOfLayer = ({ packageName, layer }: Layer): string => `${packageName}/${layer}`

function rankOf(path: string): number | undefined {
  const { packageName, layer } = layerOf(path)
  const layers = Object.hasOwn(ranks, packageName) ? ranks[packageName] : undefined
  return layers !== undefined && Object.hasOwn(layers, layer) ? layers[layer] : undefined
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '')
}
