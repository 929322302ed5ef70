import { expect, test } from 'vitest'
import { rememberTexts } from './remember-texts.ts'

/** A parser that lists the texts that it has parsed. */
function listing(): { readonly parsed: string[]; readonly parse: (text: string) => { readonly text: string } } {
  const parsed: string[] = []
  return {
    parsed,
    parse: rememberTexts((text) => {
      parsed.push(text)
      return { text }
    }),
  }
}

test('a text is parsed once', () => {
  const { parsed, parse } = listing()
  const first = parse('one')
  expect(parse('two')).toEqual({ text: 'two' })
  expect(parse('one')).toBe(first)
  expect(parsed).toEqual(['one', 'two'])
})

test('a long text is parsed each time', () => {
  const { parsed, parse } = listing()
  const long = 'x'.repeat(201)
  expect([parse(long), parse(long)]).toEqual([{ text: long }, { text: long }])
  expect(parsed).toHaveLength(2)
})

test('at most 1,000 texts are remembered', () => {
  const { parsed, parse } = listing()
  for (let index = 0; index <= 1_000; index++) parse(String(index))
  parse('0')
  expect(parsed).toHaveLength(1_002)
})

test('a text that cannot be parsed is refused each time', () => {
  const parse = rememberTexts((text) => Object(JSON.parse(text)))
  expect(() => parse('{')).toThrow(SyntaxError)
  expect(() => parse('{')).toThrow(SyntaxError)
})
