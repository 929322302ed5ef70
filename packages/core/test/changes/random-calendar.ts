import { type Calendar, type EventInput, isCalendarError } from '../../src/index.ts'

/** A small generator of numbers (mulberry32): runs of ten thousand steps need a seed, and no shrinking. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below) >>> 0
  }
}

const dayMs = 86_400_000

const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** The ids of a kind that random writes choose from. */
interface Known {
  readonly events: number[]
  readonly venues: number[]
}

/** A calendar in which things happen. */
export interface RandomCalendar {
  /** Makes one random write, as the host's own code. */
  write(): Promise<void>
}

/** The codes of random writes that are no mistakes: the record is gone or in the trash, or the input does not fit it. */
const expected: readonly string[] = ['not_found', 'in_trash', 'invalid_input']

/** Random writes of events, series, venues and categories, around the present moment of a calendar. */
export function randomCalendar(calendar: Calendar, random: (below: number) => number): RandomCalendar {
  const known: Known = { events: [], venues: [] }
  const pick = <T>(items: readonly T[]): T | undefined => items[random(items.length)]
  const nowMs = (): number => calendar.clock.nowMs()
  const moment = (days: number): string => wall(nowMs() + (random(days * 24) - days * 6) * 3_600_000)

  const fields = (): Partial<EventInput> => {
    const startMs = nowMs() + (random(60) - 10) * dayMs
    const venue = pick(known.venues)
    return {
      title: `Title ${random(1_000)}`,
      startDate: wall(startMs),
      endDate: wall(startMs + 3_600_000),
      ...(random(3) === 0 && { status: pick(['publish', 'draft', 'private', 'pending'] as const) ?? 'publish' }),
      ...(random(4) === 0 && { published: moment(2) }),
      ...(random(8) === 0 && { hidden: random(2) === 0 }),
      ...(random(2) === 0 && { categories: [pick(['Music', 'Food', 'Town']) ?? 'Music'] }),
      ...(venue !== undefined && random(3) === 0 && { venues: [venue] }),
      ...(random(4) === 0 && { authorId: String(random(3)) }),
    }
  }

  const createEvent = async (): Promise<void> => {
    const recurrence = random(6) === 0 ? { recurrence: pick(['FREQ=DAILY;COUNT=5', 'FREQ=WEEKLY;COUNT=4']) ?? '' } : {}
    const { id } = await calendar.events.create({ title: '', startDate: '', endDate: '', ...fields(), ...recurrence })
    known.events.push(id)
    if ('recurrence' in recurrence)
      for await (const { id: one } of calendar.events.each({
        seriesIds: id,
        status: 'any',
        startsFrom: '1990-01-01',
        startsUntil: '2190-01-01',
      }))
        known.events.push(one)
  }

  const createVenue = async (): Promise<void> => {
    const status = pick(['publish', 'publish', 'draft'] as const) ?? 'publish'
    known.venues.push(
      (await calendar.venues.create({ name: `Hall ${random(1_000)}`, status, ...(random(4) === 0 && { published: moment(2) }) })).id,
    )
  }

  const changeEvent = async (): Promise<void> => {
    const id = pick(known.events) ?? 0
    const scope = pick([undefined, undefined, 'all', 'following'] as const)
    const { startDate, endDate, ...others } = fields()
    const verb = random(10)
    const options = scope === undefined ? {} : { scope }
    if (verb < 6) await calendar.events.update(id, random(3) === 0 ? { ...others, startDate, endDate } : others, options)
    else if (verb < 8) await calendar.events.trash(id, options)
    else if (verb < 9) await calendar.events.restore(id, options)
    else await calendar.events.delete(id, options)
  }

  const changeVenue = async (): Promise<void> => {
    const id = pick(known.venues) ?? 0
    const verb = random(6)
    if (verb < 3)
      await calendar.venues.update(id, { name: `Hall ${random(1_000)}`, status: pick(['publish', 'draft'] as const) ?? 'publish' })
    else if (verb < 4) await calendar.venues.trash(id)
    else if (verb < 5) await calendar.venues.restore(id)
    else await calendar.venues.delete(id)
  }

  const writes = [createEvent, createEvent, createVenue, changeEvent, changeEvent, changeEvent, changeEvent, changeVenue]
  return {
    async write() {
      try {
        await pick(writes)?.()
      } catch (error) {
        if (!isCalendarError(error) || !expected.includes(error.code)) throw error
      }
    },
  }
}
