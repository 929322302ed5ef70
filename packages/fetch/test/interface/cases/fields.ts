import { expect } from 'vitest'
import { collect } from '../coverage.ts'
import { type CalendarPair, least } from '../pair.ts'

/**
 * A field with the value that a request sends and the one that the response has: `undefined` means the same value, 400 a refusal.
 */
type Row = readonly [field: string, sent: unknown, answered?: unknown]

const text = (field: string, max = 500): readonly Row[] => [
  [field, 'Grüße, 你好 🎉'],
  [field, ' two\r\nlines\t ', 'two lines'],
  [field, '', ''],
  [field, null, ''],
  [field, '\ufeffmarked', 'marked'],
  [field, '𠮷'.repeat(max)],
  [field, 'x'.repeat(max + 1), 400],
  [field, 7, 400],
  [field, 'a\u0000b', 400],
  [field, 'a\u0007b', 400],
  [field, '\ud800', 400],
  [field, ['a'], 400],
  [field, {}, 400],
]

const html = (field: string): readonly Row[] => [
  [field, '<p>One</p>\n<p>two</p>', '&lt;p>One&lt;/p>\n&lt;p>two&lt;/p>'],
  [field, 'plain\ttext\n'],
  [field, '', ''],
  [field, null, ''],
  [field, 'ü'.repeat(65_536)],
  [field, 'ü'.repeat(65_537), 400],
  [field, 5, 400],
  [field, 'nul\u0000', 400],
]

const flag = (field: string): readonly Row[] => [
  ...([true, 1, '1', 'true', 'TRUE', 'Yes', 'on'].map((sent) => [field, sent, true]) as Row[]),
  ...([false, 0, '0', 'false', 'False', 'NO', 'off'].map((sent) => [field, sent, false]) as Row[]),
  ...([null, '', 'maybe', 2, -1, 'tru', [], {}, ' true'].map((sent) => [field, sent, 400]) as Row[]),
]

const website = (field: string): readonly Row[] => [
  [field, 'https://example.org/a?b=c#d'],
  [field, 'http://127.0.0.1:8080/'],
  [field, '', ''],
  [field, null, ''],
  ...([
    'ftp://example.org',
    'javascript:alert(1)',
    'example.org',
    'https://user:pw@example.org/',
    'https://',
    5,
    `https://e.org/${'x'.repeat(2_048)}`,
  ].map((sent) => [field, sent, 400]) as Row[]),
]

const author: readonly Row[] = [
  ['author', 7],
  ['author', '12', 12],
  ['author', 0],
  ...([null, '', -1, 1.5, '1e3', '0x1', '+1', '１', 'me', [], true, 2 ** 53].map((sent) => ['author', sent, 400]) as Row[]),
]

const image: readonly Row[] = [
  ['image', 'https://example.org/a.png', { url: 'https://example.org/a.png' }],
  ['image', 12, { id: 12 }],
  ['image', '12', { id: 12 }],
  ['image', { id: 3, url: 'https://example.org/b.png' }, { id: 3 }],
  ['image', { url: 'https://example.org/b.png' }, { url: 'https://example.org/b.png' }],
  ['image', false, false],
  ['image', null, false],
  ['image', '', false],
  ...([true, 0, -1, 'picture', {}, [], 'ftp://example.org/a.png', 'https://a:b@example.org/', { id: 'x' }].map((sent) => [
    'image',
    sent,
    400,
  ]) as Row[]),
]

const status: readonly Row[] = [
  ['status', 'publish'],
  ['status', 'draft'],
  ['status', 'pending'],
  ['status', 'private'],
  ['status', 'future', 'publish'],
  ...([null, '', 'live', 'any', 1, [], true, 'publish,draft'].map((sent) => ['status', sent, 400]) as Row[]),
]

const date: readonly Row[] = [
  ['date', '2026-02-01 10:00:00'],
  ['date', '2026-02-01T10:00', '2026-02-01 10:00:00'],
  ['date', '2026-02-01', '2026-02-01 00:00:00'],
  ['date', '2026-02-01T10:00:00Z', '2026-02-01 11:00:00'],
  ['date', null, '2026-03-04 13:00:00'],
  ['date_utc', '2026-02-01 09:00:00'],
  ['date_utc', '2026-02-01T10:00:00+01:00', '2026-02-01 09:00:00'],
  ...(['yesterday', '2026-02-30', '2026-02-01 24:00', 5, [], '2026-13-01', '1899-12-31', '2201-01-01'].flatMap((sent) => [
    ['date', sent, 400],
    ['date_utc', sent, 400],
  ]) as Row[]),
]

