import type { Event, Venue } from '@kalends/core'

/** Joins the texts that are not empty. */
export const joinFilled = (texts: readonly string[], separator: string): string => texts.filter((text) => text !== '').join(separator)

/** A venue in one line, with its address. */
export const toPlace = ({ name, address, zip, city, stateProvince, country }: Venue): string =>
  joinFilled([name, address, joinFilled([zip, city], ' '), stateProvince, country], ', ')

/** The venues at which an event takes place. An event that moved online takes place at none of its venues. */
export const placesOf = ({ venues, eventStatus }: Event): readonly Venue[] => (eventStatus === 'movedOnline' ? [] : venues)
