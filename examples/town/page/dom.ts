/**
 * Returns the first element that matches a selector.
 * @throws Error the page has no such element, or it has another type
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

/** A checkbox inside a label. The values of all checked boxes with this name form a list in the form data. */
export const chip = (name: string, value: number, text: string): HTMLLabelElement =>
  build('label', { className: 'chip' }, build('input', { type: 'checkbox', name, value: String(value) }), text)
