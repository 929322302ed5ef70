/**
 * The maximum lengths of texts in code points, and of lists in items. Longer inputs are `invalid_input`. The limits cannot be configured.
 */
export const limits = Object.freeze({
  /** Names and titles. */
  name: 200,
  /** Slugs. */
  slug: 200,
  /** Uids. */
  uid: 255,
  /** Other text of one line. */
  line: 500,
  /** Descriptions and excerpts. */
  html: 65_536,
  /** Descriptions and excerpts of an event and of all records that are created with it, together. */
  htmlTotal: 262_144,
  /** Web addresses. */
  url: 2_048,
  /** Searches. */
  search: 200,
  /** Items of a list. */
  list: 100,
  /** Dates of a series beside those of its rule, and excluded ones. */
  recurrenceDates: 500,
  /** The fields that the host declares: all values of a record together, as bytes of JSON. */
  fieldsBytes: 16_384,
  /** Links of all stored occurrences of a series to categories, tags, venues and organizers. */
  seriesLinks: 100_000,
})
