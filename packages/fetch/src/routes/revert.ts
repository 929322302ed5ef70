import { invalidInput } from '@kalends/core/internal'
import { revertParameters } from '../parameters/history.ts'
import { ensureShape } from '../parameters/query.ts'
import { idInPath, replacedVersion } from '../parameters/shared-parameters.ts'
import type { Route } from '../routing/route.ts'
import { collectionOf } from '../wire/presenter.ts'
import { refOf, toWritten } from './resource.ts'
import type { Resource, ServedRecord } from './resource-kind.ts'

/** The header of a revert that names the members which link fewer records than at that version. */
const missingHeader = 'Reverted-Without'

/** The route that takes a record back to an earlier version: an update. */
export function defineRevert<T extends ServedRecord>(resource: Resource<T>): Route {
  const { kind, component, body } = resource
  const changeQuery = [...(resource.changeQuery ?? []), ...replacedVersion]
  const query = [...revertParameters, ...changeQuery]
  return {
    path: `/${collectionOf[kind]}/{id}/revert`,
    parameters: idInPath,
    endpoints: [
      {
        methods: ['POST'],
        id: `revert${component}`,
        text: 'revertRecord',
        permission: { kind, action: 'update' },
        query,
        fieldsOf: kind,
        answers: component,
        recordsOf: kind,
        status: 200,
        responseHeaders: [{ name: missingHeader, text: 'headerRevertedWithout', schema: { type: 'string' } }],
        run: async (call) => {
          ensureShape(query, call.query)
          if (call.query['to'] === undefined) throw invalidInput({ to: { code: 'required' } })
          const ref = refOf(call, [])
          let missing: readonly string[] = []
          const answer = await toWritten(resource, call, async (options) => {
            const reverted = await resource.records(call.calendar).revert(ref, { ...options, to: Number(call.query['to']) })
            missing = reverted.missing.map((member) => body.find((one) => one.member === member)?.name ?? member)
            return reverted.record
          })
          return missing.length === 0 ? answer : { ...answer, headers: { [missingHeader]: missing.join(', ') } }
        },
      },
    ],
  }
}
