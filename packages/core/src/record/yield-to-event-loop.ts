/** Read at load time, so that fake timers of a test cannot stop the calendar. */
const { setTimeout } =
  // The only timer of the core: every runtime has it, but the types of this build do not.
  globalThis as unknown as { readonly setTimeout: (callback: () => void, ms: number) => unknown }

/** Lets timers, signals and other requests run. Awaiting a settled promise does not. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
