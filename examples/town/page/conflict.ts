import { build, one } from './dom.ts'
import { fieldNames } from './field-names.ts'
import { type FormValues, fieldOf, mergeValues } from './form-values.ts'

/** Two changes of the same version of an event. */
export interface Conflict {
  /** The version that the form was filled with. */
  readonly base: FormValues
  /** The values in the form. */
  readonly mine: FormValues
  /** The version that somebody else saved meanwhile. */
  readonly theirs: FormValues
}

/** The person's decision about a conflict. */
export interface Decision {
  /** The new values of the form. */
  readonly values: FormValues
  /** The typed values, if the form no longer shows them. */
  readonly kept: FormValues | undefined
}

/**
 * Shows what somebody else changed, and waits for a decision.
 * @param show converts a value of a field to a text for people, with names instead of ids
 */
export function settleConflict({ base, mine, theirs }: Conflict, show: (name: string, value: string) => string): Promise<Decision> {
  const changed = Object.entries(fieldNames).filter(([name]) => fieldOf(theirs, name) !== fieldOf(base, name))
  const rows = changed.map(([name, label = name]) => {
    const isMineToo = fieldOf(mine, name) !== fieldOf(base, name)
    const [before, their, my] = [base, theirs, mine].map((values) => show(name, fieldOf(values, name)))
    return build(
      'tr',
      { className: isMineToo ? 'both' : '' },
      build('th', { scope: 'row' }, label),
      cell('Before', before),
      cell('Their version', their),
      cell('Your version', isMineToo ? my : 'not changed by you'),
    )
  })
  const panel = one('#conflict', HTMLElement)
  one('#conflict-rows', HTMLElement).replaceChildren(...(rows.length > 0 ? rows : [elsewhere()]))
  panel.hidden = false
  panel.focus()
  return new Promise((resolve) => {
    const choose = (button: string, decision: Decision): void => {
      one(button, HTMLButtonElement).onclick = () => {
        panel.hidden = true
        resolve(decision)
      }
    }
    choose('#keep-mine', { values: mergeValues(base, mine, theirs), kept: undefined })
    choose('#load-theirs', { values: theirs, kept: mergeValues(base, mine, theirs) })
  })
}

const elsewhere = (): HTMLTableRowElement =>
  build('tr', {}, build('td', { colSpan: 4 }, 'Something that this form does not show, such as its tags.'))

/** A table cell with the name of its column, which narrow screens show in the cell. */
function cell(column: string, text = ''): HTMLTableCellElement {
  const element = build('td', {}, text)
  element.dataset['head'] = column
  return element
}
