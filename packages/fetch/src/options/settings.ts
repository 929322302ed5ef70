import type { Calendar } from '@kalends/core'
import { isObject, type JsonObject } from '../json.ts'
import { en } from '../messages/en.ts'
import { enProblems } from '../messages/problems/en.ts'
import type { Messages, Translation } from '../messages/problems/translation.ts'
import { readCount } from './count.ts'
import { warnOfDroppedFailure } from './dropped-failure.ts'
import { type ExtensionParts, readExtensions } from './extensions.ts'
import type { HandlerOptions } from './handler-options.ts'

/** The same options, all required. */
type WithDefaults<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> }

/** The checked options of a handler, with their defaults. */
export interface Settings
  extends WithDefaults<Omit<HandlerOptions, 'authenticate' | 'links' | 'resolveImage' | 'languages' | 'use'>>,
    ExtensionParts {
  /** The calendar that is served, with the permissions of trusted code. */
  readonly calendar: Calendar
  /** Identifies the caller. */
  readonly authenticate: HandlerOptions['authenticate']
  /** URLs of web pages. */
  readonly links: HandlerOptions['links']
  /** Resolves images. */
  readonly resolveImage: HandlerOptions['resolveImage']
  /** The messages in each language; the empty string stands for the URL without a language. */
  readonly messages: ReadonlyMap<string, Messages>
  /** The host of the public URL, with its port if it has one. */
  readonly publicHost: string
  /** The origin of the public URL; undefined if the host has not set one. */
  readonly publicOrigin: string | undefined
  /** The value of `Vary`; empty for none. */
  readonly vary: string
  /** Distinguishes the cached responses of this handler from those of other handlers of the same calendar. */
  readonly id: string
}

/**
 * Checks the options of a handler.
 * @throws TypeError an option is invalid
 */
export function readSettings(calendar: Calendar, options: HandlerOptions): Settings {
  checkAccess(options?.access)
  checkFunctions(options)
  const { url, host, hostname } = readPublicUrl(options.publicUrl ?? 'http://localhost')
  const extensions = readExtensions(options.use ?? [])
  let id: string | undefined
  return {
    calendar,
    access: options.access,
    authenticate: options.authenticate,
    links: options.links,
    resolveImage: options.resolveImage,
    vary: options.authenticate === undefined ? '' : 'Authorization, Cookie',
    basePath: readBasePath(options.basePath ?? ''),
    namespace: readNamespace(options.namespace ?? 'calendar/events/v1'),
    messages: readLanguages(options.languages ?? {}, extensions.use),
    publicUrl: url,
    publicHost: host,
    uidDomain: readUidDomain(options.uidDomain ?? hostname),
    publicOrigin: options.publicUrl === undefined ? undefined : new URL(url).origin,
    get id() {
      // Created on the first request: workers refuse random values while a module is loaded.
      id ??= crypto.randomUUID()
      return id
    },
    allDayOnUpdate: readWord('allDayOnUpdate', ['reset', 'keep-on-patch', 'keep'], options.allDayOnUpdate ?? 'reset'),
    authorIds: readWord('authorIds', ['integer', 'text'], options.authorIds ?? 'integer'),
    precondition: readWord('precondition', ['optional', 'required'], options.precondition ?? 'optional'),
    securitySchemes: readSecuritySchemes(options.securitySchemes ?? {}),
    maxBodyBytes: readCount('maxBodyBytes', options.maxBodyBytes ?? 1_048_576),
    onError: options.onError ?? warnOfDroppedFailure,
    ...extensions,
  }
}

/** @throws TypeError it is no policy */
export function checkAccess(access: unknown): void {
  const isPolicy = typeof access === 'object' && access !== null && 'readable' in access && 'may' in access
  if (!isPolicy || typeof access.readable !== 'function' || typeof access.may !== 'function') {
    throw new TypeError('access is required: a policy such as publicReadOnly(), allowAll() or roles({ ... }) of @kalends/core')
  }
}

