import { setTimeout } from 'node:timers/promises'
import { type Calendar, roles } from '@kalends/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide, type ImportItem, importRecords } from '../src/index.ts'
import { counts, event, openers, openMemory, type Setting, sourceOf } from './setting.ts'

describe.each(openers)('a decision in %s', (_, open) => {
  let setting: Setting
  beforeAll(async () => {
    setting = await open()
  })
  afterAll(() => setting.close())
  const openSource = (source: string) => {
    const about = { source, records: setting.records }
    const item = (key: string, title = `${source} ${key}`) => event(`${key}@${source}.example`, { title })
    return {
      about,
      item,
      ignore: (key: string) => decide(setting.calendar, about, key, 'ignore'),
      run: (items: readonly ImportItem[], options: object = {}) =>
        importRecords(setting.calendar, sourceOf(items), { ...about, ...options }),
      list: async () => (await setting.calendar.events.list({ search: `"${source}"`, orderBy: 'title' })).items,
    }
  }

  test('that is made while its item is written is not lost', async () => {
    const { about, item, run } = openSource('meanwhile')
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const remove = setting.calendar.before('event.create', async () => {
      begin()
      await setTimeout(50)
    })
    const running = run([item('a')])
    await begun
    const decision = decide(setting.calendar, about, 'a@meanwhile.example', 'ignore')
    expect(counts(await running)).toEqual([1, 0, 0, 0, 0])
    await decision
    remove()
    expect(counts(await run([item('a', 'meanwhile changed')]))).toEqual([0, 0, 0, 0, 1])
  })

  test('that is made between two chunks of a run holds for the second one', async () => {
    const { item, run, ignore } = openSource('between')
    const onProgress = ({ created }: { readonly created: number }) => (created === 1 ? ignore('b@between.example') : undefined)
    expect(counts(await run([item('a'), item('b')], { chunkSize: 1, onProgress }))).toEqual([1, 0, 0, 0, 1])
  })

  test('is withdrawn', async () => {
    const { about, item, run, list, ignore } = openSource('withdrawn')
    const keys = { new: 'a@withdrawn.example', known: 'b@withdrawn.example', linked: 'c@withdrawn.example' }
    await run([item('b')])
    const byHand = await setting.calendar.events.create({ ...item('c').input, uid: undefined, title: 'withdrawn z' })
    for (const key of [keys.new, keys.known]) await ignore(key)
    await decide(setting.calendar, about, keys.linked, 'same as', byHand.id)
    const items = [item('a'), item('b', 'withdrawn changed'), item('c')]
    expect(counts(await run(items))).toEqual([0, 0, 1, 0, 2])
    for (const key of Object.values(keys)) await decide(setting.calendar, about, key, null)
    expect(counts(await run(items))).toEqual([2, 1, 0, 0, 0])
    expect((await list()).map(({ title }) => title)).toEqual(['withdrawn a', 'withdrawn c', 'withdrawn changed', 'withdrawn z'])
    expect(counts(await run(items))).toEqual([0, 0, 3, 0, 0])
    await decide(setting.calendar, about, 'nothing@withdrawn.example', null)
    const rows: string[] = []
    for await (const { key } of setting.records.each('withdrawn')) rows.push(key)
    expect(rows.sort()).toEqual(Object.values(keys))
  })

  test('is undone with the transaction of the host', async () => {
    const { about, item, run } = openSource('undone')
    const undo = new Error('undo')
    const work = setting.calendar.transaction(async (tx) => {
      await decide(tx, about, 'a@undone.example', 'ignore')
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    expect((await run([item('a')])).created).toBe(1)
  })
})

describe('a decision needs the permission', () => {
  const access = roles({ publishers: ['author'] })
  const [author, other, reader] = [
    { id: '1', roles: ['author'] },
    { id: '2', roles: ['author'] },
    { id: '3', roles: ['reader'] },
  ]
  const openDesk = async () => {
    const { calendar, records } = openMemory()
    const about = { source: 'club', records }
    const own = calendar.as(author, access)
    await importRecords(own, sourceOf([event('known')]), about)
    const [known] = (await own.events.list()).items
    const draft = await own.events.create({ ...event('').input, title: 'Draft', status: 'draft' })
    return { calendar, about, known: known?.id ?? 0, draft: draft.id }
  }
  const outcomeOf = (calendar: Calendar, ...[about, key, decision, id]: [object, string, string | null, number?]): Promise<string> =>
    // The table below has the arguments of all overloads.
    decide(calendar, about as Parameters<typeof decide>[1], key, decision as 'same as', id as number).then(
      () => 'done',
      ({ code }: { readonly code: string }) => code,
    )

  test('to create what is new, and to update the records that it is about', async () => {
    const { calendar, about, known, draft } = await openDesk()
    const rows = [
      [reader, 'new', 'ignore', undefined, 'forbidden'],
      [null, 'new', 'ignore', undefined, 'unauthenticated'],
      [reader, 'new', null, undefined, 'forbidden'],
      [reader, 'known', 'not the same as', known, 'forbidden'],
      [other, 'known', 'ignore', undefined, 'forbidden'],
      [other, 'new', 'same as', known, 'forbidden'],
      [other, 'new', 'same as', draft, 'not_found'],
      [other, 'new', 'same as', 999, 'not_found'],
      [other, 'new', 'not the same as', 999, 'done'],
      [other, 'new', 'ignore', undefined, 'done'],
      [author, 'known', 'same as', draft, 'done'],
      [author, 'known', 'ignore', undefined, 'done'],
      [author, 'known', null, undefined, 'done'],
    ] as const
    for (const [actor, key, decision, id, outcome] of rows)
      expect(await outcomeOf(calendar.as(actor, access), about, key, decision, id), `${actor?.id} ${key} ${decision} ${id}`).toBe(outcome)
  })

  test('to create where the record of the item is gone, and keeps it in the trash', async () => {
    const { calendar, about, known } = await openDesk()
    const own = calendar.as(author, access)
    await own.events.trash(known)
    expect(await outcomeOf(own, about, 'new', 'same as', known)).toBe('in_trash')
    expect(await outcomeOf(own, about, 'known', 'ignore')).toBe('done')
    expect((await calendar.events.list({ ids: known, status: 'trash' })).total).toBe(1)
    await calendar.events.delete(known)
    expect(await outcomeOf(calendar.as(reader, access), about, 'known', null)).toBe('forbidden')
    expect(await outcomeOf(own, about, 'known', 'not the same as', known)).toBe('done')
    expect(await outcomeOf(own, about, 'known', null)).toBe('done')
    expect((await importRecords(own, sourceOf([event('known')]), about)).created).toBe(1)
  })
})
