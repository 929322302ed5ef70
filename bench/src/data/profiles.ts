import {
  type Draft,
  defaultsOf,
  foldKey,
  noFields,
  type OrganizerRecord,
  organizerFields,
  type PlainOrganizer,
  type PlainVenue,
  searchText,
  type TermRecord,
  toPoint,
  type VenueRecord,
  venueFields,
} from '@kalends/core/store'
import { randomFrom } from './random.ts'
import { childCategories, type DatasetShape, nowMs } from './shape.ts'
import { nameOf } from './texts.ts'

const startedMs = nowMs - 4 * 365 * 86_400_000
const localOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

const stamps = (index: number) => {
  const ms = startedMs + index * 1_000
  return { createdMs: ms, updatedMs: ms, updatedLocal: localOf(ms), fields: noFields }
}

const published = (index: number) =>
  ({
    ...stamps(index),
    authorId: String(1 + (index % 20)),
    status: 'publish',
    statusBeforeTrash: null,
    publishedMs: startedMs + index * 1_000,
    publishedLocal: localOf(startedMs + index * 1_000),
    excerpt: '',
    uid: '',
    image: index % 2 === 0 ? index : null,
  }) as const

const countries = ['Germany', 'United Kingdom', 'United States', 'Japan', 'India', 'Australia'] as const

/** The venues, by ascending id. */
export function venueDrafts({ venues }: DatasetShape): readonly Draft<VenueRecord>[] {
  const random = randomFrom(2)
  return Array.from({ length: venues }, (_, index) => {
    const name = nameOf(random, index + 1)
    const address = `${1 + random.below(200)} Main Street`
    const city = `Town ${1 + random.below(500)}`
    const country = countries[random.below(countries.length)] ?? 'Germany'
    const zip = String(10_000 + random.below(90_000))
    const description = '<p>A house with a stage.</p>'
    return {
      ...published(index),
      ...defaultsOf<PlainVenue>(venueFields),
      slug: `venue-${index + 1}`,
      name,
      nameKey: foldKey(name),
      description,
      ...{ address, city, country, zip, phone: `+1 555 ${index}` },
      // Nine of ten venues have coordinates, in and around Europe.
      point: random.chance(0.9) ? toPoint(36 + random.next() * 24, -9 + random.next() * 35) : null,
      searchText: searchText([name, description, address, city, country, zip].map((text) => ({ text, html: text === description }))),
    }
  })
}

/** The organizers, by ascending id. */
export function organizerDrafts({ organizers }: DatasetShape): readonly Draft<OrganizerRecord>[] {
  const random = randomFrom(3)
  return Array.from({ length: organizers }, (_, index) => {
    const name = nameOf(random, index + 1)
    const email = `office@organizer-${index + 1}.example`
    return {
      ...published(index),
      ...defaultsOf<PlainOrganizer>(organizerFields),
      slug: `organizer-${index + 1}`,
      name,
      nameKey: foldKey(name),
      description: '',
      phone: `+1 555 ${index}`,
      website: `https://organizer-${index + 1}.example`,
      email,
      searchText: searchText([{ text: name }, { text: email }]),
    }
  })
}

/** The categories and then the tags, by ascending id. */
export function termDrafts({ categories, tags }: DatasetShape): readonly Draft<TermRecord>[] {
  const firstChild = categories - childCategories(categories)
  const term = (taxonomy: 'category' | 'tag', index: number): Draft<TermRecord> => {
    const name = `${taxonomy === 'category' ? 'Category' : 'Tag'} ${index + 1}`
    const slug = `${taxonomy}-${index + 1}`
    // Each parent has three children.
    const parentId = taxonomy === 'category' && index >= firstChild ? 11 + Math.floor((index - firstChild) / 3) : 0
    return {
      ...stamps(index),
      taxonomy,
      slug,
      name,
      nameKey: foldKey(name),
      description: '',
      searchText: searchText([{ text: name }, { text: slug }]),
      parentId,
      ancestorIds: parentId === 0 ? [] : [parentId],
      known: true,
    }
  }
  return [
    ...Array.from({ length: categories }, (_, index) => term('category', index)),
    ...Array.from({ length: tags }, (_, index) => term('tag', index)),
  ]
}
