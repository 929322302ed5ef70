import { eventListShape, eventShape } from '@kalends/core/internal'
import type { PlainEvent } from '@kalends/core/store'
import { eventFieldRows } from '../src/parameters/event-fields.ts'
import { defineParameters, type ParameterRows } from '../src/parameters/parameter.ts'
import { type SpecialEventMember, specialEventProperties, type WrittenEvent } from '../src/wire/event-properties.ts'
import type { PropertiesOf, Property, Written } from '../src/wire/property.ts'

/** Omissions on the wire that must not compile. This file is only compiled. */

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

interface MoreProperties {
  readonly seats: readonly [Property & { readonly name: 'seats' }]
}

export function properties(event: WrittenEvent): void {
  // @ts-expect-error a special member of events has no property
  const lacking: PropertiesOf<SpecialEventMember | 'seats'> = specialEventProperties
  // @ts-expect-error the writer of events leaves out a property
  const unwritten: WrittenEvent & Written<typeof specialEventProperties & MoreProperties> = event
  void [lacking, unwritten]
}
