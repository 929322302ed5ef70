/** The layers of the core with the same set of files. */
export const entityLayers = new Set(['term', 'organizer', 'venue', 'event'].map((kind) => `core/kinds/${kind}`))

/** The order in which the files of these layers depend on each other. */
export const steps = ['schema', 'query', 'record', 'relations', 'view', 'reads', 'kind', 'service', 'items']

/** Parts of a step that have a file or a folder of their own; they rank just before their step. */
export const parts: Readonly<Record<string, string>> = {
  window: 'query',
  times: 'record',
  'profile-links': 'relations',
  'term-links': 'relations',
  links: 'view',
  'publish-linked': 'view',
  tree: 'view',
  exceptions: 'reads',
  counts: 'reads',
  dates: 'relations',
  conflicts: 'service',
  'free-busy': 'service',
  'list-reasons': 'reads',
  explain: 'service',
  previews: 'service',
  proposal: 'reads',
  proposals: 'service',
  writes: 'kind',
}
