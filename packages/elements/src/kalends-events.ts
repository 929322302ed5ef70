import { toFeedAddress, toListAddress } from './addresses.ts'
import type { CalendarName } from './list/calendar-links.ts'
import type { ListedEvent } from './list/listed-event.ts'
import { renderIn } from './list/render-events.ts'
import { type Language, type ListTexts, toLanguage } from './list/texts.ts'

/** How long a list is waited for, in milliseconds. */
const timeoutMs = 30_000

const tooLate = new Error('The service does not answer.')

/** What browsers with Trusted Types have. TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy
}

interface Policy {
  createHTML(text: string): string
}

const asGiven: Policy = { createHTML: (text) => text }

let policy: Policy | undefined

/** HTML of {@link renderIn}, for a page that requires Trusted Types, too: its policy has to allow `kalends`. */
function trust(text: string): string {
  // `lib.dom` lacks the member.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('kalends', asGiven) ?? asGiven
  return policy.createHTML(text)
}

/** A server has no elements, but may import this file. */
const Base = (globalThis.HTMLElement ?? Object) as typeof HTMLElement

/**
 * The element `<kalends-events src="/calendar/events/v1/events">`: reads a list of events, and shows it in the place of its children. Without
 * `src` it keeps them. It is an element of the page itself, without a shadow root, so styles of the page apply.
 *
 * Attributes: `src` is the address of the events of the REST interface, also with filters. `category` has slugs or ids with commas between
 * them, `days` how many days from today on, `limit` how many events, `lang` the language (that of the page if it is not given), `series`
 * is `once` to show each series once, `heading` the level of the headings of days, `calendars` has the names of the calendars to add an
 * event to (`google outlook yahoo ics`; empty for none), and `subscribe` shows the links that subscribe to the list.
 *
 * Events: `kalends-shown` after a list is shown, and `kalends-failed` with the error as `detail`.
 */
export class KalendsEvents extends Base {
  /** The attributes that change the list. */
  static readonly observedAttributes: readonly string[] = [
    ...['src', 'category', 'days', 'limit', 'lang', 'series', 'heading', 'calendars', 'subscribe'],
  ]

  #texts: Partial<ListTexts> | undefined
  #status: HTMLElement | undefined
  #reading: AbortController | undefined
  #isWaiting = false

  /** Texts of your own, or of a language that the element does not have. */
  get texts(): Partial<ListTexts> | undefined {
    return this.#texts
  }

  set texts(texts: Partial<ListTexts> | undefined) {
    this.#texts = texts
    this.#reload()
  }

  /** Called by the browser when the element is put into a page. */
  connectedCallback(): void {
    // A script that has set them before this file ran has made a property of the element itself, which hides the setter.
    if (Object.hasOwn(this, 'texts')) {
      this.#texts = this.texts
      Reflect.deleteProperty(this, 'texts')
    }
    this.addEventListener('click', this.#onClick)
    this.#offerCopy()
    this.#reload()
  }

  /** Called by the browser when the element is taken out of a page. */
  disconnectedCallback(): void {
    this.removeEventListener('click', this.#onClick)
    this.#reading?.abort()
  }

  /** Called by the browser when an attribute changes. */
  attributeChangedCallback(): void {
    this.#reload()
  }

  /** Reads the list again. */
  async reload(): Promise<void> {
    this.#reading?.abort()
    const src = this.getAttribute('src')
    if (src === null) return
    const reading = new AbortController()
    this.#reading = reading
    const { signal } = reading
    const timer = setTimeout(() => reading.abort(tooLate), timeoutMs)
    const language = this.#language()
    this.#say(language, language.texts.loading)
    try {
      const query = {
        category: this.getAttribute('category') ?? '',
        days: this.#number('days'),
        limit: this.#number('limit'),
        isOnce: this.getAttribute('series') === 'once',
      }
      const response = await fetch(toListAddress(src, document.baseURI, query), { signal })
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
      // The service sends a list; another body makes it throw.
      const { events } = (await response.json()) as { readonly events: readonly ListedEvent[] }
      if (!signal.aborted) this.#show(events, src, language)
    } catch (error) {
      // Another reading has begun, or the element is gone.
      if (signal.aborted && signal.reason !== tooLate) return
      this.#say(language, language.texts.failed, true)
      this.dispatchEvent(new CustomEvent('kalends-failed', { detail: error }))
    } finally {
      clearTimeout(timer)
    }
  }

  /** Several attributes that change together are one reading. */
  #reload(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    queueMicrotask(() => {
      this.#isWaiting = false
      if (this.isConnected) void this.reload()
    })
  }

  #number(name: string): number {
    return Math.max(Math.trunc(Number(this.getAttribute(name))) || 0, 0)
  }

  #language(): Language {
    return toLanguage(this.closest<HTMLElement>('[lang]')?.lang || navigator.language, this.#texts)
  }

  #show(events: readonly ListedEvent[], src: string, language: Language): void {
    const { texts } = language
    const calendars = this.getAttribute('calendars')
    const rendered = renderIn(
      events,
      {
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        series: this.getAttribute('series') === 'once' ? 'once' : 'all',
        headingLevel: this.#number('heading') || undefined,
        // Unknown names are left out, because they have no address.
        calendars: calendars === null ? undefined : (calendars.split(/\s+/) as CalendarName[]),
        subscribe: this.hasAttribute('subscribe') ? toFeedAddress(src, document.baseURI, this.getAttribute('category') ?? '') : undefined,
      },
      language,
    )
    const template = document.createElement('template')
    template.innerHTML = trust(rendered)
    // The status says it.
    template.content.querySelector('.kalends-none')?.remove()
    const { length } = events
    const status = this.#say(language, length === 0 ? texts.none : length === 1 ? texts.one : texts.many.replace('{}', String(length)))
    for (const child of [...this.childNodes]) if (child !== status) child.remove()
    this.append(template.content)
    this.#offerCopy()
    this.dispatchEvent(new CustomEvent('kalends-shown'))
  }

  /** Says something politely, also to screen readers: these watch the element, so it has to be there before. */
  #say({ tag, texts }: Language, text: string, isFailure = false): HTMLElement {
    if (this.#status === undefined) {
      this.#status = document.createElement('p')
      this.#status.className = 'kalends-status'
      this.#status.setAttribute('role', 'status')
      this.#status.tabIndex = -1
    }
    const status = this.#status
    if (status.parentNode !== this) this.prepend(status)
    // A button that is removed would take the focus with it.
    if (status.contains(document.activeElement)) status.focus()
    status.lang = tag
    status.textContent = text
    if (isFailure) {
      const again = document.createElement('button')
      again.type = 'button'
      again.className = 'kalends-again'
      again.textContent = texts.again
      status.append(' ', again)
    }
    return status
  }

  /** Browsers have a clipboard only for pages that came over https, or from this machine. */
  #offerCopy(): void {
    for (const button of this.querySelectorAll<HTMLButtonElement>('.kalends-copy')) button.hidden = navigator.clipboard === undefined
  }

  #onClick = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLButtonElement)) return
    if (target.className === 'kalends-again') await this.reload()
    if (target.className !== 'kalends-copy') return
    const { texts } = this.#language()
    const isCopied = await navigator.clipboard.writeText(target.value).then(
      () => true,
      () => false,
    )
    const said = target.parentElement?.querySelector('.kalends-said')
    if (said) said.textContent = isCopied ? texts.copied : texts.notCopied.replace('{}', () => target.value)
  }
}
