import { expect, test } from 'vitest'
import { progressOn } from './progress.ts'

function written(isTTY: boolean): string {
  let text = ''
  const stream = { isTTY, columns: 80, rows: 24, write: (some: string) => (text += some), on: () => undefined, off: () => undefined }
  // Of a stream, what shows progress uses these members.
  const progress = progressOn(stream as unknown as NodeJS.WriteStream)
  progress.show('Imported items', 1_200, 3_000)
  progress.show('Imported items', 1_300, 3_000)
  progress.end()
  return text
}

test('a terminal shows a line, at most ten times a second, and nothing at the end', () => {
  const text = written(true)
  expect(text).toContain('Imported items: 1,200 of 3,000 (40 %)')
  expect(text).not.toContain('1,300')
  // It erases the line, and shows the cursor again.
  expect(text.indexOf('\u001b[2K')).toBeGreaterThan(text.indexOf('40 %'))
})

test('nothing is written to a pipe', () => {
  expect(written(false)).toBe('')
})
