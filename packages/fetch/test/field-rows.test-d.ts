import { eventListShape, eventShape } from '@kalends/core/internal'
import type { PlainEvent } from '@kalends/core/store'
import { eventFieldRows } from '../src/parameters/event.ts'
import { defineParameters, type ParameterRows } from '../src/parameters/parameter.ts'

/** What must not be forgotten on the wire, so that it does not compile: this file only has to compile. */

interface MorePlain extends PlainEvent {
  readonly subtitle: string
}

export function rows(): void {
  // @ts-expect-error a plain field has no name on the wire
  const lacking: ParameterRows<keyof MorePlain> = eventFieldRows
  // @ts-expect-error the schemas of the other fields have no parameters
  const body = defineParameters(eventShape, { title: { name: 'title', text: 'title' } })
  // @ts-expect-error a filter of a list has no parameter
  const filters = defineParameters({ page: eventListShape.page, sticky: eventListShape.featured }, { page: { name: 'page', text: 'page' } })
  void [lacking, body, filters]
}
