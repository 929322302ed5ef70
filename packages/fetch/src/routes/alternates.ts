import type { Format } from '@kalends/core/format'
import type { Kind } from '@kalends/core/store'
import { isFieldFilter } from '../parameters/query.ts'
import type { Endpoint, EndpointContext, Route } from '../routing/route.ts'
import { withParameters } from '../wire/list.ts'
import { baseUrl, collectionOf } from '../wire/presenter.ts'

type LinkContext = Pick<EndpointContext, 'settings' | 'language' | 'parameters'>

/** The formats of a kind. */
const formatsOf = (kind: Kind, formats: readonly Format[]): readonly Format[] =>
  formats.filter(({ kinds }) => kinds.some((one) => one === kind))

/** Links to the same list in each format. @param known the filters that formats accept */
function alternatesOfList(kind: Kind, formats: readonly Format[], known: ReadonlySet<string>, call: LinkContext): readonly string[] {
  const filters = call.parameters.filter(([name]) => known.has(name) || isFieldFilter(name))
  const list = `${baseUrl(call.settings, call.language)}/${collectionOf[kind]}`
  return formatsOf(kind, formats).map(({ extension, mediaType }) => toLink(withParameters(`${list}.${extension}`, filters), mediaType))
}

/** Links to the same record in each format. Only events have formats of single records. */
function alternatesOf(kind: Kind, id: number, formats: readonly Format[], call: LinkContext): readonly string[] {
  if (kind !== 'event') return []
  const record = `${baseUrl(call.settings, call.language)}/${collectionOf[kind]}/${id}`
  return formatsOf(kind, formats).map(({ extension, mediaType }) => toLink(`${record}.${extension}`, mediaType))
}

const toLink = (url: string, mediaType: string): string => `<${url}>; rel="alternate"; type="${mediaType.split(';', 1)[0]}"`

/** An endpoint whose lists and records link to the same in each format; other endpoints stay as they are. @param routes the table */
export function withAlternates(endpoint: Endpoint, formats: readonly Format[], routes: readonly Route[]): Endpoint {
  const { recordsOf: kind, run } = endpoint
  if (kind === undefined || !endpoint.methods.includes('GET') || formats.length === 0) return endpoint
  const documents = routes.flatMap(({ endpoints }) => endpoints).filter((one) => one.mediaType !== undefined && one.fieldsOf === kind)
  const known = new Set(documents.flatMap(({ query }) => query.map(({ name }) => name)))
  return {
    ...endpoint,
    run: async (call) => {
      const answer = await run(call)
      if ('byteLength' in answer) return answer
      const { recordId, headers } = answer
      const links = recordId === undefined ? alternatesOfList(kind, formats, known, call) : alternatesOf(kind, recordId, formats, call)
      const all = [...(headers?.['Link'] === undefined ? [] : [headers['Link']]), ...links]
      return all.length === 0 ? answer : { ...answer, headers: { ...headers, Link: all.join(', ') } }
    },
  }
}
