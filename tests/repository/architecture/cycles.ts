import { importsOfSources, type Sources } from './sources.ts'

/** Every import cycle, once, from its alphabetically first file. Imports of types count. */
export function checkCycles(sources: Sources): readonly string[] {
  const graph = new Map<string, string[]>()
  for (const { from, target } of importsOfSources(sources)) {
    if (target !== undefined && Object.hasOwn(sources, target)) graph.set(from, [...(graph.get(from) ?? []), target])
  }
  const cycles = new Set<string>()
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.add(describeCycle(trail.slice(trail.indexOf(path))))
      return
    }
    if (done.has(path)) return
    for (const target of graph.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of [...graph.keys()].toSorted()) walk(path, [])
  return [...cycles]
}

function describeCycle(members: readonly string[]): string {
  const start = members.indexOf(members.toSorted()[0] ?? '')
  const [first, ...rest] = [...members.slice(start), ...members.slice(0, start)]
  return `${[first, ...rest, first].join(' -> ')}: imports go round in a circle.`
}
