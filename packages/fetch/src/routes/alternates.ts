import type { Format } from '@kalends/core/format'
import type { Kind } from '@kalends/core/store'
import { isFieldFilter } from '../parameters/field-filters.ts'
import { formatFiltersOf } from '../parameters/format.ts'
import { strictDates } from '../parameters/strict-dates.ts'
import type { EndpointContext } from '../routing/route.ts'
import { withParameters } from '../wire/list.ts'
import { baseUrl, collectionOf } from '../wire/presenter.ts'

type LinkContext = Pick<EndpointContext, 'settings' | 'language' | 'parameters'>

/** The formats of a kind. */
const formatsOf = (kind: Kind, { settings }: LinkContext): readonly Format[] =>
  settings.formats.filter(({ kinds }) => kinds.some((one) => one === kind))

/** Links to the same list in each format, with the filters that formats accept. */
export function alternatesOfList(kind: Kind, call: LinkContext): readonly string[] {
  const known = new Set([...formatFiltersOf(kind), ...strictDates].map(({ name }) => name))
  const filters = call.parameters.filter(([name]) => known.has(name) || isFieldFilter(name))
  const list = `${baseUrl(call.settings, call.language)}/${collectionOf[kind]}`
  return formatsOf(kind, call).map(({ extension, mediaType }) => toLink(withParameters(`${list}.${extension}`, filters), mediaType))
}

/** Links to the same record in each format. Only events have formats of single records. */
export function alternatesOf(kind: Kind, { id }: { readonly id: number }, call: LinkContext): readonly string[] {
  if (kind !== 'event') return []
  return formatsOf(kind, call).map(({ extension, mediaType }) =>
    toLink(`${baseUrl(call.settings, call.language)}/${collectionOf[kind]}/${id}.${extension}`, mediaType),
  )
}

const toLink = (url: string, mediaType: string): string => `<${url}>; rel="alternate"; type="${mediaType.split(';', 1)[0]}"`

/** The headers with these links; none without links. */
export const toLinkHeader = (links: readonly string[]): { readonly headers?: Readonly<Record<string, string>> } =>
  links.length === 0 ? {} : { headers: { Link: links.join(', ') } }
