import type { RecordRef } from '@kalends/core/internal'
import { type AddMembers, loadMembers } from '../response/members.ts'
import type { EndpointContext } from '../routing/route.ts'
import { createPresenter, type Presenter } from '../wire/presenter.ts'
import type { Resource } from './resource-kind.ts'

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

export const presenterFor = <T>(resource: Resource<T>, call: EndpointContext, records: readonly T[]): Promise<Presenter> =>
  createPresenter(call.settings, call.language, records.flatMap(resource.pictures))
