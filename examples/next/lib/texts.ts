/** The languages of the pages. */
export type Language = 'en' | 'de'

const texts = {
  language: ['English', 'Deutsch'],
  languages: ['Language', 'Sprache'],
  heading: ['What is on in Quellbrunn', 'Was in Quellbrunn los ist'],
  filter: ['Filter', 'Filter'],
  search: ['Words', 'Wörter'],
  all: ['All', 'Alle'],
  show: ['Show', 'Zeigen'],
  none: ['No events.', 'Keine Veranstaltungen.'],
  one: ['1 event', '1 Veranstaltung'],
  many: ['{} events', '{} Veranstaltungen'],
  until: ['until', 'bis'],
  cancelled: ['Cancelled', 'Abgesagt'],
  postponed: ['Postponed', 'Verschoben'],
  movedOnline: ['Moved online', 'Findet online statt'],
  back: ['All events', 'Alle Veranstaltungen'],
  subscribe: ['Subscribe', 'Abonnieren'],
  file: ['Calendar file', 'Kalenderdatei'],
  signIn: ['Sign in', 'Anmelden'],
  signOut: ['Sign out', 'Abmelden'],
  password: ['Password of the editors', 'Passwort der Redaktion'],
  wrong: ['This is not the password.', 'Das ist nicht das Passwort.'],
  nobody: ['Nobody can sign in: EDITOR_PASSWORD is not set.', 'Niemand kann sich anmelden: EDITOR_PASSWORD ist nicht gesetzt.'],
  add: ['Add an event', 'Veranstaltung anlegen'],
  change: ['Change the event', 'Veranstaltung ändern'],
  save: ['Save', 'Speichern'],
  unreachable: ['The calendar cannot be reached. Try again.', 'Der Kalender ist nicht erreichbar. Bitte noch einmal versuchen.'],
  // The fields of the form, by their names in the calendar.
  title: ['Title', 'Titel'],
  startDate: ['Start', 'Beginn'],
  endDate: ['End', 'Ende'],
  allDay: ['All day', 'Ganztägig'],
  venues: ['Venue', 'Ort'],
  categories: ['Category', 'Kategorie'],
  cost: ['Price', 'Preis'],
} as const

/** The function that gives the texts of the pages in a language. */
export const textsIn = (language: Language) => (name: keyof typeof texts) => texts[name][language === 'de' ? 1 : 0]
