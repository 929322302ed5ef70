import type { Event } from '@kalends/core'

/**
 * The start of an event in a language, such as `Sat 31 May, 19:30`; an all-day event of several days also has its last day. The year is
 * omitted if the event starts and ends in the year of its publication: the text of an item must not depend on the current year.
 */
export function toDays({ allDay, startDate, endDate, published }: Event, language: string): string {
  const hasOtherYear = [startDate, endDate].some((date) => date.slice(0, 4) !== published.slice(0, 4))
  const toDay = dayWriter(language, hasOtherYear)
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
  // Some versions of the language data have a comma after the English weekday. Other languages, such as Spanish, keep theirs.
  const isEnglish = /^en\b/.test(language)
  return (date) => {
    const day = format.format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`))
    return isEnglish ? day.replace(/^(\w+), /, '$1 ') : day
  }
}
