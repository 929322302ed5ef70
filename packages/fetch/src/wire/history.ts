import { idSchema, type Property, refTo, textSchema, timeSchema, versionProperty } from './property.ts'

const wordOf = (words: readonly (string | null)[]): Property['schema'] => ({
  type: words.includes(null) ? ['string', 'null'] : 'string',
  enum: [...words],
})

/** The members of a history. */
export const historyProperties: readonly Property[] = [
  { name: 'history', schema: { type: 'array', items: refTo('HistoryEntry') }, text: 'historySent' },
  { name: 'next_before', schema: idSchema, text: 'historySeq', isOptional: true },
]

/** The members of an entry of a history. */
export const historyEntryProperties: readonly Property[] = [
  { name: 'seq', schema: idSchema, text: 'historySeq' },
  { name: 'at', schema: timeSchema, text: 'historyAt' },
  { name: 'actor', schema: textSchema, text: 'historyActor' },
  { name: 'verb', schema: wordOf(['created', 'updated', 'trashed', 'restored', 'deleted']), text: 'historyVerb' },
  { name: 'scope', schema: wordOf(['this', 'following', 'all', null]), text: 'historyScope' },
  versionProperty,
  {
    name: 'changes',
    schema: {
      type: 'object',
      additionalProperties: { type: 'object', required: ['from', 'to'] },
    },
    text: 'historyChanges',
  },
]
