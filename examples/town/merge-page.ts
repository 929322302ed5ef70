import type { Venue } from '@kalends/core'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { filledMembers } from './filled-members.ts'
import { personField, renderPlain } from './own-form.ts'

/** The venues of a merge. */
export interface ChosenVenues {
  /** Those that go. */
  readonly from: readonly Venue[]
  /** The one that stays. */
  readonly into: Venue
}

/** Two venues that are likely to be one. */
export interface VenuePair {
  readonly records: readonly [Venue, Venue]
  /** What they have in common. */
  readonly reasons: readonly ('name' | 'place' | 'phone' | 'website' | 'email')[]
}

/** The result of a preview or of a merge. */
interface ShownResult extends ChosenVenues {
  /** Whether they were merged, and not only previewed. */
  readonly isMerge: boolean
  /** How many events move. */
  readonly links: number
}

/** The shown page. */
export interface ShownMerge {
  /** The token of the signed-in person. */
  readonly token: string
  /** The venues by name; undefined for a person who may not merge them. */
  readonly venues?: readonly Venue[]
  /** The pairs that the page suggests; undefined once venues were chosen. */
  readonly pairs?: readonly VenuePair[]
  /** The ids of the venues that go. */
  readonly from: ReadonlySet<string>
  /** The id of the venue that stays; empty for none. */
  readonly into: string
  /** What is wrong; empty for nothing. */
  readonly message: string
  readonly result?: ShownResult
}

/** Renders the page of the merge. */
export function renderMerge({ access, basePath, namespace }: Settings, shown: ShownMerge): string {
  const { token, venues, message, result } = shown
  const notice = message === '' ? html`` : html`<p class="notice" role="alert">${message}</p>`
  const main = venues === undefined ? renderSignIn(access, token) : html`${renderPairs(shown)}${renderChoice(access, shown, venues)}`
  const end = result === undefined ? html`` : renderResult(`${basePath}/${namespace}`, token, result)
  return renderPlain('Merge venues', html`${notice}${main}${end}`)
}

const renderForm = (fields: Html): Html => html`<form id="form" class="form" method="post" action="/merge-venues#result">
${fields}</form>
`

const renderSignIn = (access: Settings['access'], token: string): Html =>
  access === 'demo'
    ? renderForm(html`${personField(access, token)}<p class="actions"><button class="button">Show the venues</button></p>`)
    : html``

const words: Readonly<Record<VenuePair['reasons'][number], string>> = {
  name: 'the same name',
  place: 'less than 100 metres apart',
  phone: 'the same telephone number',
  website: 'the same website',
  email: 'the same e-mail address',
}

function renderPairs({ token, pairs = [] }: ShownMerge): Html {
  if (pairs.length === 0) return html``
  const items = pairs.map(
    ({
      records: [older, newer],
      reasons,
    }) => html`<li><p>${newer.name} <span class="quiet">${detailsOf(newer)}</span> and ${older.name} <span class="quiet">${detailsOf(older)}</span>: ${reasons.map((reason) => words[reason]).join(', ')}</p>
<form method="post" action="/merge-venues#result"><input type="hidden" name="from" value="${String(newer.id)}"><input type="hidden" name="into" value="${String(older.id)}">
<input type="hidden" name="person" value="${token}"><p class="actions"><button name="preview" value="yes" class="button" aria-label="Preview: ${newer.name} into ${older.name}">Preview</button></p></form></li>
`,
  )
  return html`<section id="pairs" aria-labelledby="pairs-title">
<h2 id="pairs-title">Likely duplicates</h2>
<ul>${items}</ul></section>
`
}

function renderChoice(access: Settings['access'], { token, from, into }: ShownMerge, venues: readonly Venue[]): Html {
  const choose = (type: string, name: string, isChosen: (id: string) => boolean): readonly Html[] =>
    venues.map((venue) => {
      const id = String(venue.id)
      return html`<label class="check"><input type="${type}" name="${name}" value="${id}"${isChosen(id) ? html` checked` : ''}> <span>${venue.name} <span class="quiet">${detailsOf(venue)}</span></span></label>
`
    })
  return renderForm(
    html`<p class="quiet">The venues that go are deleted permanently. Their events, names and addresses move to the one that stays, which also gets the values that it lacks.</p>
<div class="row">
<fieldset class="field scopes"><legend>These go</legend>
${choose('checkbox', 'from', (id) => from.has(id))}</fieldset>
<fieldset class="field scopes"><legend>This one stays</legend>
${choose('radio', 'into', (id) => id === into)}</fieldset>
</div>
${personField(access, token)}<p class="actions"><button name="preview" value="yes" class="button">Preview</button></p>
`,
  )
}

/** What distinguishes venues of the same name. */
const detailsOf = ({ address, zip, city, slug, status }: Venue): string =>
  [address, `${zip} ${city}`.trim(), `/${slug}`, status === 'publish' ? '' : status].filter((part) => part !== '').join(', ')

function renderResult(api: string, token: string, result: ShownResult): Html {
  const { from, into, links, isMerge } = result
  const counts = `${isMerge ? 'Events that have moved' : 'Events that move'} to ${into.name}: ${links}.`
  const names = from.map(({ name, slug }) => html`<li>${name} <span class="quiet">/${slug}</span></li>`)
  return html`<section id="result" aria-labelledby="result-title">
<h2 id="result-title">${isMerge ? 'Merged' : 'Preview'}: ${into.name}</h2>
<p role="status">${counts}${isMerge ? '' : ' Nothing is written yet.'}</p>
${isMerge ? html`<p><a href="/?venue=${String(into.id)}">Events at ${into.name}</a></p>` : renderPreview(api, token, result, names)}</section>
`
}

function renderPreview(api: string, token: string, { from, into }: ChosenVenues, names: readonly Html[]): Html {
  const filled = filledMembers(into, from).map(
    ({ label, text, from: name }) => html`<li>${label}${text === '' ? '' : `: ${text}`} <span class="quiet">from ${name}</span></li>
`,
  )
  const paths = from.map(
    ({ slug }) => html`<li>${api}/venues/by-slug/${encodeURIComponent(slug)}</li>
`,
  )
  const hidden = from.map(({ id }) => html`<input type="hidden" name="from" value="${String(id)}">`)
  return html`<h3>Venues that are deleted</h3><ul>${names}</ul>
<h3>What is filled</h3>${filled.length === 0 ? html`<p>Nothing: the others have no value that is missing here.</p>` : html`<ul>${filled}</ul>`}
<h3>Addresses that will lead to ${into.name}</h3><ul>${paths}</ul>
<p class="quiet">So do the older addresses of these venues. Addresses with the number of a venue do not: they lead nowhere.</p>
<form id="merge" method="post" action="/merge-venues#result">${hidden}<input type="hidden" name="into" value="${String(into.id)}">
<input type="hidden" name="person" value="${token}"><p class="actions"><button name="merge" value="yes" class="button">Merge</button></p></form>`
}
