import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const text = readFileSync(new URL('docs/http/security.md', root), 'utf8')
const [, threats = ''] = text.split('## Threats')
const lines = threats
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, threat = '', answer = '', tests = '']) => ({
    threat,
    answer,
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }))

describe('each threat of docs/http/security.md has an answer and tests that exist', () => {
  test('there are threats', () => expect(lines.length).toBeGreaterThan(20))

  test.each(lines)('$threat', ({ answer, tests }) => {
    expect(answer).not.toBe('')
    expect(tests).not.toEqual([])
    const missing = tests.filter((path) => !path.endsWith('.test.ts') || !existsSync(fileURLToPath(new URL(path, root))))
    expect(missing).toEqual([])
  })
})
