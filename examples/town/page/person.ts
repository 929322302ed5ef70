import { build, one } from './dom.ts'
import { type Person, people, visitor } from './people.ts'

const { access } = document.body.dataset

/** The signed-in person, or the visitor. */
export function currentPerson(): Person {
  const token = access === 'demo' ? localStorage.getItem('town.person') : ''
  return people.find((person) => person.token === token) ?? visitor
}

/** Whether the pages offer changes; the interface decides about each change. */
export const mayWrite = (): boolean => access === 'open' || currentPerson().token !== ''

/** The header of every page: the signed-in person, and the link to a new event. */
export function showPerson(): void {
  for (const link of ['#new-event', '#proposals']) one(link, HTMLAnchorElement).hidden = !mayWrite()
  if (access !== 'demo') return
  const select = one('#person', HTMLSelectElement)
  const { token: current } = currentPerson()
  select.append(...people.map(({ name, token }) => build('option', { value: token, selected: token === current }, name)))
  select.addEventListener('change', () => {
    localStorage.setItem('town.person', select.value)
    location.reload()
  })
  one('#person-field', HTMLElement).hidden = false
}
