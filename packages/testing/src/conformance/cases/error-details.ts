import type { ErrorCode } from '@kalends/core'
import type { Kind } from '@kalends/core/store'
import { assertEqual, assertRejects } from '../../assert.ts'
import { type ConformanceCase, defineCase } from '../case.ts'
import { type AnyCollection, type AnyRecord, type Subject, subjects } from '../subjects.ts'

const unknown = 900_000_001

/** The writes that name the version of a record. */
const writes: Readonly<Record<string, (collection: AnyCollection, record: AnyRecord) => Promise<unknown>>> = {
  update: (collection, record) => collection.update(record),
  'update-many': (collection, record) => collection.updateMany([record]),
  delete: (collection, { id, version }) => collection.delete(id, version),
  'delete-many': (collection, record) => collection.deleteMany([record]),
}

/** One kind of record, with its collection. */
interface NamedSubject extends Pick<Subject, 'of' | 'draft'> {
  readonly kind: Kind
  /** The details of `not_found` beside the id: the kind, or nothing for terms, as the taxonomy of an unknown term is not known. */
  readonly missing: object
}

/** The kinds of a collection. */
function kindsOf({ name, of, draft }: Subject): readonly NamedSubject[] {
  if (name === 'terms')
    return (['category', 'tag'] as const).map((kind) => ({ kind, of, draft: (drafts) => drafts.term({ taxonomy: kind }), missing: {} }))
  const kind = publishedKinds[name]
  return [{ kind, of, draft, missing: { kind } }]
}

const publishedKinds = { events: 'event', venues: 'venue', organizers: 'organizer' } as const

/** The details of errors. */
export const errorDetailsCases: readonly ConformanceCase[] = subjects.flatMap(kindsOf).flatMap(({ kind, of, draft, missing }) =>
  Object.entries(writes).map(([write, run]) =>
    defineCase(`errors/${kind}/${write}`, 'an error names the kind and the id of the record', async ({ store, draft: drafts }) => {
      const record = await of(store).insert(draft(drafts))
      const detailsOf = async (code: ErrorCode, wrong: AnyRecord): Promise<object> =>
        (await assertRejects(run(of(store), wrong), code)).details
      assertEqual(await detailsOf('version_conflict', { ...record, version: 2 }), { kind, id: record.id }, 'details of version_conflict')
      assertEqual(await detailsOf('not_found', { ...record, id: unknown }), { ...missing, id: unknown }, 'details of not_found')
    }),
  ),
)
