import { importsOfSources, isTest, placeOf, type Sources } from './sources.ts'

/**
 * The parts of `packages/core/src` (folders and top-level files) with their ranks: a file imports from lower ranks and from its own part.
 * Every new part must be added here, at the lowest rank that its imports allow.
 */
const ranks: Readonly<Record<string, number>> = {
  'abort-signal': 0,
  cache: 1,
  clock: 0,
  errors: 0,
  text: 0,
  time: 0,
  store: 1,
  input: 2,
  paging: 2,
  access: 2,
  record: 3,
  term: 4,
  organizer: 5,
  venue: 6,
  event: 7,
  'calendar-options': 8,
  calendar: 9,
  index: 10,
  'sanitize-html': 10,
}

/** The parts with the same set of files, and the order in which those files depend on each other. */
const entityRooms = new Set(['term', 'organizer', 'venue', 'event'])
const steps = ['schema', 'query', 'record', 'relations', 'view', 'service']

/** Parts of a step that have a file of their own; they rank just before their step. */
const parts: Readonly<Record<string, string>> = { window: 'query', times: 'record', links: 'view', tree: 'view' }

/** Reports imports that prevent reading the core from bottom to top. */
export function checkRanks(sources: Sources): readonly string[] {
  return [...new Set([...unknownRooms(sources), ...uphillImports(sources)])]
}

function unknownRooms(sources: Sources): readonly string[] {
  return Object.keys(sources).flatMap((path) => {
    const room = roomOf(path)
    if (room === undefined || isTest(path) || Object.hasOwn(ranks, room)) return []
    return [
      `${room} is a new room of packages/core/src: give it a rank in packages/testing/test/architecture/ranks.ts, or put ${path} into a room that exists.`,
    ]
  })
}

function uphillImports(sources: Sources): readonly string[] {
  return importsOfSources(sources).flatMap(({ from, target }) => {
    const room = roomOf(from)
    const otherRoom = target === undefined ? undefined : roomOf(target)
    if (target === undefined || room === undefined || otherRoom === undefined) return []
    if (room === otherRoom) return entityRooms.has(room) ? uphillInside(from, target) : []
    const [rank, otherRank] = [ranks[room], ranks[otherRoom]]
    if (rank === undefined || otherRank === undefined || otherRank < rank) return []
    return [`${from} (rank ${rank}) imports ${target} (rank ${otherRank}): a file imports from lower rooms and from its own.`]
  })
}

/** Files beside the steps and their parts, like `cost.ts`, rank below them all. */
function uphillInside(from: string, target: string): readonly string[] {
  const place = placeInside(from)
  const otherPlace = placeInside(target)
  if (otherPlace < 0 || otherPlace < place) return []
  return [`${from} imports ${target}: in this room the order is ${steps.join(' < ')}, and other files are below them all.`]
}

function placeInside(path: string): number {
  const name = nameOf(path)
  const part = parts[name]
  return part === undefined ? steps.indexOf(name) : steps.indexOf(part) - 0.5
}

function roomOf(path: string): string | undefined {
  const { packageName, file } = placeOf(path)
  return packageName === 'core' ? (file.split('/')[0] ?? '').replace(/\.ts$/, '') : undefined
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '')
}