function checkFunctions(options: HandlerOptions): void {
  for (const name of ['authenticate', 'links', 'resolveImage', 'onError'] as const) {
    const given = options[name]
    if (given !== undefined && typeof given !== 'function') throw new TypeError(`${name} must be a function`)
  }
}

const schemeTypes = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect']

function readSecuritySchemes(given: Readonly<Record<string, JsonObject>>): Readonly<Record<string, JsonObject>> {
  for (const [name, scheme] of Object.entries(given)) {
    if (!/^[A-Za-z0-9._-]+$/.test(name))
      throw new TypeError(`a name in securitySchemes may have letters, digits, dots, underscores and hyphens only, not ${name}`)
    if (!schemeTypes.some((type) => type === scheme?.['type']))
      throw new TypeError(`securitySchemes.${name} must have a type among ${schemeTypes.join(', ')}`)
  }
  return given
}

// `.` and `..` alone are dot segments, which never reach a router.
const segment = /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/

const isPath = (text: unknown): text is string => typeof text === 'string' && text.split('/').every((part) => segment.test(part))

function readBasePath(given: string): string {
  if (given === '' || given === '/') return ''
  const path = typeof given === 'string' && given.endsWith('/') ? given.slice(0, -1) : given
  if (typeof path === 'string' && path.startsWith('/') && isPath(path.slice(1))) return path
  throw new TypeError(`basePath must be a path such as /wp-json, of letters, digits, dots, hyphens, underscores and tildes, not ${given}`)
}

function readNamespace(given: string): string {
  if (isPath(given)) return given
  throw new TypeError(`namespace must be a path such as calendar/events/v1, without a slash at its ends, not ${given}`)
}

function readLanguages(languages: Readonly<Record<string, Translation>>, use: ExtensionParts['use']): ReadonlyMap<string, Messages> {
  if (!isObject(languages)) throw new TypeError("languages must hold messages by language, such as { de } of '@kalends/fetch/messages/de'")
  const own: Translation = Object.assign({}, ...use.map(({ messages }) => messages))
  const inEnglish: Messages = { ...english, ...pickTexts(own) }
  const known = new Map([['', inEnglish]])
  for (const [language, translation] of Object.entries(languages)) {
    if (!/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(language)) {
      throw new TypeError(`languages must have language tags such as de or pt-BR, not ${language}`)
    }
    if (!isObject(translation))
      throw new TypeError(`languages.${language} must be an object of messages; an empty object shows English ones`)
    const { errors, issues, reasons, sentences } = translation
    known.set(language, {
      ...inEnglish,
      ...pickTexts(translation),
      errors: { ...english.errors, ...pickTexts(errors) },
      issues: { ...english.issues, ...pickTexts(issues) },
      reasons: pickTexts(reasons),
      sentences: { ...english.sentences, ...pickTexts(sentences) },
    })
  }
  return known
}

/** The messages in the language of an address. */
export const messagesIn = (language: string, { messages }: Pick<Settings, 'messages'>): Messages => messages.get(language) ?? english

/** The messages of the interface in English. */
// Those of extensions join them in handlers that use these, and no other handler reads them.
export const english = { ...en, ...enProblems, reasons: {} } as unknown as Messages

/** The messages that a translation has. */
const pickTexts = (translation: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(Object(translation)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function readPublicUrl(given: string): { url: string; host: string; hostname: string } {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === ''
  if (!isPlain)
    throw new TypeError(`publicUrl must be an address such as https://example.org, without user, query or fragment, not ${given}`)
  return { url: url.href.replace(/\/$/, ''), host: url.host, hostname: url.hostname }
}

function readUidDomain(given: string): string {
  // A comma would end the uid in a filter, and an address is a mistake.
  if (typeof given === 'string' && /^[^\s\p{C}@,/?#\\]{1,200}$/u.test(given)) return given
  throw new TypeError(`uidDomain must be a domain such as example.org, of at most 200 characters, not ${given}`)
}

function readWord<W extends string>(name: string, words: readonly W[], given: W): W {
  if (words.includes(given)) return given
  throw new TypeError(`${name} must be '${words.join("' or '")}', not ${String(given)}`)
}
