import { expect, test } from 'vitest'
import { normalizeAddress } from './address.ts'

test.each([
  ['https://www.Example.org/Events/7/?utm_source=x#top', 'example.org/Events/7'],
  ['http://example.org:80/events/7', 'example.org/events/7'],
  ['https://example.org/?event=7&fbclid=a', 'example.org?event=7'],
  ['https://example.org:8443/a', 'example.org:8443/a'],
  ['  mailto:a@example.org ', 'mailto:a@example.org'],
  ['no address', 'no address'],
  ['', ''],
])('%s is %s', (address, normalized) => expect(normalizeAddress(address)).toBe(normalized))

test('an address is read in time that grows with it alone', () => {
  const tracking = Array.from({ length: 20_000 }, (_, index) => `utm_${index}=x`).join('&')
  const slashes = '/'.repeat(200_000)
  expect(normalizeAddress(`https://example.org/${slashes}a/?${tracking}`)).toBe(`example.org/${slashes}a`)
})
