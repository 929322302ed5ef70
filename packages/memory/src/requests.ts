import { deletedRequests, type RequestTable } from '@kalends/core/store'
import type { Access } from './transaction.ts'

/** The requests with keys. They are plain texts and numbers, so a frozen copy of the row is enough. */
export function requestTable(access: Access): RequestTable {
  return {
    insert: (row, { firstKeptMs }) =>
      access.write(({ requests }) => {
        const stored = requests.get(row.keyHash)
        if (stored !== undefined && stored.atMs >= firstKeptMs) return false
        requests.set(row.keyHash, Object.freeze({ ...row }))
        return true
      }),
    complete: (keyHash, id) =>
      access.write(({ requests }) => {
        const stored = requests.get(keyHash)
        if (stored !== undefined) requests.set(keyHash, Object.freeze({ ...stored, id }))
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
