import type { AskingViewer, Viewer } from '../src/access/decision.ts'
import { beginAsking } from '../src/access/questions.ts'

/** A viewer as a call of the calendar asks it. */
export const asking = (viewer: Viewer, timeoutMs = 1_000): AskingViewer => beginAsking(viewer, { timeoutMs, hasWaited: false })
