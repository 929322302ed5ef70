import { describe, expect, test } from 'vitest'
import { asking } from '../../test/asking.ts'
import { readScope, trusted, type Viewer } from './decision.ts'
import { allowAll, publicReadOnly, readScopes, type Status } from './policy.ts'
import { resolveReadAccess, textOfReadAccess } from './read-access.ts'
import { roles } from './roles.ts'

const kinds = ['event', 'venue', 'organizer'] as const

/** A viewer whose policy returns the same scope for every kind. */
const seeing = (scope: unknown): Viewer => ({ actor: { id: '5' }, policy: { ...allowAll(), readable: () => scope as [] } })
const textOf = async (scope: unknown): Promise<string> => (await resolveReadAccess(asking(seeing(scope)))).text

describe('resolved read access', () => {
  test('has the scope that the policy gives for each kind', async () => {
    const policy = { ...allowAll(), readable: (_: unknown, kind: string) => (kind === 'venue' ? [] : [{ status: 'publish' as const }]) }
    const { viewer } = await resolveReadAccess(asking({ actor: null, policy }))
    expect(await Promise.all(kinds.map((kind) => readScope(viewer, kind)))).toEqual([[{ status: 'publish' }], [], [{ status: 'publish' }]])
  })

  test('does not change when the host changes its clauses', async () => {
    const clause = { status: 'publish' as Status, authorIds: ['1'], publishedMs: { gte: 1 } }
    const { viewer, text } = await resolveReadAccess(asking(seeing([clause])))
    clause.status = 'draft'
    clause.authorIds.push('2')
    clause.publishedMs.gte = 2
    const scope = await readScope(viewer, 'event')
    expect(scope).toEqual([{ status: 'publish', authorIds: ['1'], publishedMs: { gte: 1 } }])
    expect(text).toContain(JSON.stringify(scope))
  })

  describe('has a synchronous text', () => {
    const readings: readonly [title: string, viewer: Viewer, hasText: boolean, waits: number][] = [
      ['for trusted code', trusted, true, 0],
      ['for a synchronous policy', { actor: null, policy: publicReadOnly() }, true, 0],
      ['for clauses of the host', seeing([{ status: 'draft', authorIds: ['5'] }]), true, 0],
      ['for invalid clauses', seeing([null]), true, 0],
      [
        'but not for a promise of clauses',
        { actor: null, policy: { ...publicReadOnly(), readable: async () => readScopes.published } },
        false,
        1,
      ],
      ['but not for a promise about terms', { actor: null, policy: { ...publicReadOnly(), may: async () => true } }, false, 1],
      ['but not for a scope that is no list', seeing('everything'), false, 0],
    ]
    test.each(readings)('%s', async (_, viewer, hasText, expectedWaits) => {
      let waits = 0
      const text = textOfReadAccess(viewer, 'tag', () => {
        waits++
      })
      expect(text).toBe(hasText ? (await resolveReadAccess(asking(viewer), 'tag')).text : undefined)
      expect(waits).toBe(expectedWaits)
    })
  })

  test('shows nothing if the scope is no list', async () => {
    expect(await textOf('everything')).toBe(await textOf([]))
  })

  test.each([
    [[null]],
    [[{ status: 'publish', authorIds: 1 }]],
    [
      [
        {
          ...{},
          get status() {
            throw new Error('broken')
          },
        },
      ],
    ],
  ])('shows nothing if a clause is invalid: case %#', async (scope) => {
    expect(await textOf(scope)).toBe(await textOf([]))
  })

  test('has different texts for different bigints, although JSON has no text for them', async () => {
    expect(await textOf([{ status: 'publish', authorIds: [1n] }])).not.toBe(await textOf([{ status: 'publish', authorIds: [2n] }]))
  })

  test('asks the policy for the scope of a kind once, and for each permission', async () => {
    const asked: string[] = []
    const policy = {
      readable: (_: unknown, kind: string) => {
        asked.push(kind)
        return []
      },
      may: ({ action }: { action: string }) => asked.push(action) > 0,
    }
    const { viewer } = await resolveReadAccess(asking({ actor: null, policy }))
    for (const kind of kinds) await readScope(viewer, kind)
    for (const action of ['update', 'link'] as const) await viewer.policy?.may({ actor: null, action, kind: 'event' })
    expect(asked).toEqual([...kinds, 'update', 'link'])
  })

  test('of trusted code differs from that of a policy that allows everything', async () => {
    const { viewer, text } = await resolveReadAccess(trusted)
    expect(viewer).toBe(trusted)
    expect(text).not.toBe((await resolveReadAccess(asking({ actor: null, policy: allowAll() }))).text)
  })

  test('has the same text for viewers with equal scopes', async () => {
    const { text } = await resolveReadAccess(asking({ actor: null, policy: publicReadOnly() }))
    for (const actor of [null, { id: '7' }, { id: '8', roles: ['reader'] }])
      expect((await resolveReadAccess(asking({ actor, policy: roles() }))).text).toBe(text)
  })

  test('has different texts for different scopes', async () => {
    const scopes = [
      [],
      [{ status: 'publish' }],
      [{ status: 'draft' }],
      [{ status: 'publish' }, { status: 'draft' }],
      [{ status: 'publish', authorIds: [] }],
      [{ status: 'publish', authorIds: ['1'] }],
      [{ status: 'publish', authorIds: ['1', '2'] }],
      [{ status: 'publish', authorIds: ['12'] }],
      [{ status: 'publish', publishedMs: {} }],
      [{ status: 'publish', publishedMs: { gte: 1 } }],
      [{ status: 'publish', publishedMs: { lt: 1 } }],
      [{ status: 'publish', publishedMs: { lt: Number.POSITIVE_INFINITY } }],
      [{ status: 'publish', publishedMs: { lt: Number.NEGATIVE_INFINITY } }],
      [{ status: 'publish', publishedMs: { lt: Number.NaN } }],
    ]
    const texts = await Promise.all(scopes.map(textOf))
    expect(new Set(texts).size).toBe(scopes.length)
  })
})
