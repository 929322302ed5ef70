import { describe, expect, test } from 'vitest'
import { isUtf8Path, splitPath, splitUrl } from './path.ts'

describe('splitUrl', () => {
  test.each([
    ['http://example.org/a/b?c=d', '/a/b', 'c=d'],
    ['http://example.org', '/', ''],
    ['http://example.org?x=/y', '/', 'x=/y'],
    ['http://example.org/a#b?c', '/a', ''],
    ['http://example.org/a?b#c', '/a', 'b'],
    ['HTTPS://example.org/a', '/a', ''],
    ['file:///a/b?c', 'file:///a/b', 'c'],
    ['blob:http://example.org/a', 'blob:http://example.org/a', ''],
    ['ftp://example.org/a', 'ftp://example.org/a', ''],
    ['data:text/plain,/a', 'data:text/plain,/a', ''],
    ['about:blank', 'about:blank', ''],
    ['http:/a', 'http:/a', ''],
    ['*', '*', ''],
    ['//example.org/a', '//example.org/a', ''],
    ['/a/../b?c', '/a/../b', 'c'],
    ['http://example.org/a?b=http://c/d?e', '/a', 'b=http://c/d?e'],
    ['http://user:password@example.org/a?b', 'http://user:password@example.org/a', 'b'],
    ['http://user@example.org', 'http://user@example.org', ''],
    ['http://example.org/a@b', '/a@b', ''],
    ['http://example.org?x=a@b', '/', 'x=a@b'],
  ])('%s', (url, path, query) => {
    expect(splitUrl(url)).toEqual({ path, query })
  })
})

describe('splitPath', () => {
  test.each([
    ['/', []],
    ['/a', ['a']],
    ['/a/', ['a']],
    ['/a/b%20c', ['a', 'b c']],
    ['/%C3%A4', ['ä']],
    ['/a/%FF', ['a', undefined]],
    ['/a/%C3', ['a', undefined]],
    ['/a/%zz', ['a', undefined]],
    ['/a/%ED%A0%80', ['a', undefined]],
    ['/...', ['...']],
  ])('%s', (path, segments) => {
    expect(splitPath(path)).toEqual(segments)
  })

  test.each([
    '',
    'a',
    '//',
    '/a//b',
    '/a//',
    '/./a',
    '/a/..',
    '/%2e/a',
    '/a/%2E%2e',
    '/a/.%2e',
    '/a%2Fb',
    '/a%2fb',
    '/a%5Cb',
    '/a\\b',
    '/%2e%2e%2f',
  ])('%s can match no route', (path) => {
    expect(splitPath(path)).toBeUndefined()
  })
})

test.each([
  ['/a/%C3%A4', true],
  ['/a//%FF', false],
])('%s is UTF-8: %s', (path, expected) => {
  expect(isUtf8Path(path)).toBe(expected)
})
