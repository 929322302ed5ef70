import type { TownEvent } from './records.ts'

/** For whom an event is. */
export const levelNames: Readonly<Record<NonNullable<TownEvent['fields']['level']>, string>> = {
  beginner: 'Beginners',
  pro: 'Professionals',
}

/** The remarks on events with a status other than `publish`. */
export const statusNames: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  private: 'Private',
  future: 'Not yet published',
}

/** The remarks on events that do not take place as announced. */
export const eventStatusNames: Readonly<Record<string, string>> = {
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  movedOnline: 'Moved online',
}

/** The remarks on an event by its two statuses; none for a published event that takes place as announced. */
export const remarksOn = ({ status, eventStatus }: { readonly status: string; readonly eventStatus: string }): readonly string[] =>
  [statusNames[status], eventStatusNames[eventStatus]].filter((name) => name !== undefined)
