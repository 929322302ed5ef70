import { type CallAfter, type ImportSource, readParts, type SourceLimits } from '../icalendar/source.ts'
import type { ImportedEvent, ImportItem, ImportWarning, UnreadableItem } from '../item.ts'
import { createDecoder } from '../values/decode.ts'
import { type EventOptions, toItem } from './event.ts'
import { createNodeReader, findEvents } from './nodes.ts'
import { readScripts, type Script } from './scripts.ts'

/** The resolved options of the reader. */
export interface PageSettings extends SourceLimits {
  /** The largest number of events. */
  readonly maxEvents: number
  /** What concerns single events. */
  readonly event: EventOptions
}

/** Reads the events of a page; the last item is the end. */
export async function* readPage(source: ImportSource, settings: PageSettings, after?: CallAfter): AsyncGenerator<ImportItem, void> {
  const decoder = createDecoder()
  let text = ''
  for await (const part of readParts(source, settings, after)) {
    // The rest of an element may be missing.
    if ('code' in part) return void (yield { kind: 'end', complete: false, reason: part })
    text += decoder.push(part)
  }
  text += decoder.end()
  if (text.trim() === '') return void (yield { kind: 'end', complete: false, reason: { code: 'empty', message: 'The source is empty.' } })
  const items = withDistinctKeys(withoutRepeated(readScripts(text).flatMap((script) => itemsOf(script, settings.event))))
  let reason: ImportWarning | undefined
  for (const [index, item] of items.entries()) {
    if (index >= settings.maxEvents) {
      reason = { code: 'too_many_events', message: `The source has more than ${settings.maxEvents} events.` }
      break
    }
    // The events of such a document are not known, and would count as missing.
    if (item.kind === 'unreadable' && item.code === 'not_json')
      reason ??= { code: 'not_json', message: 'A document of the page is no JSON.' }
    yield { ...item, index }
  }
  yield reason === undefined ? { kind: 'end', complete: true } : { kind: 'end', complete: false, reason }
}

type Item = ImportedEvent | UnreadableItem

function itemsOf({ line, data }: Script, options: EventOptions): readonly Item[] {
  const place = { index: 0, line }
  if (data === undefined)
    return [{ ...place, kind: 'unreadable', key: '', code: 'not_json', message: `The JSON-LD of line ${line} is no JSON.` }]
  const reader = createNodeReader(data)
  return findEvents(data, reader).map((event) => toItem(event, place, reader, options))
}

/** Each event once: plugins write one into several documents of a page. */
function withoutRepeated(items: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  return items.filter((item) => {
    if (item.kind !== 'event') return true
    const text = JSON.stringify([item.key, item.address, item.input])
    return seen.size < seen.add(text).size
  })
}

/** Dates of one event with the same `@id` get keys of their own. */
function withDistinctKeys(items: readonly Item[]): readonly Item[] {
  const counts = new Map<string, number>()
  for (const { key } of items) counts.set(key, (counts.get(key) ?? 0) + 1)
  return items.map((item) =>
    item.kind === 'event' && item.key !== '' && (counts.get(item.key) ?? 0) > 1
      ? { ...item, key: `${item.key} ${String(item.input.startDate)}` }
      : item,
  )
}
