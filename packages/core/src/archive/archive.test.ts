import { memoryStore } from '@kalends/memory'
import { buildTermDraft } from '@kalends/testing/conformance'
import { describe, expect, test } from 'vitest'
import { anEvent, openCalendar, outcomeOf } from '../../test/open-calendar.ts'
import { allowAll } from '../access/policy.ts'
import type { Calendar } from '../calendar/api.ts'
import { createCalendar } from '../calendar/calendar.ts'
import { type CalendarStore, storeContract } from '../store/contract.ts'
import { withHashes } from './lines.ts'
import { type RestoreArchiveOptions, restoreArchive } from './restore.ts'
import type { ArchiveSection } from './section.ts'
import { type WriteArchiveOptions, writeArchive } from './write.ts'

async function textOf(calendar: Calendar, options?: WriteArchiveOptions): Promise<string> {
  let text = ''
  for await (const line of writeArchive(calendar, options)) text += line
  return text
}

/** A calendar with a category and an event in it, and a series whose later dates have become another one. */
async function openFilled() {
  const opened = openCalendar()
  const { calendar } = opened
  await calendar.events.create(anEvent({ categories: ['Music'], tags: ['a\u2028b'], venues: [{ name: 'Mill' }] }))
  const series = await calendar.events.create(anEvent({ title: 'Market', recurrence: 'FREQ=WEEKLY;COUNT=4', description: 'Cheese' }))
  const { items } = await calendar.events.list({ seriesIds: [series.id] })
  await calendar.events.update(items[2]?.id ?? 0, { title: 'Late market' }, { scope: 'following' })
  await calendar.events.trash(items[0]?.id ?? 0)
  // Former slugs of every kind.
  await calendar.events.update(1, { slug: 'second' })
  await calendar.events.update(1, { slug: 'third' })
  await calendar.venues.update(1, { slug: 'old-mill' })
  await calendar.categories.update('music', { slug: 'sound' })
  return opened
}

/** Restores an archive into a new store, which has to be empty after a refusal. */
async function restoring(archive: Iterable<string>, options?: RestoreArchiveOptions): Promise<string> {
  const store = memoryStore()
  const outcome = await restoreArchive(store, archive, options).then(
    () => 'done',
    (error: Error) => error.message,
  )
  if (outcome !== 'done') expect([store.snapshot().events.records, await store.log.head()]).toEqual([[], 0])
  return outcome
}

/** Lines with new hashes. */
async function sealed(lines: readonly string[]): Promise<readonly string[]> {
  async function* each() {
    yield* lines
  }
  const pieces: string[] = []
  for await (const piece of withHashes(each())) pieces.push(piece)
  return pieces
}

