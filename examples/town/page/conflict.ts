import { build, one } from './dom.ts'
import { fieldNames } from './field-names.ts'
import { type FormValues, fieldOf, mergeValues } from './form-values.ts'

/** Two versions of an event that grew from the same one. */
export interface Conflict {
  /** The version that the form was filled with. */
  readonly base: FormValues
  /** The value in the form. */
  readonly mine: FormValues
  /** What was saved meanwhile. */
  readonly theirs: FormValues
}

/** What becomes of the form. */
export interface Decision {
  /** The stored value. */
  readonly values: FormValues
  /** What was typed and does not stand in it any more. */
  readonly kept: FormValues | undefined
}

/**
 * Shows what others changed, and waits for a decision.
 * @param show a value of a field for people: names instead of ids
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

/** A cell that says its column, for narrow screens, where there are no columns. */
function cell(column: string, text = ''): HTMLTableCellElement {
  const element = build('td', {}, text)
  element.dataset['head'] = column
  return element
}
