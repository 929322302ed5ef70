/** The locale with the usual short names of the time zones of an area; the default for other areas is `en-CA`. */
export const localeByArea: ReadonlyMap<string, string> = new Map([
  ['Africa', 'en-ZA'],
  ['Antarctica', 'en-NZ'],
  ['Arctic', 'en-GB'],
  ['Asia', 'en-GB'],
  ['Atlantic', 'en-GB'],
  ['Australia', 'en-NZ'],
  ['Europe', 'en-GB'],
  ['Indian', 'en-ZA'],
])

/** Zones whose names come from another locale than that of their area. */
export const localeByZone: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'en-CA': 'Atlantic/Bermuda',
    'en-GB': `
      Africa/Algiers Africa/Cairo Africa/Ceuta Africa/Tripoli Africa/Tunis CET EET Egypt GB GB-Eire Libya MET Poland Portugal Turkey WET
    `,
    'en-GU': 'Pacific/Guam Pacific/Saipan',
    'en-HK': 'Asia/Hong_Kong Hongkong',
    'en-IE': 'Eire Europe/Dublin',
    'en-IN': 'Asia/Calcutta Asia/Colombo Asia/Kolkata',
    'en-NZ': 'NZ NZ-CHAT Pacific/Auckland Pacific/Chatham',
    'en-SG': 'Asia/Kuala_Lumpur Asia/Kuching Asia/Singapore Singapore',
    id: 'Asia/Jakarta Asia/Jayapura Asia/Makassar Asia/Pontianak Asia/Ujung_Pandang',
    ja: 'Asia/Tokyo Japan',
  }).flatMap(([locale, zones]) =>
    zones
      .trim()
      .split(/\s+/)
      .map((zone) => [zone, locale] as const),
  ),
)

/** Zones that are links in the IANA database, where the locale data has a name for the link's target only. */
export const zoneNamedLike: ReadonlyMap<string, string> = new Map([
  ['Europe/Guernsey', 'Europe/London'],
  ['Europe/Isle_of_Man', 'Europe/London'],
  ['Europe/Jersey', 'Europe/London'],
])
