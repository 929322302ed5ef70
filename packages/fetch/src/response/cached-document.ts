import { defaultDates } from '@kalends/core'
import type { JsonObject } from '../json.ts'
import type { Settings } from '../options/settings.ts'
import type { CachedResponse } from './cached-response.ts'
import { toJson } from './representation.ts'
import { finish } from './respond.ts'

/** Returns a finished document in a configured language. */
export type CachedDocument = (settings: Settings, language: string) => Promise<CachedResponse>

interface Entry {
  readonly today: string
  readonly document: Promise<CachedResponse>
}

/**
 * Caches a document that depends on the settings, the language and the current day alone. Making and encoding it takes longer than any page
 * of a list. An entry is valid for one day, because the default dates change with it.
 * @param make returns the document, in JSON
 */
export function createCachedDocument(make: (settings: Settings, language: string) => JsonObject): CachedDocument {
  // The key is the settings object, because handlers share the table of routes; a document is collected together with its handler.
  const cached = new WeakMap<Settings, Map<string, Entry>>()
  return (settings, language) => {
    const { clock, timeZone } = settings.calendar
    const today = defaultDates(clock.nowMs(), timeZone).start
    const byLanguage = cached.get(settings) ?? new Map<string, Entry>()
    cached.set(settings, byLanguage)
    const known = byLanguage.get(language)
    if (known?.today === today) return known.document
    const entry: Entry = { today, document: finish({ body: toJson(make(settings, language)) }) }
    byLanguage.set(language, entry)
    // After a failure the next request makes the document again.
    entry.document.catch(() => byLanguage.get(language) === entry && byLanguage.delete(language))
    return entry.document
  }
}
