import { isCalendarError } from '@kalends/client'
import { language, messageOf } from './api.ts'
import { build, say } from './dom.ts'
import { labelOf } from './field-names.ts'

/** Removes the errors of the last attempt. */
export function clearErrors(form: HTMLFormElement): void {
  for (const error of form.querySelectorAll('.error')) error.remove()
  for (const control of form.querySelectorAll('[aria-invalid], [aria-describedby]')) {
    control.removeAttribute('aria-invalid')
    control.removeAttribute('aria-describedby')
  }
}

/**
 * Shows each reason at its field and the others in the message; focuses the first invalid field.
 * @throws any error that is not one of the calendar
 */
export function showErrors(form: HTMLFormElement, message: HTMLElement, error: unknown): void {
  const issues = issuesOf(error)
  const others: string[] = []
  let first: HTMLElement | undefined
  for (const { path, sentence } of issues) {
    const control = showError(form, path, sentence)
    if (control === undefined) others.push(sentence)
    else if (first === undefined || control.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) first = control
  }
  say(message, issues.length === 0 ? textOf(error) : [summaryOf(error), ...others].join(' '))
  ;(first ?? message).focus()
}

/** The invalid fields with a sentence for each; a venue that is taken is one. */
function issuesOf(error: unknown): readonly { readonly path: string; readonly sentence: string }[] {
  if (isCalendarError(error, 'venue_busy')) return [{ path: 'venues', sentence: messageOf(error) }]
  const issues = isCalendarError(error, 'invalid_input') ? error.details.issues : []
  return issues.map(({ path, message }) => ({ path, sentence: `${labelOf(path, language)} ${message}.` }))
}

/** What the message above the form says: in another language than English, the first sentence of the service. */
const summaryOf = (error: unknown): string =>
  language === undefined ? 'The event is not saved yet.' : messageOf(error).replace(/(?<=\.) .*/, '')

/** The message of an error without invalid fields. */
const textOf = (error: unknown): string =>
  isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')
    ? 'Somebody has put this event into the trash meanwhile.'
    : messageOf(error)

/** Shows an error at the control of its field; undefined when the form has no such field. */
function showError(form: HTMLFormElement, path: string, sentence: string): HTMLElement | undefined {
  const fieldOf = (name: string): Element | null => form.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const name = fieldOf(path) === null ? path.replace(/[.[].*/, '') : path
  const field = fieldOf(name)
  const control = field?.querySelector<HTMLElement>('input, select, textarea')
  if (!field || !control) return undefined
  const id = `${path}-error`
  field.append(build('p', { id, className: 'error' }, sentence))
  for (const input of field.querySelectorAll('input:not([type=checkbox]), select, textarea')) input.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', `${control.getAttribute('aria-describedby') ?? ''} ${id}`.trim())
  return control
}
