import { describe, expect, test } from 'vitest'
import type { AccessQuestion, Status } from './policy.ts'
import { readScopes } from './policy.ts'
import { roles } from './roles.ts'

const editor = { id: '1', roles: ['editor'] }
const author = { id: '2', roles: ['author'] }
const reader = { id: '3', roles: ['subscriber'] }
const target = (authorId: string, status: Status = 'draft') => ({ id: 7, authorId, status })

describe('what may be read', () => {
  const { readable } = roles()

  test('everybody reads what is published', () => {
    expect(readable(null, 'event')).toBe(readScopes.published)
    expect(readable(reader, 'event')).toBe(readScopes.published)
    expect(readable({ id: '4' }, 'event')).toBe(readScopes.published)
  })

  test('editors read everything', () => expect(readable(editor, 'venue')).toBe(readScopes.all))

  test('authors read their own records in every status, the trash included', () => {
    const scope = readable(author, 'event')
    expect(scope).toContainEqual({ status: 'trash', authorIds: ['2'] })
    expect(scope).toContainEqual({ status: 'draft', authorIds: ['2'] })
    expect(scope).toContainEqual({ status: 'publish' })
  })
})

const question = (change: Partial<AccessQuestion>): AccessQuestion => ({ actor: author, action: 'update', kind: 'event', ...change })

describe('what may be done', () => {
  test.each<[string, Partial<AccessQuestion>, boolean]>([
    ['anonymous callers do nothing', { actor: null, action: 'create' }, false],
    ['readers do nothing', { actor: reader, action: 'create' }, false],
    ['editors change records of any author', { actor: editor, action: 'delete', record: target('2') }, true],
    ['authors create records', { action: 'create' }, true],
    ['authors create in their own name', { action: 'create', next: { id: null, authorId: '2', status: 'publish' } }, true],
    ['authors do not create in the name of others', { action: 'create', next: { id: null, authorId: '9', status: 'publish' } }, false],
    ['authors change their own records', { record: target('2'), next: target('2') }, true],
    ['authors do not change records of others', { record: target('9'), next: target('9') }, false],
    ['authors do not give their records to others', { record: target('2'), next: target('9') }, false],
    ['authors delete their own records', { action: 'delete', record: target('2', 'trash') }, true],
    ['authors do not delete records of others', { action: 'delete', record: target('9') }, false],
    ['authors link records of others', { action: 'link', kind: 'venue', record: target('9', 'publish') }, true],
    ['authors do not create terms', { action: 'create', kind: 'tag' }, false],
    ['authors link terms', { action: 'link', kind: 'tag' }, true],
    ['authors do not delete terms', { action: 'delete', kind: 'category' }, false],
  ])('%s', (_name, change, expected) => expect(roles().may(question(change))).toBe(expected))

  test('authors who may not publish write drafts, and change their published records', () => {
    const { may } = roles({ publishers: [] })
    expect(may(question({ action: 'create', next: { id: null, authorId: '2', status: 'publish' } }))).toBe(false)
    expect(may(question({ action: 'create', next: { id: null, authorId: '2', status: 'future' } }))).toBe(false)
    expect(may(question({ action: 'create', next: { id: null, authorId: '2', status: 'pending' } }))).toBe(true)
    expect(may(question({ record: target('2', 'publish'), next: target('2', 'publish') }))).toBe(true)
  })

  test('term creators create terms, but do not change them', () => {
    const { may } = roles({ termCreators: ['author'] })
    expect(may(question({ action: 'create', kind: 'tag' }))).toBe(true)
    expect(may(question({ action: 'update', kind: 'tag' }))).toBe(false)
  })

  test('author setters give their records to others', () => {
    const { may } = roles({ authorSetters: ['author'] })
    expect(may(question({ record: target('2'), next: target('9') }))).toBe(true)
  })
})
