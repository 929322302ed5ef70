import { isIPv4, isIPv6 } from 'node:net'

/** Special IPv4 networks (IANA's registry of special-purpose addresses, multicast, and the reserved rest), as first address and prefix. */
const specialV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, which is where clouds serve credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/**
 * Special networks inside of 2000::/3, as first address and prefix. All other addresses outside of 2000::/3 are refused, which leaves out
 * loopback, mapped and translated IPv4 (`::ffff:0:0/96`, `64:ff9b::/96`), unique local, link-local and multicast addresses.
 */
const specialV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which contains an IPv4 address
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

const globalV6 = ['2000::', 3] as const

/** Whether an IP address is that of a server on the public internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4.some((network) => isWithin(toBitsV4(address), network, toBitsV4, 32))
  // A zone, as in fe80::1%eth0, belongs to link-local addresses alone.
  if (!isIPv6(address) || address.includes('%')) return false
  const bits = toBitsV6(address)
  return isWithin(bits, globalV6, toBitsV6, 128) && !specialV6.some((network) => isWithin(bits, network, toBitsV6, 128))
}

function isWithin(bits: bigint, [first, prefix]: readonly [string, number], toBits: (address: string) => bigint, length: number): boolean {
  const shift = BigInt(length - prefix)
  return bits >> shift === toBits(first) >> shift
}

const toBitsV4 = (address: string): bigint => address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)

/** The bits of a valid IPv6 address. */
function toBitsV6(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const before = toGroups(head)
  const after = tail === undefined ? [] : toGroups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0n)
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) | group, 0n)
}

/** The groups of 16 bits of a part of an IPv6 address, whose last 32 bits may be written as IPv4. */
const toGroups = (part: string): readonly bigint[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => {
        if (!group.includes('.')) return [BigInt(`0x${group}`)]
        const bits = toBitsV4(group)
        return [bits >> 16n, bits & 0xffffn]
      })
