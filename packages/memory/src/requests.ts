import { deletedRequests, type RequestTable } from '@kalends/core/store'
import type { Access } from './transaction.ts'

/** The responses to requests. They are plain texts and numbers, so a frozen copy of the row is enough. */
export function requestTable(access: Access): RequestTable {
  return {
    insert: (row) =>
      access.write(({ requests }) => {
        if (requests.get(row.keyHash) !== undefined) return false
        requests.set(row.keyHash, Object.freeze({ ...row }))
        return true
      }),
    get: async (keyHash) => access.view().requests.get(keyHash),
    deleteBefore: (atMs) =>
      access.write(({ requests }) => {
        const old = [...requests.values()].filter((row) => row.atMs < atMs).sort((a, b) => a.atMs - b.atMs)
        const deleted = old.slice(0, deletedRequests)
        for (const { keyHash } of deleted) requests.set(keyHash, undefined)
        return deleted.length
      }),
  }
}
