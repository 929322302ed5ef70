import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ruleTexts, starts } from '../../test/recurrence/random-rules.ts'
import { ruleOf } from '../../test/recurrence/rule-of.ts'
import { slowOccurrences } from '../../test/recurrence/slow-model.ts'
import { isReason, messageOf } from '../errors/issues.ts'
import { shiftRule, splitRule } from './change-rule.ts'
import { expandRule } from './expand-rule.ts'
import { firstOnRule, fitRule } from './fit-rule.ts'
import { renderRule } from './rule.ts'

const numRuns = Math.ceil(1_000 * Number(process.env['KALENDS_TIMES']))
const dayMs = 86_400_000
const yearMs = 366 * dayMs
/** How many occurrences of a rule a split is tested with. */
const limit = 120

const counts = fc.integer({ min: 1, max: 40 })
const indexes = fc.integer({ min: 0, max: limit })

/** Random rules, each with a start that it names. */
const fitting = fc
  .tuple(ruleTexts, starts)
  .map(([text, wallMs]) => ({ rule: ruleOf(text), start: firstOnRule(ruleOf(text), wallMs) ?? Number.NaN }))
  .filter(({ rule, start }) => !Number.isNaN(start) && !isReason(fitRule(rule, start)))

const check = <T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void) => fc.assert(fc.property(arbitrary, predicate), { numRuns })

describe('the occurrences of a rule', () => {
  test('are those of the slow model', () => {
    check(fc.tuple(ruleTexts, starts), ([text, start]) => {
      const lastYear = Math.min(new Date(start).getUTCFullYear() + 9, 2200)
      const found = expandRule(ruleOf(text), start, { before: Date.UTC(lastYear + 1, 0, 1) })
      expect(found).toEqual(slowOccurrences(ruleOf(text), start, lastYear))
    })
  })

  test('in a window are all those of the rule that are in the window', () => {
    check(
      fc.tuple(ruleTexts, starts, fc.option(counts), fc.nat(40 * yearMs), fc.nat(5 * yearMs)),
      ([text, start, count, after, length]) => {
        const rule = { ...ruleOf(text), count: count ?? undefined }
        const [from, before] = [start + after, start + after + length]
        const whole = expandRule(rule, start, { before })
        expect(expandRule(rule, start, { from, before })).toEqual(whole.filter((wallMs) => wallMs >= from))
      },
    )
  })

  test('in two adjacent windows are those in one window over both', () => {
    check(fc.tuple(ruleTexts, starts, fc.nat(9 * yearMs), fc.nat(3 * yearMs), fc.nat(3 * yearMs)), ([text, start, a, b, c]) => {
      const expand = (from: number, before: number) => expandRule(ruleOf(text), start, { from: start + from, before: start + before })
      expect([...expand(a, a + b), ...expand(a + b, a + b + c)]).toEqual(expand(a, a + b + c))
    })
  })

  test('with a limit, COUNT or UNTIL are the first ones of the rule without it', () => {
    check(fc.tuple(ruleTexts, starts, counts), ([text, start, count]) => {
      const rule = ruleOf(text)
      const first = expandRule(rule, start, { limit: count })
      const last = first.at(-1)
      expect(expandRule({ ...rule, count }, start)).toEqual(first)
      if (last === undefined) return
      expect(expandRule({ ...rule, until: last }, start)).toEqual(first)
      expect(expandRule({ ...rule, until: last - 1 }, start)).toEqual(first.slice(0, -1))
    })
  })

  test('are the same if INTERVAL=1 is written out, or if the rule is parsed from its canonical text', () => {
    check(fc.tuple(ruleTexts, starts), ([text, start]) => {
      const rule = ruleOf(text)
      if (rule.interval === 1 && !text.includes('INTERVAL')) expect(ruleOf(`${text};INTERVAL=1`)).toEqual(rule)
      const bounded = { ...rule, until: start }
      expect(ruleOf(renderRule(bounded))).toEqual(bounded)
      expect(renderRule(ruleOf(renderRule(rule)))).toBe(renderRule(rule))
    })
  })
})

describe('a changed rule', () => {
  test('moves every occurrence like the start, if it is weekly', () => {
    const weekly = fitting.filter(({ rule }) => rule.freq === 'WEEKLY' && rule.byMonth.length === 0)
    check(
      fc.tuple(weekly, fc.integer({ min: -20, max: 20 }), fc.integer({ min: -3_600, max: 3_600 })),
      ([{ rule, start }, days, seconds]) => {
        const shift = days * dayMs + seconds * 1_000
        const bounded = { ...rule, until: start + yearMs }
        const shifted = shiftRule(bounded, start, start + shift)
        if (isReason(shifted)) throw new Error(messageOf(shifted))
        const moved = expandRule(bounded, start).map((wallMs) => wallMs + shift)
        expect(expandRule(shifted, start + shift)).toEqual(moved)
      },
    )
  })

  test('names its new start, or is refused', () => {
    check(fc.tuple(fitting, fc.integer({ min: -400, max: 400 })), ([{ rule, start }, days]) => {
      const shifted = shiftRule(rule, start, start + days * dayMs)
      if (!isReason(shifted)) expect(firstOnRule(shifted, start + days * dayMs)).toBe(start + days * dayMs)
      if (days === 0) expect(shifted).toEqual(rule)
    })
  })

  test('has all of its occurrences in the two parts of a split', () => {
    check(fc.tuple(fitting, fc.option(counts), indexes, fc.integer({ min: -1, max: 1 })), ([{ rule, start }, count, index, beside]) => {
      const whole = { ...rule, count: count ?? undefined }
      const keys = expandRule(whole, start, { limit })
      const key = (keys[Math.min(index, keys.length - 1)] ?? start) + beside
      const { before, after, afterStartWallMs = key } = splitRule(whole, start, key)
      const first = before === undefined ? [] : expandRule(before, start)
      const second = after === undefined ? [] : expandRule(after, afterStartWallMs, { limit: limit - first.length })
      expect(first.every((wallMs) => wallMs < key) && second.every((wallMs) => wallMs >= key)).toBe(true)
      expect([...first, ...second]).toEqual(keys)
    })
  })
})
