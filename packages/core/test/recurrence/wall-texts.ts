/** The wall time in milliseconds of `YYYY-MM-DD`, at 09:00, or of `YYYY-MM-DDTHH:mm:ss`. */
export const wallMs = (text: string): number => Date.parse(text.length === 10 ? `${text}T09:00:00Z` : `${text}Z`)

/** The date `YYYY-MM-DD` of a wall time in milliseconds. */
export const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The dates of lines such as `1997 Sep 2 4 30, Oct 1-3, 1998 Jan 5`. */
export function datesOf(text: string): readonly string[] {
  let [year, month] = ['', '']
  return text.split(/[ ,]+/).flatMap((word) => {
    if (monthNames.includes(word)) month = String(monthNames.indexOf(word) + 1).padStart(2, '0')
    else if (/^\d{4}$/.test(word)) year = word
    else return daysOf(word).map((day) => `${year}-${month}-${String(day).padStart(2, '0')}`)
    return []
  })
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function daysOf(word: string): readonly number[] {
  const [first = 0, last = first] = word.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
