/** How long a search counts as frequent, in milliseconds: as long as a calendar feed takes to read its window. */
const keptMs = 10_000

/** The maximum number of searches that are remembered. */
const mostKept = 200

/**
 * The searches that have just had too many candidates for a page. A calendar feed reads its window page by page, and looks for the candidates
 * of its search once instead of for each page. With or without candidates, a page has the same events.
 */
export interface FrequentSearches {
  /** Whether a search has just had too many candidates. */
  has(texts: readonly string[]): boolean
  /** Remembers a search for ten seconds. */
  add(texts: readonly string[]): void
}

/** Remembers no search yet. */
export function createFrequentSearches(now: () => number = () => performance.now()): FrequentSearches {
  const until = new Map<string, number>()
  return {
    has: (texts) => (until.get(JSON.stringify(texts)) ?? 0) > now(),
    add: (texts) => {
      const key = JSON.stringify(texts)
      // A key that is set again moves behind the others, so the first key is the oldest one.
      until.delete(key)
      const [oldest] = until.keys()
      if (until.size >= mostKept && oldest !== undefined) until.delete(oldest)
      until.set(key, now() + keptMs)
    },
  }
}
