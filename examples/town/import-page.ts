import type { Event } from '@kalends/core'
import type { DoubtfulItem, ImportNote } from '@kalends/import'
import type { CsvColumns } from '@kalends/import/csv'
import { type Html, html } from 'example-server/html.ts'
import type { Settings } from 'example-server/settings.ts'
import { type FileReport, type ImportFile, isTable, type ListedEvent } from './import-file.ts'
import { personField, renderPlain } from './own-form.ts'

/** The columns of a table for which the form asks. */
export const columnLabels = {
  ...{ title: 'Title', start: 'Start', startTime: 'Start time', end: 'End', endTime: 'End time' },
  ...{ venue: 'Venue', organizer: 'Organizer', categories: 'Categories', description: 'Description', uid: 'Unique id' },
} satisfies Partial<Record<keyof CsvColumns, string>>

/** The result of a preview or of an import. */
interface ShownResult extends FileReport {
  /** Whether it was imported, and not only previewed. */
  readonly isImport: boolean
  /** The events that doubtful items may be, by their ids. */
  readonly others: ReadonlyMap<number, Event>
}

/** The shown form. */
export interface ShownImport {
  /** The token of the signed-in person. */
  readonly token: string
  /** Where the events are from. */
  readonly source: string
  readonly file: ImportFile | undefined
  readonly columns: ImportFile['columns']
  /** What was chosen for doubtful items, by their keys. */
  readonly decisions: ReadonlyMap<string, string>
  /** What is wrong. */
  readonly messages: readonly string[]
  readonly result?: ShownResult
}

/** Renders the page of the import. */
export function renderImport(access: Settings['access'], shown: ShownImport): string {
  const { token, source, file, messages, result, decisions } = shown
  const notes = messages.map((text) => html`<p>${text}</p>`)
  const notice = notes.length === 0 ? html`` : html`<div class="notice" role="alert">${notes}</div>`
  const buttons =
    result === undefined
      ? html`<button name="preview" value="yes" class="button">Preview</button>`
      : html`<button name="preview" value="yes" class="plain">Preview</button><button name="import" value="yes" class="button">Import</button>`
  const form = html`<form id="form" class="form" method="post" action="/import#result" enctype="multipart/form-data">
<div class="field"><label for="source">Where the events are from</label><input id="source" name="source" value="${source}" required maxlength="200" aria-describedby="source-hint">
<p id="source-hint" class="quiet">A name such as “Sports club”. With the same name, a later import of yours writes only what has changed.</p></div>
<div class="field"><label for="file">File: iCalendar (.ics) or a table (.csv), at most 1 MB</label><input id="file" name="file" type="file" accept=".ics,.csv,text/calendar,text/csv"></div>
${file === undefined ? '' : fileFields(file)}${columnFields(shown)}${personField(access, token)}
${result === undefined ? '' : renderResult(result, file?.name ?? '', decisions)}<p class="actions">${buttons}</p>
</form>`
  return renderPlain('Import events', html`${notice}${form}`)
}

function columnFields({ columns, file }: ShownImport): Html {
  const fields = Object.entries(columnLabels).map(([member, label]) => {
    const id = `column-${member}`
    const value = columns[member] ?? ''
    return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${id}" value="${value}" autocomplete="off"></div>
`
  })
  return html`<details${file !== undefined && isTable(file) ? html` open` : ''}><summary>Columns of a table</summary>
<p class="quiet">An export of this calendar needs none. Of another table, name the columns to read; without a name, title and start are read from “title” and “start”.</p>
<div class="row">
${fields}</div></details>
`
}

const fileFields = ({ name, content }: ImportFile): Html => html`<p class="quiet">${name} is loaded. Choose a file to replace it.</p>
<input type="hidden" name="name" value="${name}"><input type="hidden" name="content" value="${Buffer.from(content).toString('base64')}">
`

function renderResult(result: ShownResult, name: string, decisions: ShownImport['decisions']): Html {
  const { report, events, isImport } = result
  const { created, updated, unchanged, skipped, warnings, doubtful, incomplete } = report
  const counts = `${created} new, ${updated} changed, ${unchanged} unchanged, ${skipped.length} not imported.`
  const byIndex = new Map(events.map((event) => [event.index, event]))
  const toNotes = (notes: readonly ImportNote[]): readonly Html[] =>
    notes.map(({ index, line, message }) => toRow(line, byIndex.get(index), ['Reason', message]))
  const refused = new Set(skipped.map(({ index }) => index))
  const listed = events
    .filter(({ index }) => !refused.has(index))
    .map(
      (event) => html`<li>${textOf(event)}</li>
`,
    )
  return html`<section id="result" aria-labelledby="result-title">
<h2 id="result-title">${isImport ? 'Imported' : 'Preview'}: ${name}</h2>
<p role="status">${counts}${isImport ? '' : ' Nothing is written yet.'}</p>
${incomplete === null ? '' : html`<p class="notice">The file was not read as a whole. ${incomplete.message}</p>`}
${doubtful.length === 0 ? '' : html`<h3>Perhaps here already</h3>${doubtful.map((item, at) => renderDoubtful(item, at, byIndex.get(item.index), result, decisions))}`}
${renderTable('Not imported', 'Reason', toNotes(skipped))}${renderTable('Remarks', 'Reason', toNotes(warnings))}
${isImport || listed.length === 0 ? '' : html`<h3>Events of the file</h3><ul>${listed}</ul>`}</section>
`
}

const textOf = ({ title, start }: ListedEvent): string => `${title}, ${start}`

function toRow(line: number | undefined, event: ListedEvent | undefined, [head, text]: readonly [string, string]): Html {
  const place = line === undefined ? '' : `Line ${line}`
  return html`<tr><th scope="row">${place}</th><td data-head="Event">${event === undefined ? '—' : textOf(event)}</td><td data-head="${head}">${text}</td></tr>
`
}

const renderTable = (title: string, head: string, rows: readonly Html[]): Html =>
  rows.length === 0
    ? html``
    : html`<h3>${title}</h3><table><thead><tr><th scope="col">Line</th><th scope="col">Event</th><th scope="col">${head}</th></tr></thead><tbody>
${rows}</tbody></table>
`

/** An item that may be a known event, with the choice what it is. */
function renderDoubtful(
  { key, line, message, others }: DoubtfulItem,
  at: number,
  item: ListedEvent | undefined,
  { others: known }: ShownResult,
  decisions: ShownImport['decisions'],
): Html {
  const found = others.flatMap(({ id, source }) => {
    const event = known.get(id)
    return event === undefined ? [] : [{ event, source }]
  })
  const links = found.map(
    ({ event, source }) =>
      html`<a href="/event/${encodeURIComponent(event.slug)}">${event.title}, ${event.startDate}</a> from “${source}”. `,
  )
  const choices = [
    ['', 'Not decided: import it beside the other'],
    ...found.map(({ event }) => [`same ${event.id}`, `It is the same: ${event.title}, ${event.startDate}`] as const),
    ['other', 'It is not the same'],
    ['ignore', 'Do not import it'],
  ] as const
  const options = choices.map(
    ([value, text]) => html`<option value="${value}"${value === (decisions.get(key) ?? '') ? html` selected` : ''}>${text}</option>`,
  )
  return html`<div class="field"><label for="decision-${String(at)}">${line === undefined ? '' : `Line ${line}: `}${item === undefined ? key : textOf(item)}</label>
<p class="quiet">${message} ${links}</p><input type="hidden" name="key" value="${key}"><select id="decision-${String(at)}" name="decision">${options}</select></div>
`
}