const slug: readonly Row[] = [
  ['slug', 'summer-night'],
  ['slug', 'Sommer Nächte!', 'sommer-nachte'],
  ['slug', '春まつり', '春まつり'],
  ['slug', 'x'.repeat(200)],
  ['slug', 'x'.repeat(201), 400],
  ['slug', '!!!', 400],
  ['slug', 5, 400],
]

const published = [...author, ...date, ...html('description'), ...html('excerpt'), ...status, ...image, ...slug]

const eventRows: readonly Row[] = [
  ...text('title', 200).filter(([, sent]) => sent !== '' && sent !== null),
  ['title', '', 400],
  ['title', ' \n', 400],
  ['title', null, 400],
  ...published,
  ['start_date', '2026-05-31 10:00:00'],
  ['start_date', '2026-05-31', '2026-05-31 00:00:00'],
  ['start_date', '2026-05-31T10:00', '2026-05-31 10:00:00'],
  ['start_date', '2026-05-31T10:00:00.999', '2026-05-31 10:00:00'],
  ['start_date', '2026-05-31T10:00:00Z', '2026-05-31 12:00:00'],
  ['start_date', '2026-05-31 10:00:00-04:00', '2026-05-31 16:00:00'],
  ...([
    null,
    '',
    'now',
    'tomorrow',
    '31.05.2026',
    '2026-02-29',
    '2026-05-31 25:00',
    '2026-05-31 10:60',
    '2026-05-31 10:00:60',
    5,
    [],
    '2026-5-31',
  ].flatMap((sent) => [
    ['start_date', sent, 400],
    ['end_date', sent, 400],
  ]) as Row[]),
  ['end_date', '2026-06-30 10:00:00'],
  ['end_date', '2026-06-30T22:30:00Z', '2026-07-01 00:30:00'],
  ['timezone', 'America/New_York'],
  ['timezone', 'america/new_york', 'America/New_York'],
  ['timezone', 'US/Eastern'],
  ['timezone', 'utc', 'UTC'],
  ['timezone', '+05:30'],
  ['timezone', 'UTC+5.5', '+05:30'],
  ['timezone', 'UTC-3', '-03:00'],
  ['timezone', 'UTC+5:45', '+05:45'],
  ['timezone', 'UTC+5.75', '+05:45'],
  ...([null, '', 'Europe/Nowhere', 'UTC+15', '+14:01', 'constructor', '__proto__', 1, [], 'CET-1'].map((sent) => [
    'timezone',
    sent,
    400,
  ]) as Row[]),
  ...flag('all_day'),
  ...flag('show_map'),
  ...flag('show_map_link'),
  ...flag('hide_from_listings'),
  ...flag('sticky'),
  ...flag('featured'),
  ...website('website'),
  ['event_status', 'scheduled'],
  ['event_status', 'cancelled'],
  ['event_status', 'POSTPONED', 'postponed'],
  ['event_status', 'moved_online'],
  ...([null, '', 'movedOnline', 'publish', 1, [], true].map((sent) => ['event_status', sent, 400]) as Row[]),
  ['attendance_mode', 'offline'],
  ['attendance_mode', 'Online', 'online'],
  ['attendance_mode', 'mixed'],
  ...([null, '', 'hybrid', 0, {}].map((sent) => ['attendance_mode', sent, 400]) as Row[]),
  ...website('online_url'),
  ['cost', '', ''],
  ['cost', null, ''],
  ['cost', 'Free', 'Free'],
  ['cost', 'x'.repeat(501), 400],
  ...([true, {}, -1, 1e12 + 1, 1e300, 0.00001, [5, 1e13], [null], [{}]].map((sent) => ['cost', sent, 400]) as Row[]),
]

const profileRows = [...published, ...website('website'), ...text('phone')]

const venueRows: readonly Row[] = [
  ...text('venue', 200).filter(([, sent]) => sent !== '' && sent !== null),
  ['venue', '', 400],
  ['venue', null, 400],
  ...profileRows,
  ...flag('show_map'),
  ...flag('show_map_link'),
  ...['address', 'city', 'country', 'province', 'state', 'zip'].flatMap((field) => text(field)),
  ...text('stateprovince'),
]

const organizerRows: readonly Row[] = [
  ...text('organizer', 200).filter(([, sent]) => sent !== '' && sent !== null),
  ['organizer', '', 400],
  ['organizer', null, 400],
  ...profileRows,
  ['email', 'info@example.org'],
  ['email', ' info@example.org ', 'info@example.org'],
  ['email', '', ''],
  ['email', null, ''],
  ...(['info', 'a@b@c', '@example.org', 'a b@example.org', 'info@', 5, [], 'a..b@example.org'].map((sent) => [
    'email',
    sent,
    400,
  ]) as Row[]),
]

