import { type AddMembers, loadMembers } from '../response/members.ts'
import type { EndpointContext } from '../routing/route.ts'
import type { Resource } from './resource-kind.ts'

/**
 * The members that extensions add to a record that is written; undefined for a kind without members. A first run of the write finds the
 * record and asks for permission, and stops before anything changes: inside of the write itself nothing else can be read.
 * @param write runs the write with a check
 */
export async function membersOf<T extends { readonly id: number }>(
  { kind }: Resource<T>,
  call: EndpointContext,
  write: (check: (current: T) => void) => Promise<unknown>,
): Promise<AddMembers | undefined> {
  if (call.settings.members[kind] === undefined) return undefined
  let id: number | undefined
  const stop = new Error('The record of the write is found.')
  await write((current) => {
    id = current.id
    throw stop
  }).catch((error: unknown) => {
    if (error !== stop) throw error
  })
  return id === undefined ? undefined : loadMembers(kind, [id], call)
}
