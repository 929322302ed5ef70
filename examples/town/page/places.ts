import { distanceKm, distanceText, type Point, pointOf } from './distance.ts'
import { one, say } from './dom.ts'
import { mayWrite, showPerson } from './person.ts'

const message = one('#message', HTMLElement)
const list = one('#places', HTMLElement)
const select = one('#from-place', HTMLSelectElement)
const count = one('#count', HTMLElement)

/** The places in the order of their names, as the server sorts them. */
const places = [...list.querySelectorAll('li')]

/** The server's text about that order. */
const textByName = count.textContent

/** Shows how far places are from a point, the nearest first; without a point, by name. */
function show(from: Point | undefined, name: string): void {
  const distances = new Map(
    places.map((place) => [place, from === undefined ? 0 : distanceKm(from, pointOf(place.dataset['point'] ?? ''))]),
  )
  for (const [place, km] of distances) say(one('.distance', HTMLElement, place), from === undefined ? '' : distanceText(km))
  list.append(...places.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0)))
  count.textContent = from === undefined ? textByName : `The places nearest to ${name} come first.`
}

showPerson()
one('#merge-venues', HTMLElement).hidden = !mayWrite()
one('#from', HTMLFormElement).hidden = places.length === 0
one('#from', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
select.addEventListener('change', () => {
  say(message, '')
  show(select.value === '' ? undefined : pointOf(select.value), select.selectedOptions[0]?.text ?? '')
})
one('#from-here', HTMLButtonElement).addEventListener('click', () => {
  say(message, '')
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude: lat, longitude: lng } }) => {
      select.value = ''
      show({ lat, lng }, 'you')
    },
    () => say(message, 'The browser does not tell your position. Choose a place instead.'),
  )
})
