import { describe, expect, test } from 'vitest'
import type { Status } from '../access/policy.ts'
import type { ReadScope } from '../store/filters.ts'
import { anyStatus, toStoredScope, wantedStatuses } from './scope.ts'
import { statusOf } from './status.ts'

const nowMs = 1_000

describe('the status that views show', () => {
  test.each<['publish' | 'draft', number, Status]>([
    ['publish', 999, 'publish'],
    ['publish', 1_000, 'publish'],
    ['publish', 1_001, 'future'],
    ['draft', 1_001, 'draft'],
  ])('%s at %i is %s', (status, publishedMs, expected) => expect(statusOf({ status, publishedMs }, nowMs)).toBe(expected))
})

describe('a read scope for the store', () => {
  const scope: ReadScope<Status> = [{ status: 'publish' }, { status: 'future', authorIds: ['5'] }, { status: 'draft', authorIds: ['5'] }]

  test.each<[string, ReadScope<Status>, readonly Status[], ReadScope]>([
    ['limits publish to publication dates up to now', scope, ['publish'], [{ status: 'publish', publishedMs: { lt: 1_001 } }]],
    [
      'turns future into publication dates after now',
      scope,
      ['future'],
      [{ status: 'publish', authorIds: ['5'], publishedMs: { gte: 1_001 } }],
    ],
    ['keeps other statuses as they are', scope, ['draft', 'pending'], [{ status: 'draft', authorIds: ['5'] }]],
    ['is empty for a status that the scope lacks', scope, ['trash'], []],
    [
      'intersects a publication range of the clause with that up to now',
      [{ status: 'publish', publishedMs: { gte: 500, lt: 5_000 } }],
      ['publish'],
      [{ status: 'publish', publishedMs: { gte: 500, lt: 1_001 } }],
    ],
    [
      'keeps a narrower range',
      [{ status: 'publish', publishedMs: { lt: 10 } }],
      ['publish'],
      [{ status: 'publish', publishedMs: { lt: 10 } }],
    ],
    [
      'keeps a range of another status',
      [{ status: 'draft', publishedMs: { lt: 10 } }],
      ['draft'],
      [{ status: 'draft', publishedMs: { lt: 10 } }],
    ],
    ['keeps an empty list of authors', [{ status: 'draft', authorIds: [] }], ['draft'], [{ status: 'draft', authorIds: [] }]],
  ])('%s', (_name, given, wanted, expected) => expect(toStoredScope(given, new Set(wanted), nowMs)).toEqual(expected))
})

describe('the statuses that a list asks for', () => {
  test.each<[readonly (Status | 'any')[] | undefined, readonly Status[]]>([
    [undefined, ['publish']],
    [['draft'], ['draft']],
    [['any'], [...anyStatus]],
    [
      ['any', 'trash'],
      [...anyStatus, 'trash'],
    ],
  ])('%j means %j', (asked, expected) => expect([...wantedStatuses(asked)]).toEqual(expected))

  test('any means all statuses except the trash', () =>
    expect([...anyStatus].sort()).toEqual(['draft', 'future', 'pending', 'private', 'publish']))
})
