/** A time that a sentence says: a day and a time of day in a zone, and where it says it, the offset from UTC. */
interface SaidTime {
  readonly localMs: number
  readonly offset: string | undefined
}

const months = 'January February March April May June July August September October November December'.split(' ')
const day = String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day (\d+) (\w+) (\d{4})`
const time = String.raw`(\d\d):(\d\d)(?::(\d\d))?(?: \((?:[A-Z]+, )?UTC([+-]\d\d:\d\d)(?:, the (?:first|second) of two)?\))?`
const timed = new RegExp(`^${day}, ${time}(?: to (?:${day}, )?${time})? in .+?(?: \\((?:[A-Z]+|UTC[+-]\\d\\d:\\d\\d)\\))?$`)
const whole = new RegExp(`^${day}(?: to ${day})?, all day in .+$`)

/** The days or instants that a sentence says, read as a person would: without any code of Kalends. */
export function readSentence(sentence: string, timeZone: string): { readonly startMs: number; readonly endMs: number } {
  const days = whole.exec(sentence)
  if (days !== null) {
    const [first, last] = [localOf(days.slice(1, 4), []), localOf(days.slice(days[4] === undefined ? 1 : 4, 7), [])]
    return { startMs: firstSecond(first, timeZone), endMs: firstSecond(last + 86_400_000, timeZone) - 1_000 }
  }
  const parts = timed.exec(sentence)
  if (parts === null) throw new Error(`This is no sentence: ${sentence}`)
  const [startDay, start, endDay, end] = [parts.slice(1, 4), parts.slice(4, 8), parts.slice(8, 11), parts.slice(11, 15)]
  const startMs = instantOf({ localMs: localOf(startDay, start), offset: start[3] }, timeZone)
  if (end[0] === undefined) return { startMs, endMs: startMs }
  return { startMs, endMs: instantOf({ localMs: localOf(endDay[0] === undefined ? startDay : endDay, end), offset: end[3] }, timeZone) }
}

function localOf(
  [date, month = '', year]: readonly (string | undefined)[],
  [hour = '0', minute = '0', second = '0']: readonly (string | undefined)[],
) {
  return Date.UTC(Number(year), months.indexOf(month), Number(date), Number(hour), Number(minute), Number(second))
}

/** The one instant at which a zone shows a time. */
function instantOf({ localMs, offset }: SaidTime, timeZone: string): number {
  const found = instantsOf(localMs, timeZone).filter((ms) => offset === undefined || localMs - ms === minutesOf(offset) * 60_000)
  const [only, ...others] = found
  if (only === undefined || others.length > 0)
    throw new Error(`${new Date(localMs).toISOString()} in ${timeZone} is ${found.length} instants`)
  return only
}

const minutesOf = (offset: string): number => Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)))

/** Every instant at which a zone shows a time, tried with the offsets that the zone has in the days around it. */
function instantsOf(localMs: number, timeZone: string): readonly number[] {
  const around = [-36, -12, 0, 12, 36].map((hours) => localMs + hours * 3_600_000)
  const offsets = new Set(around.map((ms) => shownMs(ms, timeZone) - ms))
  return [...offsets].map((offsetMs) => localMs - offsetMs).filter((ms) => shownMs(ms, timeZone) === localMs)
}

/** The first second of a local day, also where its midnight does not exist. */
function firstSecond(localMs: number, timeZone: string): number {
  for (let later = 0; later <= 24; later++) {
    const [first] = instantsOf(localMs + later * 900_000, timeZone)
    if (first !== undefined) return first
  }
  throw new Error(`${new Date(localMs).toISOString()} does not begin in ${timeZone}`)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function shownMs(ms: number, timeZone: string): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`)
}
