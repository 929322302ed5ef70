import { type Html, html } from 'example-server/html.ts'
import { toWebcal } from './page/feed.ts'

/** What to say about a document for calendar programs. */
export interface FeedTexts {
  readonly heading: string
  /** What the links do, in plain words. */
  readonly explanation: Html
  /** The link that opens a calendar program. */
  readonly program: string
}

/**
 * The links to a document for calendar programs. Without JavaScript they are plain links, and the button that copies the address is hidden.
 * @param origin where the town is reached: only a whole address opens another program
 * @param path the path of the document
 */
export const renderFeed = (origin: string, path: string, { heading, explanation, program }: FeedTexts): Html => html`
<section class="feed" aria-labelledby="feed-heading">
<h2 id="feed-heading">${heading}</h2>
<p>${explanation}</p>
<p class="actions">
<a id="feed-program" class="plain" href="${toWebcal(origin)}${path}">${program}</a>
<a id="feed-file" class="plain" href="${path}" download>Download the file</a>
<button id="feed-copy" type="button" class="plain" hidden>Copy the address</button>
</p>
<p id="feed-said" class="quiet" role="status"></p>
</section>
`

/** The list of events. */
export const listTexts: FeedTexts = {
  heading: 'Subscribe',
  explanation: html`Your calendar program shows the events that match the search and the filters above. It updates them about once an hour, with changes and new events. You cannot change events there, and you can unsubscribe at any time. A downloaded file is not updated.`,
  program: 'Subscribe',
}

/** One event. @param seriesPath the path of the document of its series; undefined for a single event */
export const eventTexts = (seriesPath: string | undefined): FeedTexts => ({
  heading: 'Add to calendar',
  explanation: html`A subscription shows later changes of this event, such as another time or a cancellation. A downloaded file is not updated.${
    seriesPath === undefined ? '' : html` This is one of several dates: <a href="${seriesPath}" download>download all dates</a>.`
  }`,
  program: 'Subscribe to this event',
})
