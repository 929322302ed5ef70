import type { EventRole } from '@kalends/core/store'

/** The numbers that stand for the roles of events in the column `role`. */
export const roleNumbers = { single: 0, series: 1, occurrence: 2 } as const satisfies Readonly<Record<EventRole, number>>

const roles: readonly (EventRole | undefined)[] = ['single', 'series', 'occurrence']

/** The role that a number stands for. */
export function toRole(value: number | string | bigint): EventRole {
  const role = roles[Number(value)]
  if (role === undefined) throw new TypeError(`An event has the unknown role ${String(value)}.`)
  return role
}
