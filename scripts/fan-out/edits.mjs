// The changes that a person makes for a plain field, a list filter, a language and an extension. They hold on to the names of declarations.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const core = 'packages/core/src'
const fetch = 'packages/fetch/src'
const kysely = 'packages/kysely/src/migrations'

/** Puts text at the place that `find` finds in a file. */
function insert(folder, file, what, find, text) {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  const at = find(source)
  if (at < 0) throw new Error(`${file} has no ${what} any more: tell scripts/fan-out/edits.mjs where a new member belongs.`)
  writeFileSync(path, source.slice(0, at) + text + source.slice(at))
  return file
}

/** Adds lines to the end of a declaration: to the line at which its closing brace begins. */
const append = (folder, file, declaration, text) =>
  insert(
    folder,
    file,
    `declaration "${declaration}"`,
    (source) => {
      const start = source.indexOf(declaration)
      return start < 0 ? -1 : source.indexOf('\n}', start) + 1
    },
    `${text}\n`,
  )

/** Adds text behind the first `opening` after the start of a declaration. */
const prepend = (folder, file, declaration, opening, text) =>
  insert(
    folder,
    file,
    `"${opening}" in the declaration "${declaration}"`,
    (source) => {
      const start = source.indexOf(declaration)
      const found = start < 0 ? -1 : source.indexOf(opening, start)
      return found < 0 ? -1 : found + opening.length
    },
    text,
  )

const importLine = (folder, file) =>
  insert(folder, file, 'start', () => 0, `import { lineField as dressCodeField } from '../../input/scalars.ts'\n`)

const message = (folder, key, text) => append(folder, `${fetch}/messages/en.ts`, 'export const en = ', `  ${key}: '${text}',`)

const distinct = (files) => [...new Set(files)]

/** A plain text field of events, `dressCode` in the core and `dress_code` on the wire. Returns the files. */
export const addField = (folder) =>
  distinct([
    importLine(folder, `${core}/kinds/event/schema.ts`),
    append(
      folder,
      `${core}/kinds/event/schema.ts`,
      'export interface EventContent<',
      '  /** Clothes. */\n  readonly dressCode?: string | null | undefined',
    ),
    append(
      folder,
      `${core}/kinds/event/schema.ts`,
      'export const eventFields',
      "  dressCode: { schema: dressCodeField, default: '', column: 'text' },",
    ),
    append(folder, `${core}/store/records.ts`, 'export interface EventRecord ', '  /** Clothes. */\n  readonly dressCode: string'),
    append(folder, `${core}/kinds/event/view.ts`, 'export interface Event<', '  /** Clothes. */\n  readonly dressCode: string'),
    prepend(folder, `${core}/kinds/event/view.ts`, 'export function toEvent', 'return {', '\n    dressCode: record.dressCode,'),
    // A migration that is not released yet takes more columns.
    prepend(folder, `${kysely}/0002-status-reason.ts`, 'export const', '=> [', "addColumn(target, 'events', 'dress_code', 'key', ''), "),
    append(
      folder,
      `${fetch}/parameters/event-fields.ts`,
      'export const eventFieldRows',
      "  dressCode: { name: 'dress_code', type: 'string', text: 'dressCode' },",
    ),
    message(folder, 'dressCode', 'What guests wear'),
  ])

/** A filter of event lists that demands a value of `dressCode`. Returns the files. */
export const addFilter = (folder) =>
  distinct([
    append(
      folder,
      `${core}/store/filters.ts`,
      'export interface EventFilter ',
      '  /** `dressCode` equals it. */\n  readonly dressCode?: string',
    ),
    importLine(folder, `${core}/kinds/event/list-schema.ts`),
    append(
      folder,
      `${core}/kinds/event/list-schema.ts`,
      'export interface EventListInput<',
      '  /** Clothes. */\n  readonly dressCode?: string | undefined',
    ),
    append(
      folder,
      `${core}/kinds/event/list-schema.ts`,
      'export interface EventListFields ',
      '  /** Clothes. */\n  readonly dressCode: string',
    ),
    prepend(folder, `${core}/kinds/event/list-schema.ts`, 'export const equalFilters', '= {', ' dressCode: true,'),
    append(folder, `${core}/kinds/event/list-schema.ts`, 'export const eventListShape', '  dressCode: dressCodeField,'),
    append(
      folder,
      `${fetch}/parameters/event.ts`,
      'export const eventFilters',
      "  dressCode: { name: 'dress_code', type: 'string', text: 'filterDressCode' },",
    ),
    append(
      folder,
      'packages/kysely/test/plans/lists.ts',
      'export const eventLists',
      "  dressCode: [event('a dress code', { ...whole, dressCode: 'none' }, { totalScans: allRead })],",
    ),
    message(folder, 'filterDressCode', 'Events with this dress code'),
  ])

/** Some messages in Italian. Returns the files. */
export function addLanguage(folder) {
  const file = `${fetch}/messages/it.ts`
  const source = `import type { Translation } from './problems/translation.ts'

/** The descriptions of the interface in Italian. */
export const it = { listEvents: 'Elenca gli eventi' } as const satisfies Translation
`
  writeFileSync(join(folder, file), source)
  return [file]
}

/** An extension with a route that writes and a member of events, in a folder of the host. Returns the files. */
export function addExtension(folder) {
  const file = 'examples/server/registrations/index.mjs'
  const source = `import { defineRoute } from '@kalends/fetch'

/** Registrations in memory. */
export function registrations() {
  const counts = new Map()
  return {
    name: 'registrations',
    members: {
      event: {
        schema: { registered: { type: 'integer', description: 'How many guests have registered' } },
        load: async (ids) => new Map(ids.map((id) => [id, { registered: counts.get(id) ?? 0 }])),
      },
    },
    routes: [
      defineRoute({
        method: 'POST',
        path: '/events/{id}/registrations',
        summary: 'Register a guest',
        permission: 'public',
        handle: async ({ calendar, ref }) => {
          await calendar.events.get(ref)
          counts.set(ref, (counts.get(ref) ?? 0) + 1)
          return { registered: counts.get(ref) }
        },
      }),
    ],
  }
}
`
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), source)
  return [file]
}
