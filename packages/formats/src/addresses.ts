/** An absolute address for one in the text of an event: a relative one is resolved against the event's page, if that is absolute. */
export const toAbsolute =
  (page: string) =>
  (address: string): string =>
    address === '' || hasScheme(address) || !URL.canParse(address, page) ? address : new URL(address, page).href

/** As {@link toAbsolute}, for plain text: empty for an address that stays relative, which leads nowhere there. */
export const toShown =
  (page: string) =>
  (address: string): string => {
    const absolute = toAbsolute(page)(address)
    return hasScheme(absolute) ? absolute : ''
  }

/** An address with the characters of a URI alone (RFC 3986): letters of other scripts are encoded. */
export const toAscii = (address: string): string =>
  /[^\x21-\x7e]/.test(address) && URL.canParse(address) ? new URL(address).href : address

const hasScheme = (address: string): boolean => /^[a-z][a-z\d+.-]*:/i.test(address)
