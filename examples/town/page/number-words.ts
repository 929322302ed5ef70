import type { Language } from './field-names.ts'

/** How a language names no event, one event, and several events. */
const words: Readonly<Record<Language | 'en', readonly [none: string, one: string, several: string]>> = {
  en: ['no events', 'event', 'events'],
  de: ['keine Veranstaltung', 'Veranstaltung', 'Veranstaltungen'],
  es: ['ningún evento', 'evento', 'eventos'],
  fr: ['aucun évènement', 'évènement', 'évènements'],
}

/** A number of events in words, such as `12 events`. */
export function eventsText(count: number, language: Language | 'en'): string {
  const [none, one, several] = words[language]
  return count === 0 ? none : `${count.toLocaleString(language)} ${count === 1 ? one : several}`
}
