import { messageOf, type Reason } from '../src/errors/issues.ts'

/** The English messages of issues, by their paths. */
export const messagesOf = (issues: Readonly<Record<string, Reason>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(issues).map(([path, reason]) => [path, messageOf(reason)]))
