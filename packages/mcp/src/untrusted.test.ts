import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitRecord, maxRecordBytes, plainText } from './untrusted.ts'

test('a record of any texts fits, and keeps what is beside them', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 9_000 }), { maxLength: 6 })
  fc.assert(
    fc.property(texts, fc.string({ maxLength: 3_000 }), (names, description) => {
      const record = { id: 7, untrusted: { names, description } }
      const fitted = fitRecord(record)
      expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(maxRecordBytes)
      if (Buffer.byteLength(JSON.stringify(record)) <= maxRecordBytes) expect(fitted).toBe(record)
      else expect(fitted).toMatchObject({ id: 7, truncated: true })
    }),
    { numRuns: 50 },
  )
})

test('no text has characters that models read and people do not see', () => {
  const hidden = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')
  const others = String.fromCodePoint(0xe0100, 0xe01ef, 0x200b, 0x202e, 0x2066, 0xfeff)
  expect(plainText(`Choir${hidden}${others} 👩‍🎤`)).toBe('Choir 👩‍🎤')
})
