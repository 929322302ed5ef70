/** The texts of a list in one language. `{}` is the place of a value. */
export interface ListTexts {
  /** Beside a whole day. */
  readonly allDay: string
  /** Before the last of several whole days. */
  readonly until: string
  /** The time of a visitor in another time zone. */
  readonly yourTime: string
  /** Of an event that repeats, in a list that has each series once. */
  readonly repeats: string
  /** The note of a cancelled event. */
  readonly cancelled: string
  /** The note of a postponed event. */
  readonly postponed: string
  /** The note of an event that has moved online. */
  readonly movedOnline: string
  /** The link to the address at which people attend. */
  readonly online: string
  /** The heading of the links to calendars. */
  readonly add: string
  /** The link to a file for calendar programs. */
  readonly file: string
  /** The link that subscribes a calendar program to the list. */
  readonly subscribe: string
  /** The button that copies the address of the list. */
  readonly copy: string
  /** After it was copied. */
  readonly copied: string
  /** After the browser has refused, with the address. */
  readonly notCopied: string
  /** A list without events. */
  readonly none: string
  /** A list of one event. */
  readonly one: string
  /** A list of several events. */
  readonly many: string
  /** While the list is read. */
  readonly loading: string
  /** When it cannot be read. */
  readonly failed: string
  /** The button that tries it again. */
  readonly again: string
}

const en: ListTexts = {
  allDay: 'All day',
  until: 'until {}',
  yourTime: '{} in your time zone',
  repeats: 'Repeats',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  movedOnline: 'Moved online',
  online: 'Take part online',
  add: 'Add to calendar',
  file: 'Calendar file',
  subscribe: 'Subscribe',
  copy: 'Copy the address',
  copied: 'The address is copied.',
  notCopied: 'The browser copies nothing. The address is {}',
  none: 'No events.',
  one: '1 event',
  many: '{} events',
  loading: 'Loading the events.',
  failed: 'The events cannot be shown at the moment.',
  again: 'Try again',
}

const de: ListTexts = {
  allDay: 'Ganztägig',
  until: 'bis {}',
  yourTime: '{} in Ihrer Zeitzone',
  repeats: 'Wiederholt sich',
  cancelled: 'Abgesagt',
  postponed: 'Verschoben',
  movedOnline: 'Findet online statt',
  online: 'Online teilnehmen',
  add: 'Zum Kalender hinzufügen',
  file: 'Kalenderdatei',
  subscribe: 'Abonnieren',
  copy: 'Adresse kopieren',
  copied: 'Die Adresse ist kopiert.',
  notCopied: 'Der Browser kopiert nichts. Die Adresse ist {}',
  none: 'Keine Veranstaltungen.',
  one: '1 Veranstaltung',
  many: '{} Veranstaltungen',
  loading: 'Die Veranstaltungen werden geladen.',
  failed: 'Die Veranstaltungen können gerade nicht gezeigt werden.',
  again: 'Erneut versuchen',
}

const es: ListTexts = {
  allDay: 'Todo el día',
  until: 'hasta el {}',
  yourTime: '{} en su zona horaria',
  repeats: 'Se repite',
  cancelled: 'Cancelado',
  postponed: 'Aplazado',
  movedOnline: 'Pasa a ser en línea',
  online: 'Participar en línea',
  add: 'Añadir al calendario',
  file: 'Archivo de calendario',
  subscribe: 'Suscribirse',
  copy: 'Copiar la dirección',
  copied: 'La dirección se ha copiado.',
  notCopied: 'El navegador no copia nada. La dirección es {}',
  none: 'No hay eventos.',
  one: '1 evento',
  many: '{} eventos',
  loading: 'Cargando los eventos.',
  failed: 'Los eventos no se pueden mostrar en este momento.',
  again: 'Intentarlo de nuevo',
}

const fr: ListTexts = {
  allDay: 'Toute la journée',
  until: 'jusqu’au {}',
  yourTime: '{} dans votre fuseau horaire',
  repeats: 'Se répète',
  cancelled: 'Annulé',
  postponed: 'Reporté',
  movedOnline: 'Se déroule en ligne',
  online: 'Participer en ligne',
  add: 'Ajouter à l’agenda',
  file: 'Fichier d’agenda',
  subscribe: 'S’abonner',
  copy: 'Copier l’adresse',
  copied: 'L’adresse est copiée.',
  notCopied: 'Le navigateur ne copie rien. L’adresse est {}',
  none: 'Aucun événement.',
  one: '1 événement',
  many: '{} événements',
  loading: 'Chargement des événements.',
  failed: 'Les événements ne peuvent pas être affichés pour le moment.',
  again: 'Réessayer',
}

const languages: Readonly<Record<string, ListTexts>> = { en, de, es, fr }

/** A language of a list: its tag, for dates and times, and its texts. */
export interface Language {
  /** A tag such as `de` or `en-GB`. */
  readonly tag: string
  /** The texts. */
  readonly texts: ListTexts
}

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/**
 * The language of a list. One without texts is English, dates included, unless the host gives texts.
 * @param own texts of the host, which go before those of the language
 */
export function toLanguage(tag = 'en', own?: Partial<ListTexts>): Language {
  const [name = ''] = tag.toLowerCase().split('-')
  const known = Object.hasOwn(languages, name) ? languages[name] : undefined
  const isUsable = isTag(tag) && (known !== undefined || own !== undefined)
  return { tag: isUsable ? tag : 'en', texts: { ...((isUsable && known) || en), ...own } }
}