const termRows: readonly Row[] = [
  ...text('name', 200).filter(([, sent]) => sent !== '' && sent !== null),
  ['name', '', 400],
  ['name', null, 400],
  ...html('description').filter(([, sent]) => typeof sent !== 'string' || !sent.startsWith('<')),
  ['slug', 'own-slug'],
  ['slug', 'Ä Ö', 'a-o'],
  ['slug', 5, 400],
  ['slug', '--', 400],
]

const kinds: readonly { list: string; section: string; rows: readonly Row[] }[] = [
  { list: 'events', section: '2.1', rows: eventRows },
  { list: 'venues', section: '2.2', rows: venueRows },
  { list: 'organizers', section: '2.3', rows: organizerRows },
  { list: 'categories', section: '2.4', rows: termRows },
  { list: 'tags', section: '2.5', rows: termRows },
]

/** Fields that wire.md adds to those of interface.md: lines of wire.md cover them. */
const extensions = new Set(['2.1-post_parent', '2.2-excerpt', '2.2-slug', '2.3-excerpt', '2.3-slug'])

function idOf(section: string, field: string): string {
  const line = `interface-${section}-${field}`
  if (field === 'event_status') return 'wire-7-event-status'
  if (field === 'attendance_mode' || field === 'online_url') return 'wire-7-attendance'
  if (field === 'website' || field === 'image') return `${line} wire-4-urls`
  if (field === 'email') return `${line} wire-4-email`
  if (field === 'author') return `${line} wire-1-integers`
  if (!extensions.has(`${section}-${field}`)) return line
  return field === 'slug' ? 'wire-4-slug-parties' : 'wire-6-posts-make'
}

/**
 * Creates a record with the field, reads it, and sets the field by an update: all three responses must have the expected value.
 */
async function tryField(pair: CalendarPair, list: string, [field, sent, answered = sent]: Row): Promise<void> {
  const label = `${list}.${field} = ${JSON.stringify(sent)?.slice(0, 60)}`
  const wide = list === 'events' ? { end_date: '2026-06-30 10:00:00', start_date: '2026-05-31 10:00:00' } : {}
  const body = { ...least[list], ...wide, [field]: sent }
  const created = await pair.send('POST', `/${list}`, body)
  if (answered === 400) {
    expect([created.status, Object.keys(created.body.data?.params ?? {})], label).toEqual([400, [field]])
    return
  }
  expect(created.status, `${label} ${created.text}`).toBe(201)
  expect(created.body[field], label).toEqual(answered)
  const path = `/${list}/${created.body.id}`
  const read = await pair.send('GET', path)
  expect(read.text, label).toBe(created.text)
  const updated = await pair.send('PATCH', path, { all_day: created.body.all_day, [field]: sent })
  expect(updated.status, `${label} ${updated.text}`).toBe(200)
  expect(updated.body, label).toEqual(created.body)
  await pair.send('DELETE', `${path}?force=true`)
}

async function refusesOnUpdate(pair: CalendarPair, list: string, rows: readonly Row[]): Promise<void> {
  const made = await pair.post(`/${list}`, least[list])
  for (const [field, sent, answered] of rows.filter((row) => row[2] === 400)) {
    const reply = await pair.send('PUT', `/${list}/${made.id}`, { [field]: sent })
    const label = `${list}.${field} = ${JSON.stringify(sent)?.slice(0, 60)}`
    expect([reply.status, Object.keys(reply.body.data?.params ?? {})], label).toEqual([answered, [field]])
  }
  expect(await pair.get(`/${list}/${made.id}`), 'nothing was written').toEqual(made)
}

/** Every field with accepted and refused values: create, read, update. */
export const fieldCases = collect('fields.test.ts', (covers) => {
  for (const { list, section, rows } of kinds) {
    const fields = [...new Set(rows.map(([field]) => field))]
    for (const field of fields) {
      covers(
        `${idOf(section, field)} wire-1-text wire-1-limits wire-6-null`,
        `${field} of ${list} is read back as specified, or refused`,
        async (pair) => {
          for (const row of rows.filter(([name]) => name === field)) await tryField(pair, list, row)
        },
      )
    }
    covers(
      'interface-4.4-methods interface-4.4-optional wire-2-params',
      `an update of ${list} refuses the values that creation refuses, and writes nothing`,
      (pair) => refusesOnUpdate(pair, list, rows),
    )
    const wrong = Object.fromEntries(rows.filter(([, , answered]) => answered === 400).map(([field, sent]) => [field, sent]))
    covers('wire-2-params', `one response names every refused field of ${list}`, async (pair) => {
      expect(await pair.problem('POST', `/${list}`, { ...least[list], ...wrong })).toBe(
        `400 invalid_input ${Object.keys(wrong).sort().join(',')}`,
      )
      expect((await pair.get(`/${list}${list === 'categories' || list === 'tags' ? '?hide_empty=0' : ''}`)).total).toBe(0)
    })
  }
})
