/**
 * Defines the element `<kalends-events>`.
 *
 * @packageDocumentation
 */

import { KalendsEvents } from './kalends-events.ts'

export { KalendsEvents } from './kalends-events.ts'
export type { ListTexts } from './list/texts.ts'

declare global {
  interface HTMLElementTagNameMap {
    /** A list of events. */
    'kalends-events': KalendsEvents
  }
}

// A server has no elements, and a page can load this file twice.
if (globalThis.customElements && !customElements.get('kalends-events')) customElements.define('kalends-events', KalendsEvents)
