import { describe, expect, test } from 'vitest'
import { nearestName, requireKnownName, requireKnownOptions } from './known-names.ts'

const known = { publicUrl: true, timeZone: true, maxPerPage: true } as const

describe('requireKnownOptions', () => {
  test.each<[object | undefined]>([[undefined], [{}], [{ timeZone: 'UTC', publicUrl: undefined }]])('accepts %o', (options) => {
    expect(() => requireKnownOptions('it', options, known)).not.toThrow()
  })

  test.each<[unknown, string]>([
    [{ publicURL: 'x' }, 'it has no option publicURL. Is it publicUrl?'],
    [{ timezone: 'x' }, 'it has no option timezone. Is it timeZone?'],
    [{ maxPerPages: 1 }, 'it has no option maxPerPages. Is it maxPerPage?'],
    [{ zzz: undefined }, 'it has no option zzz. It has: publicUrl, timeZone, maxPerPage.'],
    [{ toString: 1 }, 'it has no option toString. It has: publicUrl, timeZone, maxPerPage.'],
    [null, 'it takes its options as an object, not null'],
    ['x', 'it takes its options as an object, not x'],
  ])('refuses %j', (options, message) => {
    // Callers without types.
    expect(() => requireKnownOptions('it', options as object, known)).toThrow(new TypeError(message))
  })
})

test('an unknown name is refused, and the nearest one named', () => {
  expect(() => requireKnownName('it', 'created', ['created', 'deleted'])).not.toThrow()
  expect(() => requireKnownName('it', 'create', ['created', 'deleted'])).toThrow(new TypeError('it has no create. Is it created?'))
})

test.each([
  ['abc', 'abd'],
  ['ABC', 'abd'],
  ['xyz', undefined],
  ['', undefined],
  ['a'.repeat(200), undefined],
])('the nearest name to %s is %s', (name, nearest) => expect(nearestName(name, ['abd', 'something'])).toBe(nearest))
