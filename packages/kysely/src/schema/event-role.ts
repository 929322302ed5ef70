import type { EventRecord, EventRole } from '@kalends/core/store'

/** The numbers that stand for the roles of events in the column `role`. */
export const roleNumbers = { single: 0, series: 1, occurrence: 2 } as const satisfies Readonly<Record<EventRole, number>>

/** All roles, each at the index that is its number. */
export const eventRoles = ['single', 'series', 'occurrence'] as const satisfies readonly EventRole[]

/** The role that a number stands for. */
export function toRole(value: number | string | bigint): EventRole {
  const role = eventRoles[Number(value)]
  if (role === undefined) throw new TypeError(`An event has the unknown role ${String(value)}.`)
  return role
}

/**
 * The value of the column `hidden` of an event and of its links: 0 or 1 for single events and occurrences, 2 or 3 for series. In most list
 * indexes it follows the status. Lists exclude series by this column, so they read no series and need no condition on the role.
 */
export const toHiddenColumn = ({ hidden, role }: Pick<EventRecord, 'hidden' | 'role'>): number =>
  Number(hidden) + (role === 'series' ? 2 : 0)

/** Whether a value of the column `hidden` is that of a hidden event. */
export const isHiddenColumn = (value: number | string | bigint): boolean => Number(value) % 2 === 1
