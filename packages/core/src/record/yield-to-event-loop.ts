/** Taken at the start: tests that put a clock of their own in its place should not stop us. */
const { setTimeout } =
  // The one timer of the core: every runtime has it, but none of the types that we build with.
  globalThis as unknown as { readonly setTimeout: (callback: () => void, ms: number) => unknown }

/** Lets timers, signals and other requests have their turn, which promises that are settled already never do. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
