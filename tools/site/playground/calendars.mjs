/** The calendars that the program has made, in their order. */
export const calendars = []
