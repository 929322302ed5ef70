import { memoryStore } from '@kalends/memory'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll, readScopes } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { internals } from '../calendar/internals.ts'
import type { CalendarStore } from '../store/contract.ts'
import type { KeyedRequest } from './create-once.ts'

const request: KeyedRequest = { keyHash: 'key', fingerprint: 'content', maxWaitMs: 5_000 }

describe('a creation by a request with a key', () => {
  let calendar: Calendar
  let store: CalendarStore
  beforeEach(() => {
    const opened = openCalendar()
    calendar = opened.calendar
    store = opened.memory
  })

  const create = (given: Partial<KeyedRequest> = {}, caller = calendar): Promise<unknown> =>
    internals(caller)
      .keyedCreations('venue')
      .create({ name: 'Hall' }, { ...request, ...given })

  test('stores the key before hooks run, and the id of the record at the end', async () => {
    const ids: (number | undefined)[] = []
    const watched: CalendarStore = {
      ...store,
      transaction: (work) =>
        store.transaction(async (tx) => {
          hooked = async () => void ids.push((await tx.requests.get('key'))?.id)
          return work(tx)
        }),
    }
    let hooked = async (): Promise<void> => undefined
    calendar = createCalendar({ store: watched })
    calendar.before('venue.create', () => hooked())
    await create()
    ids.push((await store.requests.get('key'))?.id)
    expect(ids).toEqual([0, 1])
  })

  test('stores nothing for invalid input, without permission, and after an error', async () => {
    await expect(internals(calendar).keyedCreations('venue').create({ name: '' }, request)).rejects.toThrow(/valid/)
    expect(await outcomeOf(create({}, calendar.as(null, { ...allowAll(), may: () => false })))).toBe('unauthenticated')
    const remove = calendar.before('venue.create', () => {
      throw new Error('broken')
    })
    await expect(create()).rejects.toThrow('broken')
    remove()
    expect([await store.requests.get('key'), (await calendar.venues.list()).total]).toEqual([undefined, 0])
  })

  test('gives the record to the same request alone', async () => {
    await create()
    expect(await create()).toMatchObject({ isReplayed: true, record: { id: 1, name: 'Hall' } })
    expect(await outcomeOf(create({ fingerprint: 'other' }))).toBe('key_reused')
    expect(await outcomeOf(internals(calendar).keyedCreations('tag').create({ name: 'Hall' }, request))).toBe('key_reused')
    expect((await calendar.venues.list()).total).toBe(1)
  })

  test('can be for a record that exists', async () => {
    const { id } = await calendar.venues.create({ name: 'Barn' })
    const { assign, find } = internals(calendar).keyedCreations('venue')
    expect(await outcomeOf(assign(9, request))).toBe('not_found')
    expect(await find(request)).toBeUndefined()
    expect(await assign(id, request)).toMatchObject({ isReplayed: false, record: { id } })
    expect(await create()).toMatchObject({ isReplayed: true, record: { id, name: 'Barn' } })
    expect(await assign(9, request)).toMatchObject({ isReplayed: true, record: { id } })
    expect(await outcomeOf(assign(id, { ...request, fingerprint: 'other' }))).toBe('key_reused')
  })

  test('is found without creating anything', async () => {
    const { find } = internals(calendar).keyedCreations('venue')
    expect(await find(request)).toBeUndefined()
    await create()
    expect(await find(request)).toMatchObject({ id: 1 })
    expect(await outcomeOf(find({ ...request, fingerprint: 'other' }))).toBe('key_reused')
    await calendar.venues.delete(1)
    expect(await outcomeOf(find(request))).toBe('record_gone')
  })

  test('is gone for a viewer who may create, and not read', async () => {
    const blind = calendar.as(null, { readable: () => [], may: () => true })
    expect(await create({}, blind)).toMatchObject({ isReplayed: false, record: { name: 'Hall' } })
    expect(await outcomeOf(create({}, blind))).toBe('record_gone')
    expect(await create({}, calendar.as(null, { readable: () => readScopes.all, may: () => true }))).toMatchObject({ isReplayed: true })
  })

  test('whose caller has received request_in_progress creates nothing later', async () => {
    let open = (): void => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const held = memoryStore()
    const one = createCalendar({ store: held })
    const first = one.transaction(() => opened)
    const late = create({ maxWaitMs: 10 }, createCalendar({ store: { ...held, connection: held } }))
    expect(await outcomeOf(late)).toBe('request_in_progress')
    open()
    await first
    // Runs after the transaction of the late request.
    await one.transaction(async () => undefined)
    expect([await held.requests.get('key'), (await one.venues.list()).total]).toEqual([undefined, 0])
  })
})
