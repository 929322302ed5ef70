/** Markup that needs no escaping. */
export interface Html {
  /** Safe to send. */
  readonly markup: string
}

/** Builds markup from a template: escapes every value that is a string. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: parts.reduce((done, part, index) => done + markupOf(values[index - 1] ?? '') + part) }
}

/** The text of a page. */
export const toText = ({ markup }: Html): string => markup

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return 'markup' in value ? value.markup : value.map(markupOf).join('')
}
