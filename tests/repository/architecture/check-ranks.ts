import { ranks } from './ranks.ts'
import { importsOfSources, isTest, placeOf, type Sources } from './sources.ts'
import { entityLayers, parts, steps } from './steps.ts'

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
    if (isTest(path) || rankOf(path) !== undefined) return []
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
