import { type Calendar, todayLocal } from '@kalends/core'
import type { BusyFormat } from '@kalends/core/format'
import { readFreeBusyInput, resolveLocal } from '@kalends/core/internal'
import { freeBusyParameters } from '../parameters/free-busy.ts'
import { parametersIn } from '../parameters/parameter.ts'
import { ensureNoIssues, ensureShape } from '../parameters/query.ts'
import { toJson } from '../response/representation.ts'
import type { Answer } from '../response/respond.ts'
import type { Endpoint, EndpointContext, Route } from '../routing/route.ts'
import { busyTimeProperties, freeBusyProperties, toWireBusyTime } from '../wire/free-busy.ts'
import { withParameters } from '../wire/list.ts'
import { createPresenter } from '../wire/presenter.ts'

const shared = {
  methods: ['GET'],
  text: 'freeBusy',
  // What counts depends on the permissions of the caller, which the calendar asks for.
  permission: 'public',
  query: freeBusyParameters,
  answers: 'FreeBusy',
  status: 200,
} as const satisfies Partial<Endpoint>

const path = '/free-busy'

/** The routes of free and busy times: JSON, and each format at an address with its extension. */
export const defineFreeBusyRoutes = (formats: readonly BusyFormat[]): readonly Route[] => [
  {
    path,
    parameters: [],
    schemas: { FreeBusy: freeBusyProperties, BusyTime: busyTimeProperties },
    endpoints: [
      { ...shared, id: 'readFreeBusy', run: async (call) => ({ body: toJson({ busy: (await readBusy(call)).busy.map(toWireBusyTime) }) }) },
    ],
  },
  ...formats.map((format): Route => {
    const { extension, mediaType } = format
    const id = `readFreeBusy${extension.charAt(0).toUpperCase()}${extension.slice(1)}`
    return {
      path: `${path}.${extension}`,
      parameters: [],
      endpoints: [{ ...shared, id, mediaType, run: (call) => toDocument(call, format) }],
    }
  }),
]

interface ReadBusy {
  readonly input: Parameters<Calendar['freeBusy']>[0]
  readonly busy: Awaited<ReturnType<Calendar['freeBusy']>>
}

async function readBusy({ calendar, query, settings }: EndpointContext): Promise<ReadBusy> {
  const parameters = parametersIn(freeBusyParameters, settings)
  const missing = parameters.filter(({ member }) => query[member] === undefined)
  ensureNoIssues(Object.fromEntries(missing.map(({ member }) => [member, { code: 'required' } as const])), parameters, query)
  ensureShape(parameters, query)
  // The query has the members of the input, as texts that the calendar reads.
  const input = query as unknown as ReadBusy['input']
  return { input, busy: await calendar.freeBusy(input) }
}

const encoder = new TextEncoder()

async function toDocument(call: EndpointContext, format: BusyFormat): Promise<Answer> {
  const { calendar, settings, language, parameters } = call
  const { input, busy } = await readBusy(call)
  const { venueIds, span } = readFreeBusyInput({ nowMs: calendar.clock.nowMs(), timeZone: calendar.timeZone }, input)
  const presenter = await createPresenter(settings, language, [])
  const today = `${todayLocal(calendar.clock.nowMs(), calendar.timeZone)}T00:00:00`
  const text = format.encode(busy, {
    ...span,
    venueIds,
    todayMs: resolveLocal(today, calendar.timeZone).ms,
    selfUrl: withParameters(presenter.restUrl(`${path}.${format.extension}`), parameters),
  })
  return { body: { mediaType: format.mediaType, encode: () => encoder.encode(text) } }
}
