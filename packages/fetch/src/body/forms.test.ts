import { describe, expect, test } from 'vitest'
import { readForm } from './forms.ts'

describe('readForm', () => {
  test.each([
    ['title=A+B%C3%A4', { title: 'A Bä' }],
    ['a=1&a=2', { a: '2' }],
    ['a', { a: '' }],
    ['', {}],
    ['categories[]=a&categories[]=b', { categories: ['a', 'b'] }],
    ['categories[0]=a&categories[1]=b', { categories: ['a', 'b'] }],
    ['organizer[0][organizer]=X&organizer[0][email]=x@y.z&organizer[1]=7', { organizer: [{ organizer: 'X', email: 'x@y.z' }, '7'] }],
    ['venue[venue]=Hall&venue[city]=Rome', { venue: { venue: 'Hall', city: 'Rome' } }],
    ['__proto__[x]=1&a[__proto__]=2&a[constructor]=3&b=4', { b: '4' }],
    ['a[b[c]=1&[x]=2&]=3', {}],
    ['a[1][1][1][1][1][1]=deep', {}],
  ])('reads %s', (text, value) => {
    expect(readForm(text)).toEqual(value)
    expect('x' in readForm(text)).toBe(false)
  })

  test.each(['a=%FF', '%FF=a', 'a=%'])('refuses %s', (text) => {
    expect(() => readForm(text)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  test('refuses forms with too many fields', () => {
    expect(() => readForm('a=1&'.repeat(2_001))).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
