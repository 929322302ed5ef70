// Runs one program, and sends what it prints and what its last calendar holds. The page ends this worker when it takes too long.
import { publicReadOnly } from '@kalends/core'
import { createHandler } from '@kalends/fetch'
import { formats } from '@kalends/fetch/formats'
import { icalendar } from '@kalends/formats/icalendar'
import { calendars } from './calendars.mjs'
import { moduleNames } from './modules.mjs'
import { toText } from './to-text.mjs'

const maxLines = 1_000
const shownEvents = 50
const statement = /^(\s*(?:import|export)\b[^'"\n;]*?(?:\bfrom\s*)?|\s*\}\s*from\s*)(['"])([^'"\n]+)\2/gm

/** The program with the addresses of modules in the place of their names. */
function withAddresses(program) {
  return program.replace(statement, (_, start, quote, name) => {
    const file = moduleNames[name]
    if (file === undefined) throw new Error(`The playground has no module '${name}'. It has ${Object.keys(moduleNames).join(', ')}.`)
    return `${start}${quote}${new URL(`${file}.js`, import.meta.url)}${quote}`
  })
}

let lines = 0
function print(...values) {
  lines += 1
  if (lines <= maxLines) postMessage({ printed: values.map((value) => (typeof value === 'string' ? value : toText(value))).join(' ') })
  if (lines === maxLines + 1) postMessage({ printed: `Only ${maxLines} lines are shown.` })
}
for (const method of ['log', 'info', 'warn', 'error', 'debug']) console[method] = print

/** The list, the response and the iCalendar file of a calendar, as visitors get them. */
async function show(calendar) {
  const { items, total } = await calendar.events.list({ perPage: shownEvents })
  const handler = createHandler(calendar, {
    access: publicReadOnly(),
    publicUrl: 'https://calendar.example',
    use: [formats([icalendar()])],
  })
  const read = async (query) => (await handler(new Request(`https://calendar.example/calendar/events/v1/events${query}`))).text()
  const years = 'from=1970-01-01&to=2199-12-31'
  return {
    total,
    events: items.map(({ id, title, startDate, endDate, timeZone, venues }) => {
      return { id, title, startDate, endDate, timeZone, venue: venues.map(({ name }) => name).join(', ') }
    }),
    json: JSON.stringify(JSON.parse(await read(`?${years}&per_page=${shownEvents}`)), null, 2),
    ics: await read(`.ics?${years}`),
  }
}

addEventListener('message', async ({ data }) => {
  postMessage({ started: true })
  try {
    const address = URL.createObjectURL(new Blob([withAddresses(data)], { type: 'text/javascript' }))
    await import(address)
    const calendar = calendars.at(-1)
    postMessage({ ended: calendar === undefined ? {} : await show(calendar) })
  } catch (error) {
    postMessage({ failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  }
})
