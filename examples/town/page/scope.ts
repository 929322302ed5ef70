import { build, one } from './dom.ts'
import type { EventBody } from './wire.ts'

/** The dates that a change of an event that repeats is for. */
export type Scope = 'this' | 'following' | 'all'

/** What the pages call the scopes. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  this: 'This date',
  following: 'This and all following dates',
  all: 'All dates, past ones too',
}

/** Whether an event is one of several dates: then a change has to say for which of them it is. */
export const isOccurrence = ({ recurrence }: Pick<EventBody, 'recurrence'>): boolean => recurrence !== null && recurrence.id !== ''

/**
 * Opens a question, and waits for the answer.
 * @param dialog closes with `yes` when the person agrees; its fieldset receives the scopes
 * @param scopes the possible ones, none for an event that is a single date
 * @returns the answer: the scope, empty where there is nothing to choose; undefined for a no
 */
export function ask(dialog: HTMLDialogElement, scopes: readonly Scope[]): Promise<Scope | '' | undefined> {
  const fieldset = one('fieldset', HTMLFieldSetElement, dialog)
  const radio = (scope: Scope, index: number): HTMLLabelElement =>
    build(
      'label',
      { className: 'check' },
      build('input', { type: 'radio', name: 'scope', value: scope, checked: index === 0 }),
      scopeNames[scope],
    )
  fieldset.replaceChildren(build('legend', {}, 'Which dates?'), ...scopes.map(radio))
  fieldset.hidden = scopes.length === 0
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    const answer = (): void => {
      const chosen = fieldset.querySelector<HTMLInputElement>(':checked')?.value
      resolve(dialog.returnValue === 'yes' ? (scopes.find((scope) => scope === chosen) ?? '') : undefined)
    }
    dialog.addEventListener('close', answer, { once: true })
  })
}

/** The part of an address that names the scope. */
export const scopeQuery = (scope: Scope | ''): string => (scope === '' ? '' : `?scope=${scope}`)
