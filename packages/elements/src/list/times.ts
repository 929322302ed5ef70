/** How a time is written. */
const styles = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  end: { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  both: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** How a time is written: a day, a time of the day, or both. */
export type TimeStyle = keyof typeof styles

/** Writes times in one language. */
export interface TimeWriter {
  /** A wall time `YYYY-MM-DD HH:MM:SS`. A text that is none is written as it is. */
  wall(time: string, style: TimeStyle): string
  /**
   * What a clock of another zone shows at an instant, with its weekday where that is another one.
   * @param wall the same instant as a wall time of the event
   * @returns undefined if the clock shows that wall time; the empty text if there is no such zone
   */
  elsewhere(utc: string, wall: string, zone: string): string | undefined
}

/** The instant of a time in UTC. */
const toDate = (time: string): Date => new Date(`${time.replace(' ', 'T')}Z`)

/** Makes a writer of times. It keeps its formats, because making one takes longer than using it. */
export function createTimeWriter(tag: string): TimeWriter {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const write = (time: string, style: TimeStyle, timeZone: string): string => {
    const date = toDate(time)
    if (Number.isNaN(date.getTime())) return time
    const key = `${style} ${timeZone}`
    const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, { ...styles[style], timeZone })
    formats.set(key, format)
    return format.format(date)
  }
  const wall = (time: string, style: TimeStyle): string => write(time, style, 'UTC')
  return {
    wall,
    elsewhere: (utc, own, zone) => {
      try {
        const [there, here] = [write(utc, 'both', zone), wall(own, 'both')]
        if (there === here) return undefined
        return write(utc, 'day', zone) === wall(own, 'day') ? write(utc, 'time', zone) : there
      } catch {
        return ''
      }
    },
  }
}
