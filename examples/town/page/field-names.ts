/** The labels of the fields of the form, and of the fields of an event that differ there in name or number, in the order of the form. */
export const fieldNames: Readonly<Record<string, string>> = {
  title: 'Title',
  allDay: 'All day',
  startDate: 'Start',
  startDay: 'First day',
  startTime: 'Start time',
  endDate: 'End',
  endDay: 'Last day',
  endTime: 'End time',
  timeZone: 'Time zone',
  recurrence: 'Repetition',
  repeat: 'Repeats',
  interval: 'Every how many',
  weekdays: 'On weekdays',
  monthBy: 'On the day',
  ends: 'Ends',
  until: 'Repeats until',
  count: 'Number of dates',
  eventStatus: 'Takes place',
  eventStatusReason: 'Why not as announced',
  attendance: 'Attendance',
  onlineUrl: 'Online at',
  venues: 'Where',
  'venues.name': 'Name of the venue',
  organizers: 'Who invites',
  'organizers.name': 'Name of the organizer',
  'organizers.email': 'Email',
  categories: 'Categories',
  description: 'Description',
  cost: 'Cost',
  website: 'Website',
  status: 'Status',
  level: 'For whom',
  seats: 'Seats',
  'fields.level': 'For whom',
  'fields.seats': 'Seats',
}

/** A language of the form beside English. */
export type Language = 'de' | 'es' | 'fr'

/** The labels of the fields that the service may refuse, in the other languages of the form. */
const translatedNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  de: {
    title: 'Titel',
    startDate: 'Beginn',
    endDate: 'Ende',
    timeZone: 'Zeitzone',
    recurrence: 'Wiederholung',
    eventStatus: 'Stand',
    eventStatusReason: 'Grund',
    attendance: 'Teilnahme',
    onlineUrl: 'Online unter',
    venues: 'Ort',
    'venues.name': 'Name des Ortes',
    organizers: 'Veranstalter',
    'organizers.name': 'Name des Veranstalters',
    'organizers.email': 'E-Mail',
    categories: 'Kategorien',
    description: 'Beschreibung',
    cost: 'Preis',
    website: 'Website',
    status: 'Status',
    'fields.level': 'Für wen',
    'fields.seats': 'Plätze',
  },
  es: {
    title: 'Título',
    startDate: 'Inicio',
    endDate: 'Fin',
    timeZone: 'Zona horaria',
    recurrence: 'Repetición',
    eventStatus: 'Situación',
    eventStatusReason: 'Motivo',
    attendance: 'Asistencia',
    onlineUrl: 'En línea en',
    venues: 'Lugar',
    'venues.name': 'Nombre del lugar',
    organizers: 'Organizador',
    'organizers.name': 'Nombre del organizador',
    'organizers.email': 'Correo electrónico',
    categories: 'Categorías',
    description: 'Descripción',
    cost: 'Precio',
    website: 'Sitio web',
    status: 'Estado',
    'fields.level': 'Para quién',
    'fields.seats': 'Plazas',
  },
  fr: {
    title: 'Titre',
    startDate: 'Début',
    endDate: 'Fin',
    timeZone: 'Fuseau horaire',
    recurrence: 'Répétition',
    eventStatus: 'Situation',
    eventStatusReason: 'Raison',
    attendance: 'Participation',
    onlineUrl: 'En ligne à',
    venues: 'Lieu',
    'venues.name': 'Nom du lieu',
    organizers: 'Organisateur',
    'organizers.name': 'Nom de l’organisateur',
    'organizers.email': 'E-mail',
    categories: 'Catégories',
    description: 'Description',
    cost: 'Prix',
    website: 'Site web',
    status: 'Statut',
    'fields.level': 'Pour qui',
    'fields.seats': 'Places',
  },
}

/** The label of the field at the path of an issue, such as `Where: Name of the venue`; the path itself where the form has no such field. */
export function labelOf(path: string, language?: Language): string {
  const names = language === undefined ? fieldNames : translatedNames[language]
  const [whole, field] = [path.replace(/\[\d+\]/g, ''), path.replace(/[.[].*/, '')]
  if (whole === field || !(field in names)) return names[whole] ?? path
  return whole in names ? `${names[field]}: ${names[whole]}` : (names[field] ?? path)
}

/** The language that a text names; undefined for English. */
export const toLanguage = (text: string | null): Language | undefined =>
  text === 'de' || text === 'es' || text === 'fr' ? text : undefined
