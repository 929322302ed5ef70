import { expect, test } from 'vitest'
import { engines } from '../../kysely/test/engines.ts'
import { deliverWithKills } from './killed-deliveries.ts'

/** Numbers from 0 up to 1 that the seed decides (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed % 2 ** 31
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** The long lane takes minutes, most of them for the writes. */
const plan =
  process.env['KALENDS_LANE'] === 'long'
    ? { names: ['node-sqlite', 'postgres', 'mariadb', 'mysql'], messages: 10_000, kills: 6, refused: 0.005 }
    : { names: ['node-sqlite'], messages: 200, kills: 1, refused: 0.02 }

test.each(engines.filter(({ name }) => plan.names.includes(name)))(
  'two processes deliver from $name at least once, in order, and never at the same time, though they are killed',
  async (engine) => {
    const { messages, kills, refused } = plan
    const random = randomNumbers(Number(process.env['KALENDS_SEED']))
    const seen = await deliverWithKills({ engine, messages, kills, processes: 2, refused, random })
    expect(seen).toMatchObject({ overlaps: 0, invalid: 0 })
    expect([...new Set(seen.ids)]).toEqual(Array.from({ length: messages }, (_, i) => `log_${i + 1}`))
    // At most what the processes had not saved.
    expect(seen.ids.length - messages).toBeLessThanOrEqual(kills * 16)
    console.info(`${engine.name}: ${messages} messages, ${seen.ids.length - messages} came twice, ${seen.refused} were refused.`)
  },
  600_000,
)
