import { idSchema, type Property, refTo } from './property.ts'

/** The member of a response with counts. */
export const countsProperties: readonly Property[] = [
  { name: 'counts', schema: { type: 'array', items: refTo('EventCount') }, text: 'countsSent' },
]

/** The members of a count: the keys that were asked for, and the number. */
export const countProperties: readonly Property[] = [
  { name: 'day', schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, text: 'countDay', isOptional: true },
  { name: 'month', schema: { type: 'string', pattern: '^\\d{4}-\\d{2}$' }, text: 'countMonth', isOptional: true },
  { name: 'category', schema: idSchema, text: 'id', isOptional: true },
  { name: 'tag', schema: idSchema, text: 'id', isOptional: true },
  { name: 'venue', schema: idSchema, text: 'id', isOptional: true },
  { name: 'organizer', schema: idSchema, text: 'id', isOptional: true },
  { name: 'count', schema: { type: 'integer', minimum: 1 }, text: 'countNumber' },
]
