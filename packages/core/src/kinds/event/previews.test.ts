import { memoryStore } from '@kalends/memory'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anEvent, issuesOf, openCalendar, outcomeOf } from '../../../test/open-calendar.ts'
import { type Actor, publicReadOnly } from '../../access/policy.ts'
import { roles } from '../../access/roles.ts'
import type { Calendar } from '../../calendar/api.ts'
import type { CalendarOptions } from '../../calendar/options.ts'
import { readPreviewed } from '../../calendar/previewed.ts'
import type { CalendarStore } from '../../store/contract.ts'
import { sha256 } from '../../text/secret.ts'
import type { PreviewTokenOptions } from './previews.ts'

const until = '+2 weeks'

/** A calendar with a draft, as its author, another author and a stranger see it. */
async function open(options: Partial<CalendarOptions> = {}) {
  const opened = openCalendar(options)
  const access = roles({ publishers: [] })
  const as = (id: string, role: string): Calendar => opened.calendar.as({ id, roles: [role] }, access)
  const [eva, ann, bob] = [as('eva', 'editor'), as('ann', 'author'), as('bob', 'author')]
  const draft = await ann.events.create(anEvent({ title: 'Choir', status: 'draft' }))
  return { ...opened, eva, ann, bob, stranger: opened.calendar.as(null, access), draft }
}

const titleOf = async (viewer: Calendar, ref: number | string, token: string): Promise<string | undefined> =>
  (await readPreviewed(viewer, ref, token))?.title

