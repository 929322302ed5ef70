import { CalendarError, roles } from '@kalends/core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decide, type ImportItem, type ImportOptions, type ImportReport, importRecords } from '../src/index.ts'
import { counts, event, openers, type Setting, sourceOf } from './setting.ts'

const codes = ({ skipped }: ImportReport) => skipped.map(({ key, code }) => `${key} ${code}`)

describe.each(openers)('an import into %s', (_, open) => {
  let setting: Setting
  let number = 0
  let source = ''
  /** A uid of this test. */
  const uid = (name: string): string => `${name}-${number}@example.org`
  beforeAll(async () => {
    setting = await open()
  })
  beforeEach(() => {
    source = `source ${++number}`
  })
  afterAll(() => setting.close())
  const run = (items: readonly ImportItem[], options: Partial<ImportOptions> = {}) =>
    importRecords(setting.calendar, sourceOf(items), { source, records: setting.records, ...options })
  const find = async (key: string) =>
    (await setting.calendar.events.list({ uids: uid(key), status: ['any', 'trash'], hidden: 'include' })).items[0]
  const get = async (key: string) => {
    const found = await find(key)
    if (found === undefined) throw new Error(`no event ${key}`)
    return found
  }
  const title = () => `Choir ${number}`
  const choir = (key: string, input: Parameters<typeof event>[1] = {}, more: Parameters<typeof event>[2] = {}) =>
    event(uid(key), { title: title(), ...input }, more)

  test('beside others of its source makes each event once', async () => {
    const items = Array.from({ length: 20 }, (_, at) => event(at % 2 === 0 ? '' : uid(`x${at}`), { title: `${title()} ${at}` }))
    const reports = await Promise.all([1, 2, 3].map(() => run(items, { chunkSize: 3 })))
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(20)
    expect((await setting.calendar.events.list({ search: `"${title()}"` })).total).toBe(20)
  })

  test('creates, writes what has changed, and writes nothing the second time', async () => {
    const items = [choir('a'), choir('b', { title: 'Fair', venues: { name: 'Mill' }, categories: ['music'] })]
    expect(counts(await run(items))).toEqual([2, 0, 0, 0, 0])
    expect((await get('b')).venues[0]?.name).toBe('Mill')
    const before = setting.writes.length
    expect(counts(await run(items))).toEqual([0, 0, 2, 0, 0])
    expect(setting.writes.slice(before)).toEqual([])
    expect(counts(await run([choir('a', { title: 'Great choir' }), choir('b', { title: 'Fair' })]))).toEqual([0, 2, 0, 0, 0])
    expect((await get('a')).title).toBe('Great choir')
    expect(await get('b')).toMatchObject({ venues: [], categories: [] })
  })

  test('keeps what people have changed, unless the source wins', async () => {
    await run([choir('a', { description: 'Sing', categories: ['music'] })])
    const { id } = await get('a')
    await setting.calendar.events.update(id, { title: 'By hand', startDate: '2031-06-11 20:00', endDate: '2031-06-11 22:00' })
    const changed = choir('a', { title: 'By the source', description: 'Sing!', startDate: '2031-06-12 19:30', endDate: '2031-06-12 21:00' })
    const report = await run([changed])
    expect(counts(report)).toEqual([0, 1, 0, 0, 0])
    expect(report.warnings.map(({ code, message }) => [code, message.includes('times, title')])).toEqual([['overridden', true]])
    expect(await get('a')).toMatchObject({ title: 'By hand', startDate: '2031-06-11 20:00:00', description: 'Sing!', categories: [] })
    expect(counts(await run([changed]))).toEqual([0, 0, 1, 0, 0])
    expect(counts(await run([changed], { conflicts: 'source wins' }))).toEqual([0, 1, 0, 0, 0])
    expect(await get('a')).toMatchObject({ title: 'By the source', startDate: '2031-06-12 19:30:00' })
    expect(counts(await run([changed], { conflicts: 'source wins' }))).toEqual([0, 0, 1, 0, 0])
  })

  test('keeps what people have filled in before the source had it, unless the source wins', async () => {
    await run([choir('a'), choir('b', { title: 'B' })])
    const own = { website: 'https://own.example', featured: true, venues: { name: 'Mill' }, cost: '5', status: 'draft' } as const
    await setting.calendar.events.update((await get('a')).id, own)
    const given = { website: 'https://club.example', featured: false, venues: { name: 'Barn' }, cost: '7', status: 'private' } as const
    const later = (excerpt: string) => [choir('a', { ...given, excerpt }), choir('b', { title: 'B', ...given, excerpt })]
    for (const excerpt of ['1', '2']) {
      const report = await run(later(excerpt))
      expect(
        report.warnings.map(({ key, message }) => [key, message.includes('changed cost, featured, status, venues, website:')]),
      ).toEqual([[uid('a'), true]])
      expect(await get('a')).toMatchObject({
        website: 'https://own.example',
        featured: true,
        status: 'draft',
        excerpt,
      })
      expect(await get('b')).toMatchObject({ website: 'https://club.example', venues: [{ name: 'Barn' }], status: 'private' })
    }
    expect(counts(await run(later('2'), { conflicts: 'source wins' }))).toEqual([0, 1, 1, 0, 0])
    expect(await get('a')).toMatchObject({
      website: 'https://club.example',
      featured: false,
      venues: [{ name: 'Barn' }],
      status: 'private',
    })
  })

  test('publishes an event that the source had made private, unless people have changed its status', async () => {
    const items = (input: Parameters<typeof event>[1]) => [choir('a', input), choir('b', { title: 'B', ...input })]
    await run(items({ status: 'private' }))
    await setting.calendar.events.update((await get('b')).id, { status: 'draft' })
    const report = await run(items({}))
    expect([counts(report), report.warnings.map(({ key, code }) => [key, code])]).toEqual([[0, 1, 1, 0, 0], [[uid('b'), 'overridden']]])
    expect([(await get('a')).status, (await get('b')).status]).toEqual(['publish', 'draft'])
  })

  test('publishes an event that returns without the status that it had', async () => {
    const others = [choir('b', { title: 'B' }), choir('c', { title: 'C' })]
    await run([choir('a', { status: 'private' }), ...others])
    expect((await run(others, { onMissing: 'trash' })).trashed).toBe(1)
    expect((await run([choir('a'), ...others])).warnings).toEqual([])
    expect((await get('a')).status).toBe('publish')
  })

  test('leaves alone what people have put into the trash or deleted', async () => {
    await run([choir('a'), choir('b', { startDate: '2031-06-13 10:00', endDate: '2031-06-13 11:00' })])
    await setting.calendar.events.trash((await get('a')).id)
    await setting.calendar.events.delete((await get('b')).id)
    expect(counts(await run([choir('a'), choir('b', { startDate: '2031-06-13 10:00', endDate: '2031-06-13 11:00' })]))).toEqual([
      0, 0, 2, 0, 0,
    ])
    const report = await run([choir('a', { title: 'Other' }), choir('b', { startDate: '2031-06-13 12:00', endDate: '2031-06-13 13:00' })])
    expect(codes(report)).toEqual([`${uid('a')} in_trash`, `${uid('b')} record_gone`])
    expect((await get('a')).status).toBe('trash')
    expect(await find('b')).toBeUndefined()
  })

  test('takes no older revision, and one item of each key', async () => {
    await run([choir('a', {}, { sequence: 2 }), choir('b', { title: 'B' }, { modifiedMs: 2_000 })])
    const older = [choir('a', { title: 'Old' }, { sequence: 1 }), choir('b', { title: 'Old' }, { modifiedMs: 1_000 })]
    expect(codes(await run(older))).toEqual([`${uid('a')} older`, `${uid('b')} older`])
    const twice = [
      choir('c', { title: 'C' }),
      choir('c', { title: 'Second' }),
      choir('d', { title: 'D' }, { sequence: 1 }),
      choir('d', { title: 'Newer' }, { sequence: 2 }),
    ]
    const report = await run(twice)
    expect(codes(report)).toEqual([`${uid('c')} repeated_key`])
    expect([(await get('c')).title, (await get('d')).title]).toEqual(['C', 'Newer'])
    const before = setting.writes.length
    expect(codes(await run(twice))).toEqual([`${uid('c')} repeated_key`, `${uid('d')} older`])
    expect(setting.writes.slice(before)).toEqual([])
  })

  test('adopts the record with the uid of an item', async () => {
    await setting.calendar.events.create({ ...choir('a').input, uid: uid('a') })
    expect(counts(await run([choir('a')]))).toEqual([0, 0, 1, 0, 0])
    expect(counts(await run([choir('a', { title: 'Other' })]))).toEqual([0, 1, 0, 0, 0])
    const other = await importRecords(setting.calendar, sourceOf([choir('a', { title: 'Third' })]), {
      source: 'other',
      records: setting.records,
    })
    expect(codes(other)).toEqual([`${uid('a')} uid_taken`])
    expect((await get('a')).title).toBe('Other')
    const before = setting.writes.length
    const equal = await importRecords(setting.calendar, sourceOf([choir('a', { title: 'Other' })]), {
      source: 'other',
      records: setting.records,
    })
    expect([codes(equal), equal.doubtful.map(({ code }) => code)]).toEqual([[`${uid('a')} uid_taken`], ['same_show']])
    expect(setting.writes.slice(before)).toEqual([])
  })

  test('leaves a record that people have made out of the trash where the source loses it', async () => {
    await setting.calendar.events.create({ ...choir('a').input, uid: uid('a') })
    await run([choir('a'), choir('b', { title: 'B' })])
    await run([choir('a', { title: 'Other' }), choir('b', { title: 'B' })])
    expect((await run([choir('b', { title: 'B' })], { onMissing: 'trash', maxMissing: 1 })).trashed).toBe(0)
    expect((await get('a')).status).toBe('publish')
  })

  test('applies the permissions of the actor to each record', async () => {
    const access = roles({ editors: ['editor'], authors: ['author'] })
    await setting.calendar.events.create({ ...choir('a').input, uid: uid('a'), status: 'draft', authorId: '1' })
    const author = setting.calendar.as({ id: '2', roles: ['author'] }, access)
    const items = sourceOf([choir('a', { title: 'Mine' }), choir('b')])
    const report = await importRecords(author, items, { source, records: setting.records })
    expect([report.created, codes(report)]).toEqual([1, [`${uid('a')} uid_taken`]])
    const stranger = setting.calendar.as(null, access)
    const refused = await importRecords(stranger, sourceOf([choir('a', { title: 'A' }), choir('c', { title: 'C' })]), {
      ...{ source, records: setting.records },
    })
    expect(codes(refused)).toEqual([`${uid('a')} unauthenticated`, `${uid('c')} unauthenticated`])
  })

  test('puts coming events that are missing into the trash, and takes them out again', async () => {
    const all = ['a', 'b', 'c', 'd'].map((key, day) => choir(key, { startDate: `2031-06-1${day} 10:00`, endDate: `2031-06-1${day} 11:00` }))
    const past = choir('past', { startDate: '2031-04-01 10:00', endDate: '2031-04-01 11:00' })
    await run([...all, past])
    expect(counts(await run(all.slice(1)))).toEqual([0, 0, 3, 0, 0])
    const trash = (items: readonly ImportItem[], options: Partial<ImportOptions> = {}) => run(items, { onMissing: 'trash', ...options })
    const half = await trash(all.slice(2))
    expect([counts(half), half.incomplete?.code]).toEqual([[0, 0, 2, 0, 0], 'too_many_missing'])
    const failed = await importRecords(setting.calendar, [...all.slice(1)], { source, records: setting.records, onMissing: 'trash' })
    expect([failed.trashed, failed.incomplete?.code]).toEqual([0, 'ended_early'])
    expect((await trash([])).incomplete?.code).toBe('empty')
    const covers = { fromMs: Date.parse('2031-06-11T00:00:00Z') }
    const part = await importRecords(setting.calendar, sourceOf(all.slice(1), { covers }), {
      source,
      records: setting.records,
      onMissing: 'trash',
    })
    expect([part.trashed, part.incomplete]).toEqual([0, null])
    const preview = await trash(all.slice(1), { dryRun: true })
    expect([preview.trashed, (await get('a')).status]).toEqual([1, 'publish'])
    expect((await trash(all.slice(1))).trashed).toBe(1)
    expect([(await get('a')).status, (await get('past')).status]).toEqual(['trash', 'publish'])
    expect((await trash(all.slice(1))).trashed).toBe(0)
    expect(counts(await trash(all))).toEqual([0, 1, 3, 0, 0])
    expect((await get('a')).status).toBe('publish')
  })

  test('reports in a dry run what the run would do', async () => {
    await run([choir('a')])
    const items = [
      choir('a', { title: 'Changed' }),
      choir('b', { venues: { name: `Hall ${number}` } }, { sequence: 1 }),
      choir('c', { endDate: '2031-06-01' }),
      choir('b', { title: `Newer ${number}` }, { sequence: 2 }),
      { kind: 'unreadable', index: 0, key: '', code: 'not_a_date', message: 'No date.' } as const,
    ]
    const dry = await run(items, { dryRun: true, chunkSize: 2 })
    expect((await get('a')).title).toBe(title())
    expect([await find('b'), (await setting.calendar.venues.list({ search: `Hall ${number}` })).total]).toEqual([undefined, 0])
    const real = await run(items, { chunkSize: 2 })
    expect(dry).toEqual(real)
    expect(counts(real)).toEqual([1, 2, 0, 0, 2])
    expect(real.skipped.map(({ index, code }) => [index, code])).toEqual([
      [2, 'invalid_input'],
      [4, 'not_a_date'],
    ])
  })

  test('changes and drops items by `map`, links records by `match`', async () => {
    const { id } = await setting.calendar.events.create({ ...choir('x').input, description: 'By hand' })
    const report = await run([choir('a'), choir('b'), choir('c')], {
      map: (item) =>
        item.key === uid('b') ? undefined : item.kind === 'event' ? { ...item, input: { ...item.input, tags: ['imported'] } } : item,
      match: ({ key }) => (key === uid('c') ? id : undefined),
    })
    expect(counts(report)).toEqual([1, 0, 1, 0, 0])
    expect((await get('a')).tags.map(({ name }) => name)).toEqual(['imported'])
    expect(await setting.calendar.events.get(id)).toMatchObject({ description: 'By hand', tags: [] })
    expect(counts(await run([choir('a', { tags: ['imported'] }), choir('c', { title: 'Named' })]))).toEqual([0, 1, 1, 0, 0])
    expect((await setting.calendar.events.get(id)).title).toBe('Named')
  })

  test('ends at the first item that cannot be imported, if it is told to', async () => {
    const report = await run([choir('a'), choir('b', { title: '' }), choir('c')], { onError: 'stop' })
    expect([counts(report), codes(report), report.incomplete?.code]).toEqual([[1, 0, 0, 0, 1], [`${uid('b')} invalid_input`], 'stopped'])
    expect(await find('c')).toBeUndefined()
    const unreadable = { kind: 'unreadable', index: 0, key: uid('d'), code: 'no_start', message: 'No start.' } as const
    expect(counts(await run([choir('a'), unreadable, choir('c')], { onError: 'stop' }))).toEqual([0, 0, 1, 0, 1])
  })

  test('finds the one item that a hook refuses after it has written', async () => {
    const remove = setting.calendar.before('event.create', async ({ next, tx }) => {
      if (next?.title !== 'Refused') return
      await tx.tags.create({ name: `lost ${number}` })
      throw new CalendarError('refused', {}, { message: 'Not this one.' })
    })
    const items = [choir('a'), choir('b', { title: 'B' }), choir('c', { title: 'Refused' }), choir('d', { title: 'D' })]
    const report = await run(items)
    remove()
    expect([counts(report), codes(report)]).toEqual([[3, 0, 0, 0, 1], [`${uid('c')} refused`]])
    expect((await setting.calendar.tags.list({ search: `lost ${number}` })).total).toBe(0)
  })

  test('leaves an event in the trash that returns with a value that a hook refuses', async () => {
    const others = [choir('b', { title: 'B' }), choir('c', { title: 'C' })]
    await run([choir('a'), ...others])
    expect((await run(others, { onMissing: 'trash' })).trashed).toBe(1)
    const remove = setting.calendar.before('event.update', ({ next }) => {
      if (next?.title === 'Refused') throw new CalendarError('refused', {}, { message: 'Not this one.' })
    })
    const report = await run([choir('a', { title: 'Refused' }), ...others.map((other) => ({ ...other, address: 'https://example.org/' }))])
    remove()
    expect([counts(report), codes(report)]).toEqual([[0, 0, 2, 0, 1], [`${uid('a')} refused`]])
    expect((await get('a')).status).toBe('trash')
  })

  test('takes an error of the reader for the end of the source', async () => {
    function* items(): Generator<ImportItem> {
      yield choir('a')
      throw new Error('reset by peer')
    }
    const report = await importRecords(setting.calendar, items(), { source, records: setting.records, onMissing: 'trash' })
    expect([report.created, report.incomplete]).toEqual([1, { code: 'source_failed', message: 'reset by peer' }])
  })

  test('keeps the decisions of people', async () => {
    const byHand = await setting.calendar.events.create({ ...choir('x').input, title: 'By hand' })
    const about = { source, records: setting.records }
    await decide(setting.calendar, about, uid('a'), 'same as', byHand.id)
    await decide(setting.calendar, about, uid('b'), 'ignore')
    const items = [choir('a'), choir('b')]
    const report = await run(items)
    expect([counts(report), codes(report)]).toEqual([[0, 0, 1, 0, 1], [`${uid('b')} ignored`]])
    expect((await setting.calendar.events.get(byHand.id)).title).toBe('By hand')
    expect(counts(await run([choir('a', { cost: '5 €' }), choir('b', { title: 'B' })]))).toEqual([0, 1, 0, 0, 1])
    expect(await setting.calendar.events.get(byHand.id)).toMatchObject({ title: 'By hand', cost: { text: '5 €' } })
    await decide(setting.calendar, about, uid('a'), 'not the same as', byHand.id)
    expect(counts(await run(items))).toEqual([1, 0, 0, 0, 1])
    expect(counts(await run(items, { onMissing: 'trash' }))).toEqual([0, 0, 1, 0, 1])
    // The record is not the source's to put into the trash.
    await decide(setting.calendar, about, uid('a'), 'same as', byHand.id)
    expect((await run([choir('b')], { onMissing: 'trash', maxMissing: 1 })).trashed).toBe(0)
  })

  test('keeps an item ignored that is decided to be another event, until it is decided to be a record', async () => {
    const byHand = await setting.calendar.events.create({ ...choir('x').input, title: 'By hand' })
    const about = { source, records: setting.records }
    await decide(setting.calendar, about, uid('a'), 'ignore')
    await decide(setting.calendar, about, uid('a'), 'not the same as', byHand.id)
    expect(codes(await run([choir('a')]))).toEqual([`${uid('a')} ignored`])
    await decide(setting.calendar, about, uid('a'), 'same as', byHand.id)
    expect(counts(await run([choir('a')]))).toEqual([0, 0, 1, 0, 0])
    await decide(setting.calendar, about, uid('a'), 'not the same as', byHand.id + 1)
    expect(counts(await run([choir('a', { cost: '5 €' })]))).toEqual([0, 1, 0, 0, 0])
    expect((await setting.calendar.events.get(byHand.id)).cost.text).toBe('5 €')
  })

  test('lists the same show of another source as doubtful', async () => {
    const other = { source: `other ${number}`, records: setting.records }
    await importRecords(setting.calendar, sourceOf([choir('theirs', { venues: { name: 'Mill' } })]), other)
    const items = [choir('a', { title: title().toUpperCase(), venues: { name: 'mill' } }), choir('b', { title: 'Alone' })]
    const first = await run(items)
    const theirs = (await get('theirs')).id
    const expected = [[uid('a'), 'same_show', (await get('a')).id, [{ source: other.source, key: uid('theirs'), id: theirs }]]]
    const toRows = ({ doubtful }: ImportReport) => doubtful.map(({ key, code, id, others }) => [key, code, id, others])
    expect([first.created, toRows(first)]).toEqual([2, expected])
    expect(toRows(await run(items))).toEqual(expected)
    await decide(setting.calendar, { source, records: setting.records }, uid('a'), 'not the same as', theirs)
    expect((await run(items)).doubtful).toEqual([])
  })

  test('leaves out the items alone that overlap others at an exclusive venue', async () => {
    const { id } = await setting.calendar.venues.create({ name: 'Hall', exclusive: true })
    const hour = { startDate: '2026-05-03 10:00', endDate: '2026-05-03 11:00' }
    const items = [choir('a', { venues: id }), choir('b', { title: 'B', venues: id }), choir('c', { ...hour, title: 'C', venues: id })]
    const first = await run(items)
    expect([first.created, codes(first)]).toEqual([2, [`${uid('b')} venue_busy`]])
    const moved = [items[0] ?? choir('a'), choir('c', { title: 'C', venues: id }), choir('d', { ...hour, title: 'D' })]
    const second = await run(moved)
    expect([second.created, second.updated, codes(second)]).toEqual([1, 0, [`${uid('c')} venue_busy`]])
  })

  test('is aborted between chunks, and resumed by another run', async () => {
    const items = ['a', 'b', 'c'].map((key) => choir(key, { title: key }))
    const abort = new AbortController()
    const done: number[] = []
    const aborted = run(items, {
      chunkSize: 1,
      signal: abort.signal,
      onProgress: (progress) => {
        done.push(progress.created)
        if (progress.created === 2) abort.abort(new Error('enough'))
      },
    })
    await expect(aborted).rejects.toThrow('enough')
    expect(done).toEqual([1, 2])
    expect(counts(await run(items))).toEqual([1, 0, 2, 0, 0])
  })
})