describe('an archive', () => {
  test('of 0.1, of format 1, is restored: its events lack a member', async () => {
    const { calendar } = await openFilled()
    const text = await textOf(calendar)
    const written = text.split('\n').filter((line) => line !== '' && !line.startsWith('{"hash"'))
    const earlier = written.map((line) => line.replace('"format":2', '"format":1').replace('"eventStatusReason":"",', ''))
    const events = written.filter((line) => line.startsWith('{"event"'))
    expect(events.length).toBeGreaterThan(5)
    expect(earlier.filter((line, index) => line !== written[index])).toHaveLength(1 + events.length)
    const store = memoryStore()
    await restoreArchive(store, await sealed(earlier))
    const restored = (await textOf(createCalendar({ store, timeZone: 'Europe/Berlin' }))).split('\n').filter((line) => line !== '')
    // The new member may stand elsewhere in its line.
    expect(restored.filter((line) => !line.startsWith('{"hash"')).map((line) => JSON.parse(line))).toEqual(
      written.map((line) => JSON.parse(line)),
    )
  })

  test('has a line for each record, and a hash', async () => {
    const { calendar } = openCalendar()
    await calendar.tags.create({ name: 'Späť \u2028' })
    expect(await textOf(calendar)).toMatchInlineSnapshot(`
      "{"kalends":"archive","format":2,"contract":4}
      {"term":{"taxonomy":"tag","name":"Späť","nameKey":"spat","description":"","parentId":0,"ancestorIds":[],"fields":{"values":{},"keys":{}},"known":true,"createdMs":1780315200000,"updatedMs":1780315200000,"updatedLocal":"2026-06-01T14:00:00","slug":"spat","searchText":"spat\\nspat","id":1,"version":1}}
      {"end":true}
      {"hash":"2013c755b2f9e8bb27c9ed69c8770dc6d6236a71c94b8ce4a39baea8d8f0a3c9"}
      "
    `)
    expect((await textOf(calendar, { log: true })).split('\n')[2]).toMatchInlineSnapshot(
      `"{"change":{"kind":"tag","id":1,"verb":"created","atMs":1780315200000,"partOf":0,"scope":null,"was":null,"version":1,"actor":"","changed":null,"seq":1}}"`,
    )
  })

  test('restores all records, of series too', async () => {
    const { calendar, memory } = await openFilled()
    const store = memoryStore()
    expect(await restoreArchive(store, writeArchive(calendar))).toEqual({ terms: 2, venues: 1, organizers: 0, events: 7, rows: 0 })
    expect(store.snapshot()).toEqual(memory.snapshot())
  })

  test('does not repeat the texts of series', async () => {
    const { calendar } = await openFilled()
    expect((await textOf(calendar)).split('Cheese').length - 1).toBe(2)
  })

  test('is read in pieces of any length, and as lines without ends', async () => {
    const text = await textOf((await openFilled()).calendar)
    expect(await restoring(text)).toBe('done')
    expect(await restoring([text])).toBe('done')
    expect(await restoring(['', text])).toBe('done')
    expect(await restoring(text.trimEnd().split('\n'))).toBe('done')
    const header = text.indexOf('\n')
    for (const length of [1, 10, header, header + 1, 300, 1_000])
      expect(await restoring(text.match(new RegExp(`.{1,${length}}`, 'gs')) ?? [])).toBe('done')
  })

  test('is written and restored in parts', async () => {
    const { calendar, memory } = openCalendar()
    const drafts = Array.from({ length: 2_300 }, (_, index) => buildTermDraft({ taxonomy: 'tag' }, index + 1))
    await memory.terms.insertMany(drafts)
    const done: number[] = []
    const text = await textOf(calendar)
    expect(await restoring([text], { onProgress: ({ terms }) => done.push(terms) })).toBe('done')
    expect(done).toEqual([999, 1_999, 2_300])
    const lines = text.split('\n')
    const [first, second] = lines.flatMap((line, index) => (line.startsWith('{"hash"') ? [index + 1] : []))
    expect(await restoring(lines.slice(0, first))).toContain('The archive is cut')
    expect(await restoring([...lines.slice(0, first), ...lines.slice(second)])).toContain('The archive was changed')
  })

  test('is only for the host', async () => {
    const { calendar } = openCalendar()
    expect(() => writeArchive(calendar.as(null, allowAll()))).toThrow(expect.objectContaining({ code: 'forbidden' }))
    // @ts-expect-error options are checked for callers without types
    expect(() => writeArchive(calendar, { logs: true })).toThrow(TypeError)
    // @ts-expect-error as above
    await expect(restoreArchive(memoryStore(), [], { onProgres: () => {} })).rejects.toThrow(TypeError)
    await expect(restoreArchive({ ...memoryStore(), contract: 2 } as unknown as CalendarStore, [])).rejects.toThrow('contract')
  })

  test('ends when its signal is aborted', async () => {
    const { calendar } = await openFilled()
    const signal = AbortSignal.abort('no longer')
    await expect(textOf(calendar, { signal })).rejects.toBe('no longer')
    await expect(restoreArchive(memoryStore(), writeArchive(calendar), { signal })).rejects.toBe('no longer')
  })

  test('fails if somebody writes meanwhile', async () => {
    const { calendar } = await openFilled()
    const lines = writeArchive(calendar)[Symbol.asyncIterator]()
    await lines.next()
    await calendar.tags.create({ name: 'New' })
    const rest = (async () => {
      while ((await lines.next()).done !== true);
    })()
    expect(await outcomeOf(rest)).toBe('version_conflict')
  })
})

