import { requireKnownOptions } from '../errors/known-names.ts'
import { type AccessPolicy, type AccessQuestion, type AccessScope, type Actor, readScopes, type Status, statuses } from './policy.ts'

/** Maps the host's roles to permissions. Role names are the host's own; actors without any of these roles read published records only. */
export interface RolesOptions {
  /** Read and do everything. @default ['admin', 'editor'] */
  readonly editors?: readonly string[]
  /** Create records, read and change their own, and link those that they may read. @default ['author'] */
  readonly authors?: readonly string[]
  /** Author roles that may publish and schedule; the others save as `draft`, `pending` or `private`. @default all of `authors` */
  readonly publishers?: readonly string[]
  /** Author roles that may create categories and tags. @default none */
  readonly termCreators?: readonly string[]
  /** Author roles that may set another user as the author. @default none */
  readonly authorSetters?: readonly string[]
}

/**
 * The usual rules: editors do everything, authors manage their own records, everyone reads published records.
 * @throws TypeError an option is unknown
 * @example
 * const access = roles({ editors: ['staff'], authors: ['member'], publishers: [] })
 */
export function roles(options: RolesOptions = {}): AccessPolicy {
  requireKnownOptions('roles', options, optionNames)
  const { editors = ['admin', 'editor'], authors = ['author'], termCreators = [], authorSetters = [] } = options
  const publishers = options.publishers ?? authors
  const has = (actor: Actor, wanted: readonly string[]): boolean => actor.roles?.some((role) => wanted.includes(role)) ?? false
  return {
    readable: (actor) => {
      if (actor === null) return readScopes.published
      if (has(actor, editors)) return readScopes.all
      return has(actor, authors) ? [...readScopes.published, ...ownRecords(actor)] : readScopes.published
    },
    may: (question) => {
      const { actor } = question
      if (actor === null) return false
      if (has(actor, editors)) return true
      if (!has(actor, authors)) return false
      if (question.kind === 'category' || question.kind === 'tag') return mayTouchTerm(question, has(actor, termCreators))
      return (
        isOwn(question, actor) &&
        (has(actor, authorSetters) || keepsAuthor(question, actor)) &&
        (has(actor, publishers) || !publishes(question))
      )
    },
  }
}

const optionNames: Readonly<Record<keyof RolesOptions, true>> = {
  editors: true,
  authors: true,
  publishers: true,
  termCreators: true,
  authorSetters: true,
}

const ownRecords = (actor: Actor): AccessScope => statuses.map((status) => ({ status, authorIds: [actor.id] }))

const mayTouchTerm = ({ action }: AccessQuestion, createsTerms: boolean): boolean =>
  action === 'link' || (action === 'create' && createsTerms)

/** Authors may link every record that they may read, but change only their own. */
const isOwn = ({ action, record }: AccessQuestion, actor: Actor): boolean =>
  action === 'link' || record === undefined || record.authorId === actor.id

const keepsAuthor = ({ next, record }: AccessQuestion, actor: Actor): boolean =>
  next === undefined || next.authorId === (record?.authorId ?? actor.id)

const isPublic = (status: Status | undefined): boolean => status === 'publish' || status === 'future'

const publishes = ({ next, record }: AccessQuestion): boolean => isPublic(next?.status) && !isPublic(record?.status)
