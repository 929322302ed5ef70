import type { ImportWarning } from '../item.ts'
import type { Answer, Ask } from './request.ts'

/**
 * Where the reader keeps the pages that it has read, until it has read the whole site. A run after a killed one takes them from there, and
 * yields the same items as a run that nothing has interrupted.
 */
export interface SiteCheckpoint {
  /** The text of a page; undefined for one that was not saved, or is too old to continue with. */
  load(page: string): string | undefined | Promise<string | undefined>
  /** Saves the text of a page, by its address. */
  save(page: string, text: string): void | Promise<void>
  /** Removes all pages. Called when the site was read as a whole. */
  clear(): void | Promise<void>
}

/** Asks the checkpoint first, and saves the answers of the site. Without a checkpoint, asks the site. */
export function askThrough(ask: Ask, checkpoint: SiteCheckpoint | undefined): Ask {
  if (checkpoint === undefined) return ask
  return async (url) => {
    try {
      const saved = readSaved(await checkpoint.load(url))
      if (saved !== undefined) return saved
      const answer = await ask(url)
      if (!('code' in answer)) await checkpoint.save(url, JSON.stringify({ status: answer.status, body: answer.body }))
      return answer
    } catch (error) {
      return toCheckpointFault(error)
    }
  }
}

/** Why a run without a working checkpoint ends. */
export const toCheckpointFault = (error: unknown): ImportWarning => ({
  code: 'checkpoint_failed',
  message: `The checkpoint failed: ${error instanceof Error ? error.message : String(error)}`,
})

/** A saved answer; undefined for a text that was cut. */
function readSaved(text: string | undefined): Answer | undefined {
  if (text === undefined) return undefined
  try {
    const { status, body } = JSON.parse(text)
    return typeof status === 'number' ? { status, body, header: () => '' } : undefined
  } catch {
    return undefined
  }
}
