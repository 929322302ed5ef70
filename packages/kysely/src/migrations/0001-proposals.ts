import { createTable, defineTable, type MigrationTarget, type Statement } from './table-definition.ts'

/** Changes of events that are proposed (write/proposals.ts). */
const proposals = defineTable({
  name: 'proposals',
  columns: {
    id: 'id',
    event_id: 'integer',
    version: 'integer',
    author_id: 'key',
    patch: 'longText',
    state: 'word',
    note: 'text',
    decider_id: 'key',
    created_ms: 'integer',
    decided_ms: 'integer?',
  },
  indexes: { event: ['event_id', 'id'], author: ['author_id', 'id'], state: ['state', 'id'] },
})

/** Tokens with which events are read before they are published (write/proposals.ts). */
const previews = defineTable({
  name: 'previews',
  columns: { id: 'id', token_hash: 'key', event_id: 'integer', until_ms: 'integer', drafts: 'longText' },
  indexes: { unique_hash: ['token_hash'], event: ['event_id'], ends: ['until_ms'] },
})

/** The tables of what is read and written before it is published, as parts of the first migration. */
export const proposalTables = (target: MigrationTarget): readonly Statement[] => [
  ...createTable(target, proposals),
  ...createTable(target, previews),
]
