import { isCalendarError } from '@kalends/client'
import { messageOf } from './api.ts'
import { build, say } from './dom.ts'
import { fieldNames } from './field-names.ts'

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
  const params = isCalendarError(error, 'invalid_input') ? error.details.params : {}
  const others: string[] = []
  let first: HTMLElement | undefined
  for (const [name, reason] of Object.entries(params)) {
    const sentence = `${fieldNames[name] ?? name} ${reason}.`
    const control = showError(form, name, sentence)
    if (control === undefined) others.push(sentence)
    else if (first === undefined || control.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) first = control
  }
  say(message, Object.keys(params).length === 0 ? textOf(error) : ['The event is not saved yet.', ...others].join(' '))
  ;(first ?? message).focus()
}

/** The message of an error without invalid fields. */
const textOf = (error: unknown): string =>
  isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')
    ? 'Somebody has put this event into the trash meanwhile.'
    : messageOf(error)

/** The control of an invalid field; undefined when the form has no such field. */
function showError(form: HTMLFormElement, name: string, sentence: string): HTMLElement | undefined {
  const field = form.querySelector(`[data-field="${CSS.escape(name)}"]`)
  const control = field?.querySelector<HTMLElement>('input, select, textarea')
  if (!field || !control) return undefined
  const id = `${name}-error`
  field.append(build('p', { id, className: 'error' }, sentence))
  for (const input of field.querySelectorAll('input:not([type=checkbox]), select, textarea')) input.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', id)
  return control
}
