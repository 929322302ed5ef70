import type { Kind } from '../errors/codes.ts'
import { eventKind } from '../kinds/event/kind.ts'
import { organizerKind } from '../kinds/organizer/kind.ts'
import { categoryKind, tagKind } from '../kinds/term/kind.ts'
import { venueKind } from '../kinds/venue/kind.ts'
import type { CalendarCall } from '../record/context.ts'
import { createOnce, findCreated, type KeyedRequest, type OnceResult } from '../record/create-once.ts'
import { toCreation, toResolvedCreation } from '../record/creation.ts'
import type { KindDefinition, KindTypes, PublishedTypes } from '../record/definition.ts'
import { loadForReading } from '../record/reads.ts'

/** The creations of one kind by requests with keys. */
export interface KeyedCreations<T> {
  /**
   * Creates the record of a request, or finds the one that an earlier request with the key has created.
   * @throws key_reused, request_in_progress, record_gone, and what `create` of the kind throws
   */
  create(input: object, request: KeyedRequest): Promise<OnceResult<T>>
  /**
   * Makes a record that exists the one that a request has created, or finds that of an earlier request with the key.
   * @throws not_found, in_trash, key_reused, request_in_progress, record_gone
   */
  assign(id: number, request: KeyedRequest): Promise<OnceResult<T>>
  /**
   * Finds the record that an earlier request with the key has created; undefined without one.
   * @throws key_reused, record_gone
   */
  find(request: KeyedRequest): Promise<T | undefined>
}

type Creator<D extends KindTypes> = (call: CalendarCall) => KeyedCreations<D['view']>

const creatorOf =
  <D extends KindTypes>(kind: KindDefinition<D>): Creator<D> =>
  (call) => ({
    create: async (input, request) => createOnce(call, kind, toCreation(call, kind, input), request),
    assign: (id, request) => createOnce(call, kind, { questions: {}, create: (op) => loadForReading(op, kind, id) }, request),
    find: (request) => findCreated(call, kind, request),
  })

const publishedCreatorOf =
  <D extends PublishedTypes>(kind: KindDefinition<D>): Creator<D> =>
  (call) => ({
    ...creatorOf(kind)(call),
    create: async (input, request) => createOnce(call, kind, toResolvedCreation(call, kind, input, 'suffix'), request),
  })

const creators = {
  event: publishedCreatorOf(eventKind),
  venue: publishedCreatorOf(venueKind),
  organizer: publishedCreatorOf(organizerKind),
  category: creatorOf(categoryKind),
  tag: creatorOf(tagKind),
} satisfies Readonly<Record<Kind, unknown>>

/**
 * The creations of a kind, as methods of one call.
 * @typeParam T the returned records of the kind
 */
export const toKeyedCreations = <T>(call: CalendarCall, kind: Kind): KeyedCreations<T> =>
  // The caller knows the records of the kind, which the type of the table does not express.
  creators[kind](call) as KeyedCreations<T>
