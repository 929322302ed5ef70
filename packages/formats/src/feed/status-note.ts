import type { Event } from '@kalends/core'

/** By language. Without them, a feed would announce an event that does not take place like any other. */
const notes: Readonly<Record<string, Readonly<Record<Exclude<Event['eventStatus'], 'scheduled'>, string>>>> = {
  de: { cancelled: 'Abgesagt', postponed: 'Verschoben', movedOnline: 'Findet online statt' },
  en: { cancelled: 'Cancelled', postponed: 'Postponed', movedOnline: 'Moved online' },
  es: { cancelled: 'Cancelado', postponed: 'Aplazado', movedOnline: 'Se celebra en línea' },
  fr: { cancelled: 'Annulé', postponed: 'Reporté', movedOnline: 'A lieu en ligne' },
}

/** A note such as `Cancelled`, in English where the language has none; empty for an event that takes place as planned. */
export function toStatusNote({ eventStatus }: Pick<Event, 'eventStatus'>, language: string): string {
  const own = notes[language.split('-', 1)[0] ?? ''] ?? notes['en']
  return eventStatus === 'scheduled' ? '' : (own?.[eventStatus] ?? '')
}
