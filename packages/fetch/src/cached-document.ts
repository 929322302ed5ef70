import { type CachedResponse, defaultDates } from '@kalends/core'
import type { JsonObject } from './json.ts'
import { finish } from './respond.ts'
import type { Settings } from './settings.ts'

/** Gives a finished document in a language of the settings. */
export type CachedDocument = (settings: Settings, language: string) => Promise<CachedResponse>

interface Entry {
  readonly today: string
  readonly document: Promise<CachedResponse>
}

/**
 * A document that follows from the settings, the language and the day alone, made and encoded once for each of them: that takes
 * longer than any page of a list. The day counts because the defaults of dates move on with it.
 * @param make gives the document, in JSON
 */
export function createCachedDocument(make: (settings: Settings, language: string) => JsonObject): CachedDocument {
  // By settings, because handlers share the table of routes; a document goes with its handler.
  const cached = new WeakMap<Settings, Map<string, Entry>>()
  return (settings, language) => {
    const { clock, timeZone } = settings.calendar
    const today = defaultDates(clock.nowMs(), timeZone).start
    const byLanguage = cached.get(settings) ?? new Map<string, Entry>()
    cached.set(settings, byLanguage)
    const known = byLanguage.get(language)
    if (known?.today === today) return known.document
    const body = make(settings, language)
    const document = finish({ body })
    byLanguage.set(language, { today, document })
    return document
  }
}
