import type { Calendar, EventInput } from 'fullcalendar'

/** What differs between two readings of the events of a window. */
export interface Differences {
  readonly added: readonly EventInput[]
  /** As they are now. */
  readonly changed: readonly EventInput[]
  readonly gone: readonly EventInput[]
}

/** Compares events by their ids. */
export function compareEvents(before: readonly EventInput[], now: readonly EventInput[]): Differences {
  const known = new Map(before.map((event) => [event.id, event]))
  const added: EventInput[] = []
  const changed: EventInput[] = []
  for (const event of now) {
    const old = known.get(event.id)
    known.delete(event.id)
    if (old === undefined) added.push(event)
    else if (JSON.stringify(old) !== JSON.stringify(event)) changed.push(event)
  }
  return { added, changed, gone: [...known.values()] }
}

/** Differences in words: one of them by its title, more by their number; empty without any. */
export function describeDifferences({ added, changed, gone }: Differences): string {
  const texts = [
    ...added.map(({ title }) => `New: ${title}.`),
    ...changed.map(({ title }) => `Changed: ${title}.`),
    ...gone.map(({ title }) => `No longer here: ${title}.`),
  ]
  return texts.length > 1 ? `${texts.length} events have changed.` : (texts[0] ?? '')
}

/**
 * Shows differences. The elements of all other events stay where they are on the screen, and with them the focus and the place of a screen
 * reader: the component makes all elements anew when it reads its events again. The focus of a changed event goes to its new element.
 * @param dress makes an event of the component from one of the service
 */
export function showDifferences(calendar: Calendar, { added, changed, gone }: Differences, dress: (event: EventInput) => EventInput): void {
  const focused = document.activeElement
  const places = placesOnScreen(focused)
  calendar.batchRendering(() => {
    for (const { id } of [...changed, ...gone]) calendar.getEventById(String(id))?.remove()
    // `true` is the first source: what it reads later replaces them.
    for (const event of [...added, ...changed]) calendar.addEvent(dress(event), true)
  })
  const kept = places.find(({ link }) => link.isConnected)
  if (kept) scrollBy({ top: kept.link.getBoundingClientRect().top - kept.top, behavior: 'instant' })
  if (!(focused instanceof HTMLAnchorElement) || focused.isConnected) return
  const href = CSS.escape(focused.getAttribute('href') ?? '')
  document.querySelector<HTMLAnchorElement>(`#calendar a[href="${href}"]`)?.focus({ preventScroll: true })
}

/** The events on the screen with their distance from its top in pixels, the focused one first; none while the page is not scrolled. */
function placesOnScreen(focused: Element | null): readonly { readonly link: Element; readonly top: number }[] {
  if (scrollY === 0) return []
  return [...document.querySelectorAll('#calendar a[href]')]
    .map((link) => ({ link, top: link.getBoundingClientRect().top }))
    .filter(({ top }) => top >= 0 && top < innerHeight)
    .sort((a, b) => Number(b.link === focused) - Number(a.link === focused))
}
