import { describe, expect, test } from 'vitest'
import { eventFilters } from './event.ts'
import { byName } from './parameter.ts'
import { ensureNoIssues, ensureShape, readQuery } from './query.ts'

const known = byName(eventFilters)

describe('readQuery', () => {
  test.each([
    ['categories=1,2', ['1,2']],
    ['categories=1&categories=2', ['1', '2']],
    ['categories[]=1&categories[]=2', ['1', '2']],
    ['categories%5B%5D=1&categories%5B%5D=2', ['1', '2']],
    ['categories[0]=1&categories[1]=2', ['1', '2']],
    ['categories[7]=1', ['1']],
    ['categories=a+b', ['a b']],
    ['categories=%C3%A4', ['ä']],
    ['categories=1&categories[]=2,3', ['1', '2,3']],
  ])('reads the list %s', (query, categories) => {
    const { values, issues } = readQuery(query, known)
    expect(values).toEqual({ categories })
    expect(issues).toEqual({})
  })

  test.each([
    ['page=1&page=2', { page: { code: 'given_twice' } }],
    ['page=1&page=1', { page: { code: 'given_twice' } }],
    ['page[]=1', { page: { code: 'given_twice' } }],
    ['page=', { page: { code: 'empty' } }],
    ['page', { page: { code: 'empty' } }],
    ['search=', { search: { code: 'empty' } }],
    ['categories=', { categories: { code: 'empty' } }],
    ['categories[]=', { categories: { code: 'empty' } }],
    ['categories=1&categories=', { categories: { code: 'empty' } }],
    ['search=%FF', { search: { code: 'not_utf8' } }],
    ['search=100%', { search: { code: 'not_utf8' } }],
    ['%FF=1', { query: { code: 'not_utf8' } }],
    ['start_date=', { startsFrom: { code: 'empty' } }],
  ])('refuses %s', (query, issues) => {
    expect(readQuery(query, known).issues).toEqual(issues)
  })

  test.each(['', '&', '&&', 'other=1', 'other=1&other=%FF', 'PAGE=1', 'page[x]=1', 'id=4', '__proto__=1', '=1', '[]=1'])(
    'ignores "%s"',
    (query) => {
      expect(readQuery(query, known)).toEqual({ values: {}, parameters: [], fieldFilters: new Map(), issues: {} })
    },
  )

  test('keeps the known parameters for links, in their order', () => {
    expect(readQuery('tags[]=a&utm=x&page=2&tags[]=b', known).parameters).toEqual([
      ['tags', ['a', 'b']],
      ['page', ['2']],
    ])
  })
})

test('the error of an invalid query also names the invalid values of other parameters', () => {
  const { values, issues } = readQuery('page=&per_page=x&featured=maybe', known)
  expect(() => ensureNoIssues(issues, eventFilters, values)).toThrow(
    expect.objectContaining({
      details: expect.objectContaining({
        params: { page: 'must not be empty', perPage: expect.any(String), featured: 'must be true or false' },
      }),
    }),
  )
})

test('ensureShape accepts valid values and refuses invalid ones', () => {
  expect(() => ensureShape(eventFilters, { page: '1' })).not.toThrow()
  expect(() => ensureShape(eventFilters, { page: 'x' })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
})