describe('an archive is refused', async () => {
  const text = await textOf((await openFilled()).calendar, { log: true })
  const lines = text.trimEnd().split('\n')

  test('if it is cut between two lines', async () => {
    for (let left = 1; left < lines.length; left++) expect(await restoring(lines.slice(0, left))).toContain('The archive is cut')
    expect(await restoring([])).toContain('The archive is cut')
  })

  test('if it is cut inside of a line', async () => {
    for (let left = 70; left < text.length - 1; left += 97) expect(await restoring([text.slice(0, left)])).toContain('The archive')
  })

  test('if a character is changed', async () => {
    for (let at = 3; at < text.length - 1; at += 53) {
      const changed = `${text.slice(0, at)}${text[at] === 'e' ? 'a' : 'e'}${text.slice(at + 1)}`
      expect(await restoring([changed]), String(at)).toContain(' archive')
    }
  })

  test('if lines have changed places, are missing or are there twice', async () => {
    const [header = '', first = '', second = '', ...rest] = lines
    expect(await restoring([header, second, first, ...rest])).toContain('The archive was changed')
    expect(await restoring([header, second, ...rest])).toContain('The archive was changed')
    expect(await restoring([header, first, first, second, ...rest])).toContain('The archive was changed')
    expect(await restoring([...lines, first])).toContain('The archive is cut, or other text follows it.')
  })

  test('if it is of another version, or something else', async () => {
    const header = (change: object) => JSON.stringify({ kalends: 'archive', format: 2, contract: storeContract, ...change })
    expect(await restoring([header({}), ...lines.slice(1)])).toBe('done')
    expect(await restoring([header({ format: 3 }), ...lines.slice(1)])).toContain('version 3 of the format')
    for (const other of ['', 'BEGIN:VCALENDAR', '{}', 'null', '[]', header({ kalends: 'calendar' })])
      expect(await restoring([other, ...lines.slice(1)])).toBe('This is no archive of a calendar.')
  })

  describe('although its hashes are right:', () => {
    const [end = '', ...records] = lines.filter((line) => !line.startsWith('{"hash"')).reverse()
    const restoringSealed = async (all: readonly string[]): Promise<string> => restoring(await sealed(all))
    const changed = (from: RegExp, to: string): readonly string[] => {
      const at = records.findIndex((line) => from.test(line))
      return [...records.map((line, index) => (index === at ? line.replace(from, to) : line)).reverse(), end]
    }

    test.each<readonly [string, readonly string[], string]>([
      ['a line that is no JSON', [...records.toReversed(), 'x', end], 'no record'],
      ['a line that is no record', [...records.toReversed(), 'null', end], 'no record'],
      ['a row of no section', [...records.toReversed(), '{"row":null}', end], 'no record'],
      ['a record of an unknown kind', [...records.toReversed(), '{"place":{"id":1,"version":1}}', end], 'no record'],
      ['an end that is none', [...records.toReversed(), '{"end":false}'], 'no record'],
      ['a record behind the end', [...records.toReversed(), end, end], 'cut, or other text'],
      ['an id above the safe integers', changed(/"id":(?=[0-9]+,"version")/, '"id":9007199254740993'), 'no valid number'],
      ['an id of zero', changed(/"id":\d+(?=,"version")/, '"id":0'), 'no valid number'],
      ['a version below one', changed(/"version":\d+(?=\}\})/, '"version":-1'), 'no valid number'],
      ['a record twice', [...records.toReversed(), records.find((line) => line.startsWith('{"venue"')) ?? '', end], 'twice'],
      ['rows of the log in another order', changed(/"seq":\d+/, '"seq":1'), 'not in their order'],
      [
        'dates without their series',
        [...records.filter((line) => !line.includes('"role":"series"')).reverse(), end],
        'the series of the event',
      ],
    ])('%s', async (_, all, message) => expect(await restoringSealed(all)).toContain(message))

    test('a line or a part that is longer than any', async () => {
      expect(await restoring([`${lines[0]}\n`, 'x'.repeat(20_000_001)])).toContain('longer than any record')
      expect(await restoring([lines[0] ?? '', ...Array.from({ length: 1_000 }, () => lines[1] ?? '')])).toContain('a hash is missing')
    })
  })

  test('if the store has records, or had some', async () => {
    const { calendar, memory } = openCalendar()
    const { id } = await calendar.tags.create({ name: 'Old' })
    expect(await outcomeOf(restoreArchive(memory, lines))).toBe('refused')
    await calendar.tags.delete(id)
    expect(await outcomeOf(restoreArchive(memory, lines))).toBe('refused')
    const withoutLog = memoryStore({ snapshot: (await openFilled()).memory.snapshot() })
    expect(await outcomeOf(restoreArchive(withoutLog, lines))).toBe('refused')
  })

  test('if another program writes meanwhile', async () => {
    const store = memoryStore()
    const beside: CalendarStore = {
      ...store,
      transaction: (work) => store.transaction((tx) => work({ ...tx, log: { ...tx.log, read: async () => [{ ...row, seq: 1 }] } })),
    }
    const row = {
      kind: 'tag',
      id: 1,
      verb: 'created',
      atMs: 0,
      partOf: 0,
      scope: null,
      was: null,
      version: 1,
      actor: '',
      changed: null,
    } as const
    await expect(restoreArchive(beside, writeArchive((await openFilled()).calendar))).rejects.toThrow('Another program has written')
  })

  test('if the store begins the transaction again', async () => {
    const store = memoryStore()
    const again: CalendarStore = {
      ...store,
      transaction: (work) =>
        store.transaction(async (tx) => {
          await work(tx)
          return work(tx)
        }),
    }
    expect(await outcomeOf(restoreArchive(again, lines))).toBe('unavailable')
  })
})

