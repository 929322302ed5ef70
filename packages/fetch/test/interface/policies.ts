import { allowAll, roles, type Status } from '@kalends/core'
import { statuses } from '@kalends/core/store'
import type { HandlerOptions } from '../../src/index.ts'

/** Allows everything, except that records of one status are read only with the header `Authorization: all`. */
export function everythingBut(hidden: Status): Pick<HandlerOptions, 'access' | 'authenticate'> {
  const readable = (isAll: boolean): readonly { readonly status: Status }[] =>
    statuses.filter((status) => isAll || status !== hidden).map((status) => ({ status }))
  return {
    access: { ...allowAll(), readable: (actor) => readable(actor?.id === '1') },
    authenticate: (request) => (request.headers.get('authorization') === 'all' ? { id: '1' } : null),
  }
}

/** The policy `roles()`; the header `Authorization: 7 author` names the id and the role of an actor. */
export const byRole: Pick<HandlerOptions, 'access' | 'authenticate'> = {
  access: roles(),
  authenticate: (request) => {
    const [id = '', role] = (request.headers.get('authorization') ?? '').split(' ')
    return role === undefined ? null : { id, roles: [role] }
  },
}
