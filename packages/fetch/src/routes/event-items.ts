import type { Event, Page } from '@kalends/core'
import { type EventEncoder, type Item, internals } from '@kalends/core/internal'
import { encodeItems, maxPageCharacters } from '../response/encode-body.ts'
import { type Bytes, jsonMediaType, type Representation } from '../response/representation.ts'
import type { EndpointContext } from '../routing/route.ts'
import { toWireEvent } from '../wire/event.ts'
import { createPresenter } from '../wire/presenter.ts'

/** Reads events as JSON that is encoded once. */
const encoderOf = ({ settings, language }: EndpointContext): EventEncoder => ({
  encoding: JSON.stringify([settings.id, language]),
  encode: async (events: readonly Event[]) => {
    const presenter = await createPresenter(settings, language, events)
    return encodeItems(events.map((event) => toWireEvent(event, presenter)))
  },
})

/** A page of encoded events; null where its events cannot be joined. */
export async function joinEvents(call: EndpointContext, input: object): Promise<Page<Item> | null> {
  const page = await internals(call.calendar).listEventItems(input, encoderOf(call))
  if (page === null) return null
  const items = page.items.map(({ item }) => item)
  // A page that may be too long is encoded as a whole, which counts its characters.
  if (byteLengthOf(items) > maxPageCharacters) return null
  return { ...page, items }
}

/** An event by its id; null where nothing is cached. */
export async function readEventItem(call: EndpointContext, id: number): Promise<Representation | null> {
  // The items are those that the encoder has made. The core's declarations say less, because TypeScript 5.4 does not know types of buffers.
  const item = (await internals(call.calendar).getEventItem(id, encoderOf(call))) as Bytes | null
  return item === null ? null : { mediaType: jsonMediaType, encode: () => item }
}

const byteLengthOf = (items: readonly Item[]): number => items.reduce((sum, { byteLength }) => sum + byteLength, 0)
