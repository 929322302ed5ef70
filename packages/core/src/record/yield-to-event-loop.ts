/** Read at load time: tests with fake timers must not stop the calendar. */
const { setTimeout } =
  // The only timer of the core: every runtime has it, but the types of this build do not.
  globalThis as unknown as { readonly setTimeout: (callback: () => void, ms: number) => unknown }

/** Lets timers, signals and other requests run; settled promises never do. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
