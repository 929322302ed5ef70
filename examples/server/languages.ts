import type { HandlerOptions } from '@kalends/fetch'
import { refuse } from './refusal.ts'

/** The messages of languages, by language. */
export type Languages = NonNullable<HandlerOptions['languages']>

/**
 * Loads the messages of languages.
 * @param tags language tags, separated by commas
 * @throws an error whose message names the variable, when there are no messages in one of the languages
 */
export async function readLanguages(tags: string): Promise<Languages> {
  const languages: Record<string, Languages[string]> = {}
  for (const tag of tags === '' ? [] : tags.split(',').map((item) => item.trim())) {
    const messages = await importMessages(tag)
    if (messages === undefined)
      throw refuse('LANGUAGES', tags, 'languages that have messages, such as de, es or fr, separated by commas, or nothing')
    languages[tag] = messages
  }
  return languages
}

/** Each file of `@kalends/fetch/messages` exports the messages of one language under its name. */
async function importMessages(tag: string): Promise<Languages[string] | undefined> {
  if (!/^[a-z]{2,3}$/.test(tag)) return undefined
  try {
    const messages: Languages = await import(`@kalends/fetch/messages/${tag}`)
    return messages[tag]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
