import { describe, expect, test } from 'vitest'
import { addressIssue } from './address-issue.ts'

const issueOf = (address: unknown) => addressIssue(address, { allowInsecure: false })

test.each([
  'https://example.org',
  'https://example.org:443/hooks?a=1',
  'https://hooks.example.org:8443/x',
  'https://xn--mnchen-3ya.de/',
  'https://münchen.de/',
  'https://example.org./',
  'https://lan.example.org',
  'https://my-svc.org',
  'https://home.example.org/',
  'https://example.org\\@127.0.0.1/',
])('%s is taken', (address) => {
  expect(issueOf(address)).toBeUndefined()
})

describe.each([
  [
    'an absolute URL',
    [
      '',
      'example.org',
      '/hooks',
      7,
      null,
      undefined,
      {},
      `https://example.org/${'a'.repeat(2048)}`,
      `https://example.org/${'ä'.repeat(500)}`,
      'https://',
    ],
  ],
  ['https://', ['http://example.org', 'ftp://example.org', 'file:///etc/passwd', 'data:text/plain,a', 'javascript:alert(1)']],
  ['user name', ['https://user@example.org', 'https://:pass@example.org', 'https://user:pass@example.org']],
  ['fragment', ['https://example.org/#a']],
  ['port 443', ['https://example.org:80', 'https://example.org:22', 'https://example.org:6379/']],
  [
    'not an IP address',
    [
      ...['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001', 'https://0177.0.0.1', 'https://0/'],
      ...['https://[::1]', 'https://[::ffff:127.0.0.1]', 'https://[fe80::1]', 'https://8.8.8.8', 'https://169.254.169.254/latest'],
      ...['https://127.0.0.1./', 'https://１２７.０.０.１/'],
    ],
  ],
  [
    'public host name',
    [
      ...['https://localhost', 'https://LOCALHOST', 'https://a.localhost', 'https://localhost.', 'https://intranet', 'https://db.internal'],
      ...['https://printer.local', 'https://router.home.arpa', 'https://metadata.google.internal/'],
      ...['https://nas.lan', 'https://api.default.svc/', 'https://api.default.svc.cluster.local', 'https://wiki.CORP', 'https://nas.home'],
      ...[
        'https://nas.private.',
        'https://a.localdomain',
        'https://db.service.consul',
        'https://web.docker',
        'https://host.dns.podman',
        'https://web.incus/',
        'https://web.lxd',
        'https://a.onion',
        'https://ＮＡＳ．ＬＡＮ',
      ],
      ...['https://localhost\\.example.org', 'https://nas.lan\\@example.org/', 'https://nas。lan/'],
      ...['https://foo.local..', 'https://127.0.0.1..', 'https://..', 'https://a..example.org', 'https://.example.org'],
    ],
  ],
])('the reason says %s', (reason, addresses) => {
  test.each(addresses)('of %j', (address) => {
    expect(issueOf(address)).toMatch(reason)
  })
})

test('allowInsecure takes what a developer needs, and no other protocols', () => {
  const insecure = (address: string) => addressIssue(address, { allowInsecure: true })
  for (const address of ['http://127.0.0.1:3000', 'http://localhost:8080/hooks', 'https://[::1]:9000'])
    expect(insecure(address)).toBeUndefined()
  expect(insecure('ftp://localhost')).toBe('must begin with https:// or http://')
  expect(insecure('http://a:b@localhost')).toMatch('user name')
})
