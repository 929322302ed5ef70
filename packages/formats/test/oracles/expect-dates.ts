import { expect } from 'vitest'
import { isCompared, type RandomCalendar } from '../random-calendars.ts'
import type { ReadDate } from '../readers.ts'
import { isBeyond, type ReaderName, toLines } from './defects.ts'

/** Fails unless a reader found the dates of a calendar in a document. */
export function expectDates(reader: ReaderName, text: string, dates: readonly ReadDate[], { expected }: RandomCalendar): void {
  if (isBeyond(reader, text)) return
  expect(toLines(reader, dates.filter(isCompared)), `${reader} reads ${text}`).toEqual(toLines(reader, expected))
}
