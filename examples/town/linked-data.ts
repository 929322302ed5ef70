import type { Calendar, Event } from '@kalends/core'
import { toJsonLd, toScriptText } from '@kalends/formats/jsonld'
import { type Html, html } from 'example-server/html.ts'

/** The number of events in the data of the list. */
const perPage = 50

// The server writes the data: not every search engine runs the scripts of a page.
const toScript = (data: Parameters<typeof toScriptText>[0]): Html => ({
  markup: `\n<script type="application/ld+json">${toScriptText(data)}</script>`,
})

/** An event for search engines. */
export const dataOfEvent = (event: Event, pageUrl: (event: Event) => string): Html => toScript(toJsonLd(event, { pageUrl }))

/** The next events for search engines. */
export async function dataOfList(calendar: Calendar, pageUrl: (event: Event) => string): Promise<Html> {
  const { items } = await calendar.events.list({ startsFrom: 'today', perPage })
  return items.length === 0 ? html`` : toScript(items.map((event) => toJsonLd(event, { pageUrl })))
}
