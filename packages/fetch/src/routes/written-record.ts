import type { RecordRef } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import type { TermCounts, UpdatedRecord } from '../options/compatibility.ts'
import { type AddMembers, loadMembers } from '../response/members.ts'
import type { EndpointContext } from '../routing/route.ts'
import { baseUrl, createPresenter, type Presenter } from '../wire/presenter.ts'
import { toObject } from './in-face.ts'
import type { Resource } from './resource-kind.ts'

/** A record as one object; undefined if the caller may not read it. */
async function readObject<T>(resource: Resource<T>, call: EndpointContext, ref: RecordRef): Promise<JsonObject | undefined> {
  const reading = resource.records(call.calendar).get(ref)
  const record = await reading.catch(() => undefined)
  return record === undefined ? undefined : toObject(resource.present(record, await presenterFor(resource, call, [record])))
}

/** The members that extensions add to a record that is written. */
export async function membersOf<T extends { readonly id: number }>(
  resource: Resource<T>,
  call: EndpointContext,
  ref: RecordRef,
): Promise<AddMembers | undefined> {
  if (call.settings.members[resource.kind] === undefined) return undefined
  const id = typeof ref === 'number' ? ref : (await resource.records(call.calendar).get(ref)).id
  return loadMembers(resource.kind, [id], call)
}

/** What a face needs beside a record that is written; undefined without a face. */
export async function countsOf<T>(resource: Resource<T>, call: EndpointContext, ref: RecordRef): Promise<TermCounts | undefined> {
  const { compatibility } = call.settings
  if (compatibility === undefined) return undefined
  const record = await readObject(resource, call, ref)
  return compatibility.lookUp(resource.kind, record === undefined ? [] : [record], call.calendar)
}

/** The record of an update, for the face of the handler. It is read once. */
export function updatedBy<T>(resource: Resource<T>, call: EndpointContext, ref: RecordRef): UpdatedRecord {
  let reading: Promise<JsonObject | undefined> | undefined
  const stored = (): Promise<JsonObject | undefined> => (reading ??= readObject(resource, call, ref))
  return {
    stored,
    hasUrl: async (text) => {
      const { url, rest_url: restUrl } = (await stored()) ?? {}
      if (typeof url !== 'string' || url !== restUrl) return url === text
      // Without pages of the host, the URL is that of the record in the interface, which each language has under another path.
      const path = url.slice(baseUrl(call.settings, call.language).length)
      return [...call.settings.messages.keys()].some((language) => text === baseUrl(call.settings, language) + path)
    },
  }
}

export const presenterFor = <T>(resource: Resource<T>, call: EndpointContext, records: readonly T[]): Promise<Presenter> =>
  createPresenter(call.settings, call.language, records.flatMap(resource.pictures))
