import type { Event } from '@kalends/core'

/**
 * The day and the time at which an event begins, in the words of a language: `Sat 31 May, 19:30`; of several whole days, also the last one.
 * It has the year where that is not the year of the publication, so that the text of an item never changes by itself.
 */
export function toDays({ allDay, startDate, endDate, published }: Event, language: string): string {
  const isThisYear = [startDate, endDate].every((date) => date.slice(0, 4) === published.slice(0, 4))
  const toDay = dayWriter(language, !isThisYear)
  const start = toDay(startDate)
  if (!allDay) return `${start}, ${startDate.slice(11, 16)}`
  const end = toDay(endDate)
  return start === end ? start : `${start} – ${end}`
}

function dayWriter(language: string, hasYear: boolean): (date: string) => string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(hasYear && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  // Some versions of the language data have a comma after the English weekday.
  return (date) => format.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`)).replace(/^(\w+), /, '$1 ')
}
