import type { Choices } from '../choices.ts'
import { layersOf, readLayer } from './layers.ts'
import { mergeManifests } from './manifest.ts'
import { applyMarks } from './marks.ts'

/** What stands for the placeholders of templates. */
export interface Placeholders {
  /** The name of the application, in lower case. */
  readonly name: string
  /** The time zone of the calendar, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** The password of editors. */
  readonly password: string
  /** The secret of sessions. */
  readonly secret: string
}

/** Files that several layers have, and how their parts become one. All other files keep their paths and texts. */
const merged: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  'package.json': mergeManifests,
  'README.md': (parts) => parts.join('\n'),
  env: (parts) => parts.join(''),
  gitignore: (parts) => parts.join(''),
}

/** A package cannot contain these files under their names: npm leaves them out, or takes them for its own. */
const dotted: Readonly<Record<string, string>> = { env: '.env', gitignore: '.gitignore' }

/** Makes the files of an application, by their paths. */
export function compose(choices: Choices, placeholders: Placeholders): ReadonlyMap<string, string> {
  const chosen = new Set([choices.store, choices.signIn, ...(choices.demoData ? ['demo-data'] : [])].map(String))
  const parts = new Map<string, string[]>()
  for (const layer of layersOf(choices)) {
    for (const [path, text] of readLayer(layer)) parts.set(path, [...(parts.get(path) ?? []), applyMarks(text, chosen)])
  }
  const files = new Map<string, string>()
  for (const [path, texts] of parts) {
    const text = merged[path]?.(texts) ?? onlyOf(path, texts)
    files.set(dotted[path] ?? path, fill(text, placeholders))
    // The settings that everybody has in Git, without secrets.
    if (path === 'env') files.set('.env.example', fill(text, { ...placeholders, password: '', secret: '' }))
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function onlyOf(path: string, [text = '', ...others]: readonly string[]): string {
  if (others.length > 0) throw new Error(`Several layers have ${path}.`)
  return text
}

const fill = (text: string, placeholders: Placeholders): string =>
  text.replace(/\{\{(name|timeZone|password|secret)\}\}/g, (_, placeholder: keyof Placeholders) => placeholders[placeholder])
