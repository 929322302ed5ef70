import { type Html, html } from 'example-server/html.ts'

/** What the page reads of `venues.geojson`. */
interface Places {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly [lng: number, lat: number] }
    readonly properties: Readonly<Record<'venue' | 'address' | 'zip' | 'city', string>> & { readonly id: number }
  }[]
}

/** A place of the page. */
interface Place {
  readonly id: string
  readonly name: string
  readonly address: string
  /** Its point, such as `49.1,8.7`. */
  readonly point: string
}

/**
 * The places with a point, by name. Without JavaScript the list is complete, but has no distances.
 * @param text a document of venues as GeoJSON
 */
export function renderPlaces(text: string): Html {
  const { features }: Places = JSON.parse(text)
  const places = features
    .map(({ geometry, properties: { id, venue, address, zip, city } }) => ({
      id: String(id),
      name: venue,
      address: [address, `${zip} ${city}`.trim()].filter((part) => part !== '').join(', '),
      point: [...geometry.coordinates].reverse().join(','),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return render(places, places.length === 0 ? 'No places here.' : `Places by name: ${places.length}.`)
}

/** The same page when the venues cannot be read. */
export const unreadPlaces = render([], 'The places cannot be read at the moment. Try again later.')

function render(places: readonly Place[], status: string): Html {
  const options = places.map(({ name, point }) => html`<option value="${point}">${name}</option>`)
  const items = places.map(
    ({ id, name, address, point }) => html`<li data-point="${point}">
<h2>${name}</h2>
<p>${address}</p>
<p class="distance quiet" hidden></p>
<p><a href="/?venue=${id}">Events at ${name}</a></p>
</li>
`,
  )
  return html`<p><a href="/">← All events</a></p>
<h1>Places</h1>
<p id="message" class="notice" role="alert" hidden></p>
<form id="from" class="filters" hidden>
<p class="field"><label for="from-place">Nearest to</label><select id="from-place"><option value="">By name</option>${options}</select></p>
<p class="field"><button id="from-here" type="button" class="plain">Nearest to me</button></p>
</form>
<p id="count" class="quiet" role="status">${status}</p>
<ul id="places" class="places">
${items}</ul>
<p id="merge-venues" hidden><a href="/merge-venues">Merge venues that are here more than once</a></p>
`
}
