/**
 * The element that a page is sure to have.
 * @throws Error it has none of that kind
 */
export function one<E extends Element>(selector: string, kind: new () => E, root: ParentNode = document): E {
  const found = root.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`)
  return found
}

/** Builds an element. Texts become text and never markup. */
export function build<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Shows a message, or hides it when there is none. */
export function say(element: HTMLElement, text: string): void {
  element.textContent = text
  element.hidden = text === ''
}

/** A checkbox that looks like a label; its value is among those of its name in the form. */
export const chip = (name: string, value: number, text: string): HTMLLabelElement =>
  build('label', { className: 'chip' }, build('input', { type: 'checkbox', name, value: String(value) }), text)