describe('a preview token', () => {
  test('shows a draft to everybody, by its id and by its slug, and changes no other read', async () => {
    const { ann, stranger, draft } = await open()
    const token = await ann.events.previewToken(draft.slug, { until })
    expect(token).toMatch(/^[\w-]{22}$/)
    const shown = await readPreviewed(stranger, draft.id, token)
    expect(shown).toEqual(draft)
    expect(await readPreviewed(stranger, draft.slug, token)).toEqual(draft)
    expect(await outcomeOf(stranger.events.get(draft.id))).toBe('not_found')
  })

  test('shows nothing else', async () => {
    const { ann, stranger, draft } = await open()
    const other = await ann.events.create(anEvent({ title: 'Other', status: 'draft' }))
    const token = await ann.events.previewToken(draft.id, { until })
    for (const ref of [other.id, other.slug, 999, 'unknown', '']) expect(await readPreviewed(stranger, ref, token)).toBeNull()
    for (const wrong of ['', token.slice(1), `${token}x`, token.toLowerCase(), '\u0000', 'x'.repeat(9_999)])
      if (wrong !== token) expect(await readPreviewed(stranger, draft.id, wrong)).toBeNull()
  })

  test('is stored as a hash, in which the token does not occur', async () => {
    const { ann, draft, memory } = await open()
    const tokens = [await ann.events.previewToken(draft.id, { until }), await ann.events.previewToken(draft.id, { until })]
    expect(tokens[0]).not.toBe(tokens[1])
    for (const token of tokens) {
      const stored = await memory.previews.get(await sha256(token))
      expect(stored).toMatchObject({ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/), eventId: draft.id })
      expect(JSON.stringify(stored)).not.toContain(token)
    }
  })

  test('ends at its time, by the clock of the calendar', async () => {
    const { ann, stranger, draft, clock } = await open()
    const token = await ann.events.previewToken(draft.id, { until: '2026-06-03 10:00' })
    clock.set('2026-06-03T07:59:59.999Z')
    expect(await titleOf(stranger, draft.id, token)).toBe('Choir')
    clock.set('2026-06-03T08:00:00Z')
    expect(await titleOf(stranger, draft.id, token)).toBeUndefined()
  })

  test.each<[string, PreviewTokenOptions['until'], string]>([
    ['a day', '2026-06-03', '2026-06-03T22:00:00.000Z'],
    ['a relative day', 'tomorrow', '2026-06-02T22:00:00.000Z'],
    ['weeks', '+1 week', '2026-06-08T22:00:00.000Z'],
    ['an instant', new Date('2026-06-01T12:00:00.001Z'), '2026-06-01T12:00:00.001Z'],
    ['hours', '+2 hours', '2026-06-01T14:00:00.000Z'],
    ['the last day', '2027-06-01', '2027-06-01T22:00:00.000Z'],
  ])('ends with %s', async (_what, given, end) => {
    const { ann, stranger, draft, clock } = await open()
    const token = await ann.events.previewToken(draft.id, { until: given })
    clock.set(new Date(Date.parse(end) - 1).toISOString())
    expect(await titleOf(stranger, draft.id, token)).toBe('Choir')
    clock.set(end)
    expect(await titleOf(stranger, draft.id, token)).toBeUndefined()
  })

  test.each([
    ['the past', '2026-06-01 13:59', 'must be a time from now on, at most 366 days ahead'],
    ['now', 'now', 'must be a time from now on, at most 366 days ahead'],
    ['more than 366 days', '+2 years', 'must be a time from now on, at most 366 days ahead'],
    ['no time', 'soon', expect.stringContaining('must be a date')],
    ['nothing', undefined, 'is required'],
  ])('cannot end in %s', async (_what, given, issue) => {
    const { ann, draft } = await open()
    expect(await issuesOf(ann.events.previewToken(draft.id, { until: given as never }))).toEqual({ until: issue })
    await expect(ann.events.previewToken(draft.id, { until, slug: 'x' } as never)).rejects.toThrow(TypeError)
  })

  test('ends when the tokens of its event are revoked', async () => {
    const { ann, stranger, draft } = await open()
    const other = await ann.events.create(anEvent({ title: 'Other', status: 'draft' }))
    const tokens = [await ann.events.previewToken(draft.id, { until }), await ann.events.previewToken(draft.id, { until })]
    const kept = await ann.events.previewToken(other.id, { until })
    expect(await ann.events.revokePreviewTokens(draft.id)).toBe(2)
    expect(await ann.events.revokePreviewTokens(draft.id)).toBe(0)
    for (const token of tokens) expect(await titleOf(stranger, draft.id, token)).toBeUndefined()
    expect(await titleOf(stranger, other.id, kept)).toBe('Other')
  })

  test('shows nothing in the trash, and ends with the record', async () => {
    const { ann, eva, stranger, draft } = await open()
    const token = await ann.events.previewToken(draft.id, { until })
    await ann.events.trash(draft.id)
    expect(await titleOf(stranger, draft.id, token)).toBeUndefined()
    expect(await outcomeOf(ann.events.previewToken(draft.id, { until }))).toBe('in_trash')
    await ann.events.restore(draft.id)
    expect(await titleOf(stranger, draft.id, token)).toBe('Choir')
    await eva.events.delete(draft.id)
    expect(await titleOf(stranger, draft.id, token)).toBeUndefined()
  })

  test('is for those who may update the event', async () => {
    const { ann, bob, eva, stranger, draft } = await open()
    const shown = await eva.events.create(anEvent())
    const outcomes: readonly [Calendar, number, string][] = [
      [bob, draft.id, 'not_found'],
      [stranger, draft.id, 'not_found'],
      [stranger, shown.id, 'unauthenticated'],
      [ann, shown.id, 'forbidden'],
      [eva, shown.id, 'done'],
      [eva, draft.id, 'done'],
    ]
    for (const [viewer, id, outcome] of outcomes) {
      expect(await outcomeOf(viewer.events.previewToken(id, { until }))).toBe(outcome)
      expect(await outcomeOf(viewer.events.revokePreviewTokens(id))).toBe(outcome)
    }
  })

  test('shows one date of a series, or the series', async () => {
    const { ann, stranger } = await open()
    const series = await ann.events.create(anEvent({ title: 'Yoga', status: 'draft', recurrence: 'FREQ=WEEKLY;COUNT=2' }))
    const { items } = await ann.events.list({ seriesIds: series.id, status: 'any' })
    const [first, second] = items.map(({ id }) => id)
    const ofDate = await ann.events.previewToken(first ?? 0, { until })
    const ofSeries = await ann.events.previewToken(series.id, { until })
    const shown = (token: string) => Promise.all([series.id, first ?? 0, second ?? 0].map((id) => titleOf(stranger, id, token)))
    expect(await shown(ofDate)).toEqual([undefined, 'Yoga', undefined])
    expect(await shown(ofSeries)).toEqual(['Yoga', undefined, undefined])
  })

  test('deletes those that have ended when another one is made', async () => {
    const { ann, draft, clock, memory } = await open()
    const [first, second] = [
      await ann.events.previewToken(draft.id, { until: 'tomorrow' }),
      await ann.events.previewToken(draft.id, { until }),
    ]
    const areStored = () =>
      Promise.all([first, second].map(async (token) => (await memory.previews.get(await sha256(token))) !== undefined))
    clock.set('2026-06-10T12:00:00Z')
    expect(await areStored()).toEqual([true, true])
    await ann.events.previewToken(draft.id, { until })
    expect(await areStored()).toEqual([false, true])
  })
})

