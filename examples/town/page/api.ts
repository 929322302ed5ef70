import { createClient, isCalendarError } from '@kalends/client'
import type { DeclaredFields } from 'example-server/fields.ts'
import { toLanguage } from './field-names.ts'
import { currentPerson } from './person.ts'

/** The path of the interface and the time zone of the town, which the server has written into the page. */
export const { api = '', zone: townZone = 'UTC' } = document.body.dataset

/** The part of that path before the language. */
const { base = '' } = document.body.dataset

/** The language that the URL of the page names with `?lang=de`; undefined for English. */
export const language = toLanguage(new URLSearchParams(location.search).get('lang'))

/** The headers that identify the signed-in person. */
export function personHeaders(): Readonly<Record<string, string>> {
  const { token } = currentPerson()
  return token === '' ? {} : { authorization: `Bearer ${token}` }
}

/** The calendar with the permissions of the signed-in person. Below an address with a language, messages are in that language. */
export const client = createClient<DeclaredFields>({
  baseUrl: language === undefined ? api : `${base}/${language}${api.slice(base.length)}`,
  headers: personHeaders,
})

/** What people read when the service does not answer. */
export const unreachable = 'The calendar cannot be reached. Try again.'

/**
 * What people read about a failed call.
 * @throws any error that is not one of the calendar
 */
export function messageOf(error: unknown): string {
  if (!isCalendarError(error)) throw error
  return error.status === undefined ? unreachable : error.message
}

/** What people read when an event cannot be opened. @throws any error that is not one of the calendar */
export const messageOfOpening = (error: unknown): string =>
  isCalendarError(error, 'not_found') || isCalendarError(error, 'in_trash')
    ? 'There is no such event, or it is not for everybody to see.'
    : messageOf(error)
