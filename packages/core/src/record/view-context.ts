import type { FieldsByKind } from '../fields/declared.ts'

/** What returned records depend on besides the stored ones. */
export interface ViewContext {
  /** The "now" of the call. */
  readonly nowMs: number
  /** The fields that the host declares. */
  readonly declaredFields: FieldsByKind
  /** The fields that the viewer may read. */
  readonly visibleFields: FieldsByKind
}
