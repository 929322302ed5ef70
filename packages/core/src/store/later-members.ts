/** The members of events that 0.1 did not store, with their values then: archives and snapshots of it lack them. */
export const laterEventMembers = { eventStatusReason: '' } as const
