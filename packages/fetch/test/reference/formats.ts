import { atom } from '@kalends/formats/atom'
import { csv } from '@kalends/formats/csv'
import { geoJson } from '@kalends/formats/geojson'
import { icalendar } from '@kalends/formats/icalendar'
import { jsonFeed } from '@kalends/formats/jsonfeed'
import { jsonLd } from '@kalends/formats/jsonld'
import { rss } from '@kalends/formats/rss'

/** The formats of the reference: all of `@kalends/formats`. */
export const formats = [icalendar(), jsonLd(), geoJson(), csv(), rss(), atom(), jsonFeed()]
