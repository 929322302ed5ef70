import { build, one } from './dom.ts'
import type { TownEvent } from './records.ts'

/** The part of a series that a change applies to. */
export type Scope = 'this' | 'following' | 'all'

/** What a person agreed to. */
export interface Choice {
  /** Undefined for a single event, which has no scopes. */
  readonly scope: Scope | undefined
}

/** The labels of the scopes. */
export const scopeNames: Readonly<Record<Scope, string>> = {
  this: 'This date',
  following: 'This and all following dates',
  all: 'All dates, past ones too',
}

/** Whether an event is an occurrence of a series: then a change needs a scope. */
export const isOccurrence = ({ recurrence }: Pick<TownEvent, 'recurrence'>): boolean => recurrence !== null && recurrence.id !== ''

/**
 * Opens a dialog and waits until it closes.
 * @param dialog closes with `yes` when the person agrees; its fieldset receives the scopes
 * @param scopes the possible scopes; none for a single event
 * @returns the choice; undefined if the person cancels
 */
export function ask(dialog: HTMLDialogElement, scopes: readonly Scope[]): Promise<Choice | undefined> {
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
      resolve(dialog.returnValue === 'yes' ? { scope: scopes.find((scope) => scope === chosen) } : undefined)
    }
    dialog.addEventListener('close', answer, { once: true })
  })
}
