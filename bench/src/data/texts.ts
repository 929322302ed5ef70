import type { Random } from './random.ts'

const adjectives = words(
  'Open Winter Spring Summer Autumn Evening Morning Midnight Sunday Annual Little Grand Local Regional Modern Early Late Quiet Loud Secret Free Royal Urban Rural Wild',
)
const subjects = words(
  'Choir Jazz Theatre Poetry Chess Pottery Robotics Garden Market Harvest Cinema Tango Organ Sculpture History Language Science Running Climbing Cooking Photography Puppet Brass String Village',
)
const forms = words('Festival Concert Workshop Evening Fair Lecture Tour Exhibition Meeting Night Course Walk Reading Rehearsal Contest')
const plain = words(
  'the a of and with for from our your this that evening morning guests music players town square hall stage garden river bridge tickets entrance doors open begin end minutes hours children adults everyone welcome bring friends food drinks local bread wine coffee tea light sound colour story stories voices old new first last programme season series artists makers teachers neighbours street museum library school church station platform weather rain sun snow wind table chairs window painting wood stone paper letters books songs dances steps circle line group team game prize winner judge question answer break interval second third part piece work week month year',
)

/** A word that occurs in one event of a hundred. */
export const rareWord = 'quetzal'

/** A word that occurs in one event of twelve. */
export const frequentWord = 'choir'

function words(text: string): readonly [string, ...string[]] {
  const [first = '', ...rest] = text.split(' ')
  return [first, ...rest]
}

/** A title of three words. */
export const titleOf = (random: Random): string => `${random.pick(adjectives)} ${random.pick(subjects)} ${random.pick(forms)}`

/** A name of a place or of people, made unique by its number. */
export const nameOf = (random: Random, index: number): string => `${random.pick(adjectives)} ${random.pick(subjects)} ${index}`

/** A paragraph of about 350 characters. */
export function descriptionOf(random: Random): string {
  let text = random.chance(0.01) ? `<p>${rareWord}` : `<p>${random.pick(subjects)}`
  const length = 300 + random.below(100)
  while (text.length < length) text += ` ${random.pick(plain)}`
  return `${text}.</p>`
}
