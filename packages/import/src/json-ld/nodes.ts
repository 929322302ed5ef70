import { isMembers, type Members } from '../values/members.ts'
import { toText } from '../values/texts.ts'

/** An event of a document, and the event that it is a part of. */
export interface EventNode {
  /** The event. */
  readonly node: Members
  /** The event of which it is a part; undefined for none. */
  readonly parent: Members | undefined
}

/** Reads the members of nodes. */
export interface NodeReader {
  /** The values of a member: a single one, those of a list, and nodes in the place of references to them. */
  values(node: Members, name: string): readonly unknown[]
  /** The nodes among the values of a member. */
  nodes(node: Members, name: string): readonly Members[]
  /** The first text or number of a member; empty without one. */
  text(node: Members, name: string): string
  /** The types of a node, without the address of the vocabulary. */
  types(node: Members): readonly string[]
}

/** How deep values are searched. */
const maxDepth = 40

const vocabularies = ['', 'schema:', 'https://schema.org/', 'http://schema.org/']

/** A name without the address of the vocabulary. */
export const toShortName = (name: string): string => name.replace(/^(?:schema:|https?:\/\/(?:www\.)?schema\.org\/)/i, '')

/** Reads the nodes of a document, whose references it resolves. */
export function createNodeReader(data: unknown): NodeReader {
  const byId = new Map<string, Members>()
  walk(data, 0, (node) => {
    const id = node['@id']
    // The longest description of a node is the node; the others are references.
    if (typeof id === 'string' && Object.keys(node).length > Object.keys(byId.get(id) ?? {}).length) byId.set(id, node)
    return true
  })
  const resolve = (value: unknown): unknown => {
    const id = isMembers(value) ? value['@id'] : undefined
    return (typeof id === 'string' ? byId.get(id) : undefined) ?? value
  }
  const values = (node: Members, name: string): readonly unknown[] => {
    const full = vocabularies.find((vocabulary) => Object.hasOwn(node, vocabulary + name))
    return full === undefined ? [] : flatten(node[full + name], 0).map(resolve)
  }
  return {
    values,
    nodes: (node, name) => values(node, name).filter(isMembers),
    text: (node, name) =>
      values(node, name)
        .map(toText)
        .find((text) => text !== '') ?? '',
    types: (node) => flatten(node['@type'], 0).map((type) => toShortName(toText(type))),
  }
}

/** The values in lists, and those that the expanded form wraps. */
function flatten(value: unknown, depth: number): readonly unknown[] {
  if (value === undefined || value === null || depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((each) => flatten(each, depth + 1))
  if (!isMembers(value)) return [value]
  for (const wrapper of ['@value', '@list', '@set']) if (Object.hasOwn(value, wrapper)) return flatten(value[wrapper], depth + 1)
  return [value]
}

/** Visits the nodes of a document. @param visit returns whether the values of the node are visited, too */
function walk(value: unknown, depth: number, visit: (node: Members) => boolean): void {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return
  if (isMembers(value) && !visit(value)) return
  for (const each of Object.values(value)) walk(each, depth + 1, visit)
}

/** Types of events whose names do not end in `Event`. */
const otherTypes = new Set(['Festival', 'Hackathon', 'CourseInstance', 'EventSeries'])
/** Types that are events to the vocabulary alone: issues of a newspaper, parcels. */
const noEvents = new Set(['PublicationEvent', 'OnDemandEvent', 'BroadcastEvent', 'DeliveryEvent'])

const isEventType = (type: string): boolean => (type.endsWith('Event') && !noEvents.has(type)) || otherTypes.has(type)

/**
 * Finds the events of a document, wherever they stand: in lists, in `@graph`, in an `ItemList`, as parts of others. A series stands for its
 * dates, if it has some.
 */
export function findEvents(data: unknown, reader: NodeReader): readonly EventNode[] {
  const found = new Map<Members, Members | undefined>()
  // Series may name each other in circles, and each of a chain the next one twice.
  const visited = new Set<Members>()
  const isEvent = (node: Members): boolean => reader.types(node).some(isEventType)
  const take = (node: Members, parent: Members | undefined, depth: number): void => {
    if (visited.has(node) || depth > maxDepth) return
    visited.add(node)
    const parts = [...reader.nodes(node, 'subEvent'), ...reader.nodes(node, 'subEvents')].filter(isEvent)
    const isSeries = reader.types(node).includes('EventSeries') && parts.length > 0
    if (!isSeries) found.set(node, parent ?? reader.nodes(node, 'superEvent')[0])
    for (const part of parts) take(part, node, depth + 1)
  }
  walk(data, 0, (node) => {
    if (!isEvent(node)) return true
    // A reference alone is found where its node stands.
    if (Object.keys(node).some((name) => !name.startsWith('@'))) take(node, undefined, 0)
    return false
  })
  return [...found].map(([node, parent]) => ({ node, parent }))
}
