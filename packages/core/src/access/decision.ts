import { CalendarError } from '../errors/calendar-error.ts'
import { type Denied, draftAllowed, errorMessages } from '../errors/codes.ts'
import { type AccessPolicy, type AccessQuestion, type AccessScope, type Actor, readScopes } from './policy.ts'

/** The actor and the policy that a calendar applies. Without a policy the caller is the host's own, trusted code. */
export interface Viewer {
  /** The actor; null for anonymous callers and for trusted code. */
  readonly actor: Actor | null
  /** The rules; null for trusted code. */
  readonly policy: AccessPolicy | null
}

/** A viewer as one call of the calendar asks it: each question once, and all of them within one time limit. See {@link beginAsking}. */
export interface AskingViewer extends Viewer {
  /** Distinguishes it from a viewer whose policy must not be asked directly. */
  readonly isAsking: true
}

/** The host's own code: sees and does everything. */
export const trusted: AskingViewer = Object.freeze({ actor: null, policy: null, isAsking: true })

/** @throws forbidden the viewer has a policy: what follows is for the host's own code */
export function demandTrusted({ policy }: Viewer): void {
  if (policy !== null) throw new CalendarError('forbidden', {})
}

/**
 * Returns the read scope of the viewer for a kind; synchronous where the policy is synchronous.
 * @throws unavailable the policy has used up its time
 */
export const readScope = ({ actor, policy }: AskingViewer, kind: 'event' | 'venue' | 'organizer'): AccessScope | Promise<AccessScope> =>
  policy === null ? readScopes.all : policy.readable(actor, kind)

/** A question to a viewer's policy, which gets the viewer's actor with it. */
export type Question = Omit<AccessQuestion, 'actor'>

/**
 * Whether the policy allows an action.
 * @throws unavailable the policy has used up its time
 */
export const mayDo = async ({ actor, policy }: AskingViewer, question: Question): Promise<boolean> =>
  policy === null || policy.may({ ...question, actor })

/**
 * Resolves if the policy allows the action.
 * @throws unauthenticated the caller is anonymous
 * @throws forbidden the actor is known, but the policy denies it; `allowed` is set if a second question shows that a draft would be allowed
 */
export async function demand(viewer: AskingViewer, question: Question): Promise<void> {
  if (!(await mayDo(viewer, question))) throw await denial(viewer, question)
}

/** A question about a record that another record links, such as a venue of an event. */
export interface NestedQuestion extends Question {
  /** What is asked if the policy denies the question: whether a record may at least be created as a draft. */
  readonly otherwise?: Question
}

/**
 * Resolves if the policy allows all actions on the records that another record links, or else their alternatives. Asks all questions
 * concurrently.
 * @throws unauthenticated, forbidden `denied` holds the first question that the policy denies
 */
export async function demandNested(viewer: AskingViewer, questions: readonly NestedQuestion[]): Promise<void> {
  if (questions.length === 0) return
  const mayDoEither = async ({ otherwise, ...question }: NestedQuestion): Promise<boolean> =>
    (await mayDo(viewer, question)) || (otherwise !== undefined && mayDo(viewer, otherwise))
  const answers = await Promise.all(questions.map(mayDoEither))
  const denied = questions[answers.indexOf(false)]
  if (denied !== undefined) throw await denial(viewer, denied, { denied: { action: denied.action, kind: denied.kind } })
}

async function denial(viewer: AskingViewer, question: Question, nested: { readonly denied?: Denied } = {}): Promise<CalendarError> {
  if (viewer.actor === null) return new CalendarError('unauthenticated', nested)
  const { action, kind } = question
  const details = { action, kind, ...nested }
  if (!(await mayDoAsDraft(viewer, question))) return new CalendarError('forbidden', details)
  return new CalendarError('forbidden', { ...details, allowed: 'draft' }, { message: `${errorMessages.forbidden} ${draftAllowed}` })
}

/** Whether the policy allows an action that it has denied if the record becomes a draft. Terms and public records do not. */
async function mayDoAsDraft(viewer: AskingViewer, question: Question): Promise<boolean> {
  const { kind, record, next } = question
  if (kind === 'category' || kind === 'tag' || record?.status === 'publish' || record?.status === 'future') return false
  if (next === undefined || next.status === record?.status || next.status === 'draft' || next.status === 'trash') return false
  return mayDo(viewer, { ...question, next: { ...next, status: 'draft' } })
}
