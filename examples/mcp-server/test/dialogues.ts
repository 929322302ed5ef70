/** A dialogue: an event that a person wants, and what they want changed after that. */
export interface Dialogue {
  /** What it tries. */
  readonly name: string
  /** The input of `create_event`. */
  readonly create: Readonly<Record<string, unknown>> & { readonly timeZone: string }
  /** The members of `update_event`; none where nothing is changed. */
  readonly update?: Readonly<Record<string, unknown>>
  /** How much of a series is changed, and which of its dates is named. */
  readonly scope?: 'this' | 'following' | 'all'
}

/** A night on which the clocks of a zone change, and the wall times around it. */
const nights = [
  ['Europe/Berlin', '2031-03-30', '2031-10-26', '02:30'],
  ['Europe/London', '2031-03-30', '2031-10-26', '01:30'],
  ['America/New_York', '2031-03-09', '2031-11-02', '02:30'],
  ['America/New_York', '2031-03-09', '2031-11-02', '01:15'],
  ['America/St_Johns', '2031-03-09', '2031-11-02', '01:45'],
  ['Australia/Sydney', '2031-10-05', '2031-04-06', '02:15'],
  ['Australia/Lord_Howe', '2031-10-05', '2031-04-06', '01:45'],
  ['Pacific/Auckland', '2031-09-28', '2031-04-06', '02:30'],
  ['Africa/Cairo', '2031-04-25', '2031-10-30', '23:30'],
  ['Asia/Beirut', '2031-03-30', '2031-10-25', '23:45'],
  ['America/Santiago', '2031-09-07', '2031-04-05', '23:30'],
  ['Antarctica/Troll', '2031-03-30', '2031-10-26', '01:30'],
] as const

/** Zones without changes, with odd offsets, and names that are no city's. */
const calm = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Marquesas',
  'America/Argentina/Buenos_Aires',
  'Etc/GMT+5',
  'Asia/Tokyo',
]

const shift = (date: string, days: number): string => new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** A wall time some minutes later. */
const later = (date: string, time: string, minutes: number): string =>
  new Date(Date.parse(`${date}T${time}Z`) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

function* single(): Generator<Dialogue> {
  for (const [timeZone, spring, autumn, time] of nights)
    for (const [season, date] of Object.entries({ spring, autumn }))
      for (const minutes of [0, 20, 65, 130, 26 * 60]) {
        const create = { title: `${season} in ${timeZone}`, startDate: `${date} ${time}`, endDate: later(date, time, minutes), timeZone }
        const update = { startDate: later(date, time, -1_440), endDate: later(date, time, minutes - 1_380) }
        yield { name: `${season}, ${minutes} minutes in ${timeZone} at ${time}`, create, ...(minutes === 20 && { update }) }
      }
}

function* series(): Generator<Dialogue> {
  for (const [index, [timeZone, spring, autumn, time]] of nights.entries())
    for (const date of [spring, autumn]) {
      const start = shift(date, -7)
      const create = {
        title: 'Course',
        startDate: `${start} ${time}`,
        endDate: later(start, time, 75),
        timeZone,
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      }
      for (const scope of ['this', 'following', 'all'] as const) {
        const update = { startDate: later(date, time, 30), endDate: later(date, time, 160) }
        if ((index + scope.length) % 2 === 0) yield { name: `series at ${date} in ${timeZone}, ${scope}`, create, update, scope }
      }
      yield {
        name: `days at ${date} in ${timeZone}`,
        create: { title: 'Fair', startDate: shift(date, -1), endDate: date, allDay: true, timeZone },
      }
    }
}

function* others(): Generator<Dialogue> {
  for (const timeZone of calm) {
    const create = { title: 'Calm', startDate: '2031-06-06 23:30', endDate: '2031-06-07 01:00', timeZone }
    yield { name: `night in ${timeZone}`, create, update: { startDate: '2031-07-06 00:00', endDate: '2031-07-06 00:00' } }
    yield {
      name: `every day in ${timeZone}`,
      create: { ...create, recurrence: 'FREQ=DAILY;COUNT=5' },
      scope: 'following',
      update: { startDate: '2031-06-08 09:00', endDate: '2031-06-08 10:00' },
    }
  }
  for (const [timeZone, first, second] of [
    ['Europe/Berlin', '+02:00', '+01:00'],
    ['Europe/London', '+01:00', '+00:00'],
    ['America/New_York', '-04:00', '-05:00'],
    ['Australia/Sydney', '+11:00', '+10:00'],
  ] as const) {
    const [, , autumn] = nights.find(([zone]) => zone === timeZone) ?? nights[0]
    const hour = timeZone === 'Europe/Berlin' || timeZone === 'Australia/Sydney' ? '02' : '01'
    for (const [start, end] of [
      [first, first],
      [first, second],
      [second, second],
    ] as const) {
      const create = { title: 'Watch', startDate: `${autumn}T${hour}:10:00${start}`, endDate: `${autumn}T${hour}:50:00${end}`, timeZone }
      yield { name: `ambiguous ${start} to ${end} in ${timeZone}`, create, update: { title: 'Night watch' } }
    }
  }
}

/** The scripted dialogues. */
export const dialogues: readonly Dialogue[] = [...single(), ...series(), ...others()]
