import { type Calendar, todayLocal } from '@kalends/core'
import { type FieldsByKind, internals } from '@kalends/core/internal'
import type { JsonObject } from '../json.ts'
import type { Settings } from '../options/settings.ts'
import { toJson } from './representation.ts'
import { type CachedResponse, finish } from './respond.ts'

/** Returns a finished document in a configured language, with the declared fields that the viewer of a calendar may read. */
export type CachedDocument = (settings: Settings, language: string, viewer: Calendar) => Promise<CachedResponse>

interface Entry {
  readonly today: string
  readonly document: Promise<CachedResponse>
}

/** How many documents of a handler are cached: one for each language and each set of fields that callers may read. */
const maxDocuments = 50

/**
 * Caches a document that depends on the settings, the language, the fields that the caller may read, and the current day alone. Making and
 * encoding it takes longer than any page of a list. An entry is valid for one day, because the default dates change with it.
 * @param make returns the document, in JSON
 */
export function createCachedDocument(make: (settings: Settings, language: string, fields: FieldsByKind) => JsonObject): CachedDocument {
  // The key is the settings object, because handlers share the table of routes; a document is collected together with its handler.
  const cached = new WeakMap<Settings, Map<string, Entry>>()
  return (settings, language, viewer) => {
    const { clock, timeZone } = settings.calendar
    const today = todayLocal(clock.nowMs(), timeZone)
    const fields = internals(viewer).visibleFields()
    const key = JSON.stringify([language, Object.values(fields).map(({ list }) => list.map(({ name }) => name))])
    const byKey = cached.get(settings) ?? new Map<string, Entry>()
    cached.set(settings, byKey)
    const known = byKey.get(key)
    if (known?.today === today) return known.document
    const entry: Entry = { today, document: finish({ body: toJson(make(settings, language, fields)) }) }
    if (byKey.size >= maxDocuments) byKey.clear()
    byKey.set(key, entry)
    // After a failure the next request makes the document again.
    entry.document.catch(() => byKey.get(key) === entry && byKey.delete(key))
    return entry.document
  }
}
