import type { Venue } from '@kalends/core'

/** A member that a merge fills. */
export interface FilledMember {
  readonly member: string
  readonly label: string
  /** The value; empty for a text in HTML. */
  readonly text: string
  /** The name of the venue that has it. */
  readonly from: string
}

const labels = {
  ...{ address: 'Address', zip: 'Postal code', city: 'City', province: 'Province', state: 'State', stateProvince: 'State or province' },
  ...{ country: 'Country', phone: 'Phone', website: 'Website', geoLat: 'Latitude', geoLng: 'Longitude' },
  ...{ description: 'Description', excerpt: 'Excerpt', image: 'Image', uid: 'Unique id' },
} satisfies Partial<Record<keyof Venue, string>>

const isHtml = (member: string): boolean => member === 'description' || member === 'excerpt'

/** The members of a venue that a merge with `members: 'fill'` fills. @param others the merged venues, in their order */
export const filledMembers = (venue: Venue, others: readonly Venue[]): readonly FilledMember[] =>
  Object.entries(labels).flatMap(([member, label]) => {
    const memberOf = (one: Venue): unknown => Reflect.get(one, member)
    const isEmpty = (one: Venue): boolean => memberOf(one) === '' || memberOf(one) === null
    const source = isEmpty(venue) ? others.find((one) => !isEmpty(one)) : undefined
    return source === undefined ? [] : [{ member, label, text: isHtml(member) ? '' : String(memberOf(source)), from: source.name }]
  })