describe('a section of an archive', () => {
  const toSection = (name: string, rows: object[] = [], joinsTransactions = false): ArchiveSection => ({
    ...{ name, joinsTransactions },
    each: async function* () {
      yield* rows
    },
    save: async (more) => void rows.push(...more),
  })

  test('carries its rows in their order, in several parts', async () => {
    const { calendar } = await openFilled()
    const values = Array.from({ length: 2_500 }, (_, at) => ({ at, text: `\u2028 ${at}` }))
    const text = await textOf(calendar, { sections: [toSection('one', values), toSection('two', [{ hash: 'x' }])] })
    const [one, two]: object[][] = [[], []]
    const seen: number[] = []
    const options: RestoreArchiveOptions = {
      sections: [toSection('two', two), toSection('one', one)],
      onProgress: ({ rows }) => seen.push(rows),
    }
    expect(await restoreArchive(memoryStore(), text, options)).toMatchObject({ events: 7, rows: 2_501 })
    expect([one, two, seen.at(-1)]).toEqual([values, [{ hash: 'x' }], 2_501])
  })

  test('is refused where nothing takes it, or where it has rows already, and gets nothing of a damaged archive', async () => {
    const text = await textOf((await openFilled()).calendar, { sections: [toSection('one', [{ a: 1 }])] })
    expect(await restoring([text])).toContain('The archive has rows of one: restore it with a section')
    expect(await restoring([text], { sections: [toSection('one', [{ b: 2 }])] })).toContain('The store has rows of one')
    for (const joins of [false, true]) {
      const rows: object[] = []
      expect(await restoring([text.slice(0, -100)], { sections: [toSection('one', rows, joins)] })).toContain('The archive is cut')
      expect(rows).toEqual([])
    }
  })

  test('needs a name of its own', async () => {
    const { calendar } = openCalendar()
    expect(() => writeArchive(calendar, { sections: [toSection('one'), toSection('one')] })).toThrow('two sections have one name')
    // @ts-expect-error options are checked for callers without types
    expect(() => writeArchive(calendar, { sections: [{}] })).toThrow('a section needs a name')
    // @ts-expect-error as above
    await expect(restoreArchive(memoryStore(), '', { sections: [{ name: 'one' }] })).rejects.toThrow('each of the section one')
    // @ts-expect-error as above
    await expect(restoreArchive(memoryStore(), '', { sections: 'one' })).rejects.toThrow('must be a list')
  })
})

describe('tokens of copies', () => {
  const restored = async (from: Calendar, options?: WriteArchiveOptions) => {
    const store = memoryStore()
    const empty = createCalendar({ store, clock: from.clock })
    const ofEmpty = await empty.changes.token({ events: {} })
    await restoreArchive(store, writeArchive(from, options))
    return { calendar: createCalendar({ store, clock: from.clock, timeZone: 'Europe/Berlin' }), ofEmpty }
  }

  test('expire without the log', async () => {
    const { calendar: source } = await openFilled()
    const token = await source.changes.token({ events: {} })
    const { calendar, ofEmpty } = await restored(source)
    expect(await outcomeOf(calendar.changes.since(token, { events: {} }))).toBe('token_expired')
    expect(await outcomeOf(calendar.changes.since(ofEmpty, { events: {} }))).toBe('token_expired')
    const next = await calendar.changes.token({ events: {} })
    const { id } = await calendar.events.create(anEvent())
    expect((await calendar.changes.since(next, { events: {} })).items.map((item) => item.id)).toEqual([id])
  })

  test('stay valid with the log', async () => {
    const { calendar: source } = await openFilled()
    const before = await source.changes.token({ events: {} })
    const { id } = await source.events.create(anEvent())
    const after = await source.changes.token({ events: {} })
    const { calendar } = await restored(source, { log: true })
    expect((await calendar.changes.since(before, { events: {} })).items.map((item) => item.id)).toEqual([id])
    expect((await calendar.changes.since(after, { events: {} })).items).toEqual([])
  })
})
