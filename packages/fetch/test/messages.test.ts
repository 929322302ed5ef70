import { errorCodes, issueCodes } from '@kalends/core/internal'
import { describe, expect, test } from 'vitest'
import { enProblems } from '../src/messages/problems/en.ts'
import { enReasons } from '../src/messages/problems/reasons.ts'
import { languages } from './languages.ts'

/** The names of the parameters of a message, with repetitions. */
const parametersOf = (message: string): readonly string[] => [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort()

const allEnglish = { ...enProblems, reasons: enReasons }

const tables = [
  ['errors', errorCodes, /^\p{Lu}.*\.$/u],
  ['issues', issueCodes, /^(?:\p{Ll}.*[^.]|\{reason\})$/u],
  ['reasons', Object.keys(enReasons), /^\p{Lu}.*\.$/u],
  ['sentences', Object.keys(enProblems.sentences), /^(?:\p{Lu}.*\.|\p{Ll}+)$/u],
] as const

describe.each(Object.entries(languages))('the messages in %s', (_, translation) => {
  test.each(tables)('of %s are complete, differ from the English ones, and have their form', (table, codes, form) => {
    const messages: Readonly<Record<string, string | undefined>> = { ...translation[table] }
    const english: Readonly<Record<string, string>> = allEnglish[table]
    expect(Object.keys(messages).sort()).toEqual([...codes].sort())
    for (const code of codes) {
      expect(messages[code]).toMatch(form)
      if (code !== 'invalid_field') expect(messages[code]).not.toBe(english[code])
    }
  })

  test.each(tables)('of %s have the parameters of the English ones', (table, codes) => {
    const messages: Readonly<Record<string, string | undefined>> = { ...translation[table] }
    const english: Readonly<Record<string, string>> = allEnglish[table]
    const differing = codes.filter((code) => parametersOf(messages[code] ?? '').join() !== parametersOf(english[code] ?? '').join())
    expect(differing).toEqual([])
  })
})
