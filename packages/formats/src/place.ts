import type { Venue } from '@kalends/core'

/** A venue in one line, with its address. */
export const toPlace = ({ name, address, zip, city, stateProvince, country }: Venue): string =>
  [name, address, [zip, city].filter((text) => text !== '').join(' '), stateProvince, country].filter((text) => text !== '').join(', ')
