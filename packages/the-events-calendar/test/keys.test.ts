import { idempotency } from '@kalends/fetch/idempotency'
import { expect } from 'vitest'
import type { Reply } from '../../fetch/test/support.ts'
import { type Peer, testEach } from './support.ts'

const send = (peer: Peer, body: object, as = 'editor'): Promise<Reply> =>
  peer.ask('POST /venues', { as, body, headers: { 'idempotency-key': 'key' } })

const facts = ({ status, body, headers }: Reply): unknown => [status, body.id, body.phone, headers.get('idempotency-replayed')]

testEach(
  'a key of a venue with the name of another one writes once',
  async (peer) => {
    const { ids, calendar } = peer
    const id = ids['bare'] ?? 0
    const sent = { venue: 'Café Müller', phone: '1' }
    const first = await send(peer, sent)
    expect(facts(first)).toEqual([201, id, '1', null])
    await calendar.venues.update(id, { phone: 'edited later' })
    const again = await send(peer, sent)
    expect(facts(again)).toEqual([201, id, 'edited later', 'true'])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    const { status, body } = await send(peer, { ...sent, phone: '2' })
    expect([status, body.code]).toEqual([422, 'key_reused'])
    expect(await calendar.venues.get(id)).toMatchObject({ phone: 'edited later' })
    await calendar.venues.delete(id)
    expect((await send(peer, sent)).status).toBe(410)
  },
  { use: [idempotency()] },
)

testEach(
  'of concurrent requests with a key, one updates',
  async (peer) => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(peer, { venue: 'Café Müller', phone: '1' })))
    expect(replies.map(({ status, body }) => [status, body.id])).toEqual(replies.map(() => [201, peer.ids['bare']]))
    expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
  },
  { use: [idempotency()] },
)

testEach(
  'a key stays free where the update fails, and is that of the new record where the caller may not update',
  async (peer) => {
    expect((await send(peer, { venue: 'Café Müller', website: 'nothing' })).status).toBe(400)
    const { body, status } = await send(peer, { venue: 'Café Müller', phone: '1' }, 'other author')
    expect([status, body.id === peer.ids['bare']]).toEqual([201, false])
    expect(facts(await send(peer, { venue: 'Café Müller', phone: '1' }, 'other author'))).toEqual([201, body.id, '1', 'true'])
    expect(facts(await send(peer, { venue: 'Café Müller', phone: '1' }))).toEqual([201, body.id, '1', null])
  },
  { use: [idempotency()] },
)
