import { describe, expect, test } from 'vitest'
import { readJson } from './json-text.ts'

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

describe('readJson', () => {
  test.each([
    ['{}', {}],
    [' {"a": [1, "]"]} ', { a: [1, ']'] }],
    ['{"a":"\\"{{{{{{{{{{{{{{{{{{{{{{{{"}', { a: '"{{{{{{{{{{{{{{{{{{{{{{{{' }],
    ['{"a":"\\\\","b":1}', { a: '\\', b: 1 }],
  ])('reads %s', (text, value) => {
    expect(readJson(text)).toEqual(value)
  })

  test.each([
    '',
    ' ',
    'null',
    '1',
    '"a"',
    '[]',
    '[{}]',
    'true',
    '{',
    '{a:1}',
    '{"a":1,}',
    "{'a':1}",
    '{}{}',
    '\uFEFF{}',
    '{"a":NaN}',
    '}{',
  ])('refuses %j', (text) => {
    expect(() => readJson(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  })

  test('accepts 20 levels and refuses 21', () => {
    expect(() => readJson(nested(20))).not.toThrow()
    expect(() => readJson(nested(21))).toThrow(expect.objectContaining({ details: { reason: 'jsonTooDeep', max: 20 } }))
  })

  test('refuses a million levels without a stack overflow', () => {
    expect(() => readJson('['.repeat(1_000_000))).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  })

  test.each([
    ['items', (count: number) => `{"a":[${'1,'.repeat(count - 2)}1]}`],
    ['members', (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join(',')}}`],
    ['objects', (count: number) => `{"a":[${'{},'.repeat((count - 2) / 2)}1]}`],
  ])('accepts 20,000 %s and refuses more', (_, textOf) => {
    expect(() => readJson(textOf(20_000))).not.toThrow()
    expect(() => readJson(textOf(20_002))).toThrow(expect.objectContaining({ details: { reason: 'jsonTooLarge', max: 20_000 } }))
  })

  test('drops members that could reach a prototype, at every level', () => {
    const text = '{"__proto__":{"x":1},"a":[{"constructor":1,"b":{"prototype":2,"\\u005f_proto__":3,"c":4}}]}'
    const value = readJson(text)
    expect(JSON.stringify(value)).toBe('{"a":[{"b":{"c":4}}]}')
    expect('x' in value).toBe(false)
  })
})
