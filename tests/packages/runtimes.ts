/** The supported versions of Node: the oldest, the one of development, the newest. */
export const nodeVersions = ['22.18.0', '24.21.0', '26.10.0'] as const

/** One of them. */
export type NodeVersion = (typeof nodeVersions)[number]
