import { expect, test } from 'vitest'
import { internals } from '../../src/calendar/internals.ts'
import { openMarket } from '../series.ts'

test('the log has a write of a series with its scope, and its occurrences as parts of it', async () => {
  const { calendar } = await openMarket()
  const { events } = calendar
  let after = 0
  /** The new rows; those of parts with the number of equal neighbours. */
  const rows = async (): Promise<readonly string[]> => {
    const page = await internals(calendar).log.rows({ after })
    after = page.head
    const texts = page.rows.map(({ id, verb, partOf, scope }) =>
      partOf === 0 ? `${verb} ${id} ${scope}` : `${verb} of ${partOf} ${scope}`,
    )
    return texts.flatMap((text, i) => (text === texts[i - 1] ? [] : [`${text}${countFrom(texts, i)}`]))
  }
  expect(await rows()).toEqual(['created 1 null', 'created of 1 null x4'])
  await events.update(3, { title: 'X' })
  expect(await rows()).toEqual(['updated 3 null'])
  await events.update(1, { title: 'Y' })
  expect(await rows()).toEqual(['updated 1 all', 'updated of 1 null x3'])
  await events.update(4, { title: 'Z' }, { scope: 'following' })
  expect(await rows()).toEqual(['updated 1 following', 'updated of 1 null x2', 'created 6 following', 'updated of 6 null x2'])
  await events.delete(3)
  expect(await rows()).toEqual(['updated 1 this', 'deleted 3 null', 'updated of 1 null'])
  await events.delete(5, { scope: 'following' })
  expect(await rows()).toEqual(['updated 6 following', 'deleted of 6 null', 'updated of 6 null'])
  await events.delete(1)
  expect(await rows()).toEqual(['deleted of 1 null', 'deleted 1 all'])
})

/** How many equal texts begin at a place, if it is more than one. */
function countFrom(texts: readonly string[], start: number): string {
  const end = texts.findIndex((text, i) => i > start && text !== texts[start])
  const count = (end === -1 ? texts.length : end) - start
  return count === 1 ? '' : ` x${count}`
}
