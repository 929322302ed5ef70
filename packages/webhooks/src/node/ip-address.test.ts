import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './ip-address.ts'

describe('refused', () => {
  test.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'],
    ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8'],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:0:7f00:1::', '2001:db8::1', '2002:7f00:1::', '2002:808:808::1', '3fff::1'],
    ...['fc00::1', 'fd12:3456:789a::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'ff0e::1', '4000::1', 'e000::1'],
    ...['', 'localhost', '1.2.3', '256.1.1.1', '01.2.3.4', '2606:4700::1%1', '12345', '[2606:4700::1]', 'a::b::c'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('taken', () => {
  test.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
    ...[
      '169.253.255.255',
      '172.15.255.255',
      '172.32.0.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '223.255.255.255',
    ],
    ...['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2003::1', '2001:200::1', '2620:fe::fe'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

/** Node's own list of networks. One list for each family: a mapped network of IPv6 would match every IPv4 address. */
function toBlockList(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [first, prefix] of networks) list.addSubnet(first, prefix, family)
  return list
}

test('no random address is public of which Node says that it is in a private network', () => {
  const v4 = toBlockList('ipv4', [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['100.64.0.0', 10],
  ])
  const v6 = toBlockList('ipv6', [
    ['fc00::', 7],
    ['fe80::', 10],
    ['ff00::', 8],
    ['::', 96],
    ['::ffff:0:0', 96],
    ['2002::', 16],
  ])
  const isPrivate = (address: string) => (isIPv4(address) ? v4.check(address, 'ipv4') : v6.check(address, 'ipv6'))
  const nearPrivate = fc
    .tuple(fc.constantFrom(10, 100, 127, 169, 172, 192), fc.nat(255), fc.nat(255))
    .map(([a, b, c]) => `${a}.${b}.${c}.1`)
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), nearPrivate, fc.ipV6()), (address) => {
      if (isPrivate(address)) expect(isPublicAddress(address)).toBe(false)
    }),
  )
})
