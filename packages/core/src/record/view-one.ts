import type { Operation } from './context.ts'
import type { KindDefinition, KindTypes, RecordFor } from './definition.ts'

/** One record as the viewer sees it. */
export async function viewOne<D extends KindTypes>(op: Operation, kind: KindDefinition<D>, record: RecordFor<D>): Promise<D['view']> {
  const [view] = await kind.view(op, [record])
  // `view` returns one view for each record.
  return view as D['view']
}