test('a preview shows the linked records that the publication would publish, and no others', async () => {
  const { calendar, eva, draft, stranger } = await open()
  const names = ['draft', 'pending', 'private', 'trash', 'publish'] as const
  const venues: number[] = []
  const organizers: number[] = []
  for (const status of names) {
    venues.push((await calendar.venues.create({ name: status, status: status === 'trash' ? 'draft' : status })).id)
    organizers.push((await calendar.organizers.create({ name: status, status: status === 'trash' ? 'draft' : status })).id)
  }
  const later = await calendar.venues.create({ name: 'later', published: '2026-12-01' })
  const parent = await calendar.events.create(anEvent({ title: 'Festival', status: 'draft' }))
  await calendar.events.update(draft.id, { venues: [...venues, later.id], organizers, parentId: parent.id, categories: 'Music' })
  await calendar.venues.trash(venues[3] ?? 0)
  await calendar.organizers.trash(organizers[3] ?? 0)
  const shown = await readPreviewed(stranger, draft.id, await eva.events.previewToken(draft.id, { until }))
  const seen = ['draft', 'pending', 'publish']
  expect(shown?.venues.map(({ name }) => name)).toEqual(seen)
  expect(shown?.organizers.map(({ name }) => name)).toEqual(seen)
  expect(shown).toMatchObject({ parentId: 0, categories: [{ name: 'Music' }] })
})

test('a preview shows no drafts that the maker of its token may not read', async () => {
  const { calendar, ann, eva, draft, stranger } = await open()
  const own = await ann.venues.create({ name: 'Own', status: 'draft' })
  const tokens = await Promise.all([ann, eva, calendar].map((maker) => maker.events.previewToken(draft.id, { until })))
  const secret = { name: 'Secret', status: 'draft' } as const
  await eva.events.update(draft.id, { venues: [{ id: own.id }, secret], organizers: secret })
  const shown = await Promise.all(tokens.map((token) => readPreviewed(stranger, draft.id, token)))
  const names = shown.map((event) => [...(event?.venues ?? []), ...(event?.organizers ?? [])].map(({ name }) => name))
  const all = ['Own', 'Secret', 'Secret']
  expect(names).toEqual([['Own'], all, all])
})

test('a preview has the declared fields that its reader may read', async () => {
  const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } }
  const secret = { schema: anything, readable: (actor: Actor | null) => actor !== null }
  const { calendar } = openCalendar({ fields: { event: { level: { schema: anything }, secret } } })
  const draft = await calendar.events.create(anEvent({ status: 'draft', fields: { level: 1, secret: 2 } }))
  const token = await calendar.events.previewToken(draft.id, { until })
  const shown = await readPreviewed(calendar.as(null, publicReadOnly()), draft.id, token)
  expect(shown?.fields).toEqual({ level: 1 })
})

test('an unknown token and one that has ended take the same calls of the store', async () => {
  const calls: string[] = []
  const memory = memoryStore()
  const noting =
    <A, R>(name: string, call: (given: A) => R) =>
    (given: A): R => {
      calls.push(name)
      return call(given)
    }
  const { previews, events } = memory
  const store: CalendarStore = {
    ...memory,
    previews: { ...previews, get: noting('previews', previews.get) },
    events: { ...events, getMany: noting('events', events.getMany) },
  }
  const { calendar, clock } = openCalendar({ store })
  const { id } = await calendar.events.create(anEvent({ status: 'draft' }))
  const token = await calendar.events.previewToken(id, { until: 'tomorrow' })
  clock.set('2026-06-20T12:00:00Z')
  calls.length = 0
  await readPreviewed(calendar, id, token)
  await readPreviewed(calendar, id, 'x')
  await readPreviewed(calendar, 999, token)
  expect(calls).toEqual(['previews', 'previews', 'previews'])
})

test('no text but the token shows the draft', async () => {
  const { ann, stranger, draft } = await open()
  const token = await ann.events.previewToken(draft.id, { until })
  const changed = fc
    .tuple(fc.nat(21), fc.constantFrom(...'abcXYZ019-_ %'))
    .map(([at, sign]) => token.slice(0, at) + sign + token.slice(at + 1))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), changed), async (text) => {
      expect((await readPreviewed(stranger, draft.id, text)) !== null).toBe(text === token)
    }),
  )
})
