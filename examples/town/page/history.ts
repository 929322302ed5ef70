import { api, personHeaders } from './api.ts'
import { build, one, say } from './dom.ts'
import { describeEntry, type Entry, instantOf, memberName } from './history-words.ts'
import { currentPerson, mayWrite } from './person.ts'
import type { TownEvent } from './records.ts'
import { isOccurrence } from './scope.ts'
import { currentZone } from './zones.ts'

/** The most shown entries. */
const maxEntries = 20

/** A part of a history. */
interface Part {
  readonly history: readonly Entry[]
  /** There are older entries. */
  readonly next_before?: number
}

/** The newest entries for those who may change the event; undefined for others, for whom the page is of use without them. */
async function readHistory({ id }: TownEvent): Promise<Part | undefined> {
  try {
    const response = await fetch(`${api}/events/${id}/history?limit=${maxEntries}`, { headers: personHeaders() })
    const body = await response.json()
    return response.ok ? body : undefined
  } catch {
    return undefined
  }
}

/** Whether the values before a write may be kept. Of a date that was written with its series they are not. */
function isKept(event: TownEvent, { verb, changes }: Entry): boolean {
  const known = Object.values(changes)
  return known.every(({ cut }) => cut === undefined) && !(isOccurrence(event) && verb === 'updated' && known.length === 0)
}

/** The form that brings back what was before a write. The server takes it from this site alone, and asks the interface. */
function undoForm(event: TownEvent, { version }: Entry, isLast: boolean, describedBy: string): HTMLFormElement {
  const { token } = currentPerson()
  const scope = isOccurrence(event) ? 'this' : ''
  const sent = { id: event.id, to: version - 1, version: event.version, person: token, scope }
  const fields = Object.entries(sent).map(([name, value]) => build('input', { type: 'hidden', name, value: String(value) }))
  const button = build('button', { className: 'plain' }, isLast ? 'Undo' : 'Undo this and all later changes')
  button.setAttribute('aria-describedby', describedBy)
  return build('form', { method: 'post', action: `/event/${encodeURIComponent(event.slug)}/undo` }, ...fields, button)
}

function renderEntries(event: TownEvent, entries: readonly Entry[]): readonly HTMLElement[] {
  const zone = currentZone()
  const times = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'long', timeStyle: 'short' })
  let isReachable = true
  return entries.map((entry, at) => {
    const id = `change-${entry.version}`
    const written = instantOf(entry)
    const time = build('time', { className: 'quiet', dateTime: new Date(written).toISOString() }, times.format(written))
    isReachable = isReachable && isKept(event, entry)
    const undo = isReachable && entry.verb === 'updated' ? [undoForm(event, entry, at === 0, id)] : []
    return build('li', {}, build('p', { id }, describeEntry(entry, zone)), time, ...undo)
  })
}

/** Says that a change was undone, if the server has sent the reader here for that. */
function sayUndone(): void {
  const query = new URLSearchParams(location.search)
  if (!query.has('undone')) return
  const links = ['venue', 'organizer', 'categories', 'tags'].filter((name) => query.get('without')?.split(',').includes(name))
  const missing = new Intl.ListFormat('en-GB').format(links.map(memberName))
  const text = missing === '' ? '' : ` Not all of this could be brought back, because it is deleted or not for you to see: ${missing}.`
  say(one('#undone', HTMLElement), `The event is as it was before.${text}`)
}

/** Shows those who may change the event who has changed it, and lets them go back. */
export async function showHistory(event: TownEvent): Promise<void> {
  if (!mayWrite()) return
  const part = await readHistory(event)
  if (part === undefined) return
  sayUndone()
  one('#changes', HTMLElement).append(...renderEntries(event, part.history))
  one('#older', HTMLElement).hidden = part.next_before === undefined
  one('#history', HTMLElement).hidden = false
}
